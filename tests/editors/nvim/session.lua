-- SPDX-License-Identifier: Apache-2.0
-- One session of a Neovim of any version, as a user has it: opens SOURCE, says what it is told there, of the words HOVER and
-- COMPLETE, too, applies the first quick fix, names the register RENAME anew as TO, and formats if FORMAT is set.
-- nvim --headless -u init.lua -c 'luafile session.lua'
local env = vim.env
local fail = function(why) error('session: ' .. why, 0) end

local function wait(what, ready)
  if not vim.wait(60000, ready, 20) then fail('no ' .. what) end
end

local function clients()
  return vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
  for _, answer in pairs(answers or {}) do
    if answer.result then return answer.result end
  end
  fail('no answer to ' .. method)
end

local function at(line, column)
  return { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
end

-- Where the text stands first, from 0.
local function find(text)
  local line, column = unpack(vim.fn.searchpos('\\V' .. text, 'nw'))
  return line - 1, column - 1
end

local function say(format, ...) io.stdout:write(format:format(...), '\n') end

local function show_diagnostics()
  wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
  for _, d in ipairs(vim.diagnostic.get(0)) do
    local severity = vim.diagnostic.severity[d.severity]
    say('%s %d:%d-%d:%d %s', severity, d.lnum, d.col, d.end_lnum, d.end_col, d.message:match('^[^\n]*'))
  end
end

local function show_hover(word)
  local hover = request('textDocument/hover', at(find(word)))
  for line in (hover.contents.value .. '\n'):gmatch('(.-)\n') do
    say('hover: %s', line)
  end
end

local function show_completion(text)
  local line, column = find(text)
  local list = request('textDocument/completion', at(line, column + #text))
  local labels = vim.tbl_map(function(item) return item.label end, list.items or list)
  table.sort(labels)
  say('completion: %s', table.concat(labels, ' '))
end

local function change(what, how)
  local tick = vim.b.changedtick
  how()
  wait('change by ' .. what, function() return vim.b.changedtick ~= tick end)
end

local function go(line, column) vim.api.nvim_win_set_cursor(0, { line + 1, column }) end

-- What the editor itself does for the key of code actions, but for the menu: the first is taken.
local function apply_fix()
  local diagnostic = vim.diagnostic.get(0)[1]
  vim.ui.select = function(items, _, choose) choose(items[1]) end
  go(diagnostic.lnum, diagnostic.col)
  vim.lsp.buf.code_action()
end

local function rename()
  go(find(env.RENAME))
  vim.lsp.buf.rename(env.TO)
end

local function format()
  vim.bo.expandtab, vim.bo.shiftwidth = true, 4
  if vim.lsp.buf.format then vim.lsp.buf.format() else vim.lsp.buf.formatting_sync() end
end

local function main()
  vim.cmd('edit ' .. env.SOURCE)
  say('filetype: %s', vim.bo.filetype)
  wait('server', function() return next(clients()) ~= nil end)
  show_diagnostics()
  show_hover(env.HOVER)
  show_completion(env.COMPLETE)
  change('a code action', apply_fix)
  change('a new name', rename)
  if env.FORMAT then change('formatting', format) end
  vim.cmd('write')
  for line in vim.fn.execute('messages'):gmatch('LSP%[[^\n]*') do say('error: %s', line) end
end

local good, why = pcall(main)
if not good then say('error: %s', why) end
vim.cmd(good and 'qall!' or 'cquit')
