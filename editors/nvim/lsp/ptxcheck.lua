-- SPDX-License-Identifier: Apache-2.0
-- The configuration of `ptxcheck lsp`. vim.lsp.enable('ptxcheck') finds this file in Neovim 0.11
-- and later; lua/ptxcheck.lua reads it for older versions.
return {
  cmd = { 'ptxcheck', 'lsp' },
  filetypes = { 'ptx', 'cuda' },
  root_markers = { '.ptxcheck', '.git' },
}
