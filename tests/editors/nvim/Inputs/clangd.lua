-- SPDX-License-Identifier: Apache-2.0
-- clangd for CUDA, as a second server.
local clangd = { name = 'clangd', cmd = { vim.env.CLANGD, '--background-index=0' }, filetypes = { 'cuda' } }
if vim.lsp.enable then -- 0.11
  vim.lsp.config('clangd', clangd)
  vim.lsp.enable('clangd')
else
  clangd.root_dir = vim.fn.getcwd()
  vim.api.nvim_create_autocmd('FileType', { pattern = 'cuda', callback = function(event)
    vim.lsp.buf_attach_client(event.buf, vim.lsp.start_client(clangd))
  end })
end
