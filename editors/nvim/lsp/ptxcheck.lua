-- SPDX-License-Identifier: Apache-2.0
-- What Neovim needs to know of `ptxcheck lsp`. 0.11 and later find this file by themselves, for
-- vim.lsp.enable('ptxcheck'); lua/ptxcheck.lua reads it for those before.
return {
  cmd = { 'ptxcheck', 'lsp' },
  filetypes = { 'ptx', 'cuda' },
  root_markers = { '.ptxcheck', '.git' },
}
