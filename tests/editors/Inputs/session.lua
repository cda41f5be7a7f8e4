-- SPDX-License-Identifier: Apache-2.0
-- One session of a Neovim of any version, as a user has it: opens a file, says what it is told there, and applies a quick fix.
-- nvim --headless -u init.lua -c 'luafile session.lua', with SOURCE, HOVER, FIX.
local env = vim.env
local fail = function(why) error('session: ' .. why, 0) end

local function wait(what, ready)
  if not vim.wait(20000, ready, 20) then fail('no ' .. what) end
end

local function clients()
  return vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
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

-- What the editor itself does for the key of code actions, but for the menu: the first is taken.
local function apply_fix(diagnostic)
  vim.ui.select = function(items, _, choose) choose(items[1]) end
  local tick = vim.b.changedtick
  vim.api.nvim_win_set_cursor(0, { diagnostic.lnum + 1, diagnostic.col })
  vim.lsp.buf.code_action()
  wait('change by a code action', function() return vim.b.changedtick ~= tick end)
end

local function main()
  vim.cmd('edit ' .. env.SOURCE)
  say('filetype: %s', vim.bo.filetype)
  wait('server', function() return next(clients()) ~= nil end)
  show_diagnostics()
  if env.HOVER then show_hover(env.HOVER) end
  if env.FIX then
    apply_fix(vim.diagnostic.get(0)[1])
    vim.cmd('write')
  end
end

local good, why = pcall(main)
if not good then say('error: %s', why) end
vim.cmd(good and 'qall!' or 'cquit')
