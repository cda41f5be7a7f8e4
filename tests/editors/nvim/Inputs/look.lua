-- SPDX-License-Identifier: Apache-2.0
-- For the pictures, and so that Neovim 0.11 shows messages beside the text, as those before do.
vim.diagnostic.config { virtual_text = true }
vim.o.termguicolors = true
vim.o.number = true
vim.o.expandtab = true
vim.o.laststatus = 0
if vim.lsp.enable then -- 0.11
  vim.cmd('colorscheme habamax')
  vim.api.nvim_set_hl(0, '@markup.raw', { link = 'Number' }) -- grey on grey in that scheme
end
