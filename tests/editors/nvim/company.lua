-- SPDX-License-Identifier: Apache-2.0
-- Two servers for one buffer: clangd (CLANGD) and ptxcheck, as init.lua sets it up. Prints what each finds in SOURCE.
local function sources()
  local found = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    found[d.source] = d.message:match('^[^\n]*')
  end
  return found
end

vim.cmd('edit ' .. vim.env.SOURCE)
local good = vim.wait(60000, function() return vim.tbl_count(sources()) == 2 end, 20)
for _, source in ipairs(vim.fn.sort(vim.tbl_keys(sources()))) do
  io.stdout:write(source, ': ', sources()[source], '\n')
end
vim.cmd(good and 'qall!' or 'cquit')
