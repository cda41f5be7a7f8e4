-- SPDX-License-Identifier: Apache-2.0
-- require('ptxcheck').setup { settings = { arch = 'sm_100a' } }, in Neovim 0.7 and later.
--   settings   the settings in docs/lsp.md
--   cmd        { '/path/to/ptxcheck', 'lsp' }, if ptxcheck is not in PATH
--   filetypes  { 'ptx', 'cuda' }
--   on_attach  function(client, buffer), which may set up mappings
local M = {}

local function known()
  local file = vim.api.nvim_get_runtime_file('lsp/ptxcheck.lua', false)[1]
  return dofile(file)
end

local function config_of(options)
  local config = vim.tbl_extend('force', known(), options)
  config.name = 'ptxcheck'
  local settings = options.settings or {}
  config.settings = { ptxcheck = next(settings) and settings or vim.empty_dict() } -- {} would be sent as an array
  return config
end

-- Before 0.11, one server serves all buffers. It finds `.ptxcheck` itself, so it needs no root.
local function start_with_filetype(config)
  local client
  config.on_exit = function() client = nil end

  local function attach(buffer)
    client = client or vim.lsp.start_client(config)
    if not client then return end
    vim.lsp.buf_attach_client(buffer, client)
    vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc' -- which 0.7 does not do by itself
  end

  local group = vim.api.nvim_create_augroup('ptxcheck', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = config.filetypes,
    callback = function(event) attach(event.buf) end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.tbl_contains(config.filetypes, vim.bo[buffer].filetype) then attach(buffer) end
  end
end

function M.setup(options)
  local config = config_of(options or {})
  if vim.fn.executable(config.cmd[1]) == 0 then
    vim.notify(("ptxcheck: no program '%s'; `cmd` names another"):format(config.cmd[1]), vim.log.levels.WARN)
  elseif vim.lsp.enable then
    vim.lsp.config('ptxcheck', config)
    vim.lsp.enable('ptxcheck')
  else
    start_with_filetype(config)
  end
end

return M
