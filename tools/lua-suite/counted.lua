-- luacheck: globals assert _port _nomsg
-- Loaded at the start of each test file: `assert` counts its calls, and their number is printed
-- when the file ends. `_port` and `_nomsg` are the files' own switches for what depends on the
-- machine.
local stock, error, print, select = assert, error, print, select
local count = 0
_port, _nomsg = true, true

function assert(...)
  count = count + 1
  local value, message = ...
  local given = select("#", ...)
  if value or given == 0 then return stock(...) end
  error(given == 1 and "assertion failed!" or message, 2)
end

return setmetatable({}, { __close = function() print("\n@assertions " .. count) end })
