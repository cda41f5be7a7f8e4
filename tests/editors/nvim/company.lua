-- SPDX-License-Identifier: Apache-2.0
-- Two servers for one buffer: clangd (CLANGD) and ptxcheck, as init.lua sets it up. Prints what each finds in SOURCE.
local env = vim.env
local clangd = { name = 'clangd', cmd = { env.CLANGD, '--background-index=0' }, filetypes = { 'cuda' } }

local function start()
  if vim.lsp.enable then -- 0.11
    vim.lsp.config('clangd', clangd)
    vim.lsp.enable('clangd')
  end
  vim.cmd('edit ' .. env.SOURCE)
  if not vim.lsp.enable then
    clangd.root_dir = vim.fn.getcwd()
    vim.lsp.buf_attach_client(0, vim.lsp.start_client(clangd))
  end
end

local function sources()
  local found = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    found[d.source] = d.message:match('^[^\n]*')
  end
  return found
end

start()
local good = vim.wait(60000, function() return vim.tbl_count(sources()) == 2 end, 20)
for _, source in ipairs(vim.fn.sort(vim.tbl_keys(sources()))) do
  io.stdout:write(source, ': ', sources()[source], '\n')
end
vim.cmd(good and 'qall!' or 'cquit')
