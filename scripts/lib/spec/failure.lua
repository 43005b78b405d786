-- A spec's failure and its place: positions and call stacks without the frames of the runner.

local failure = {}

-- Whether a line belongs to the runner's own files or the host.
local function is_hidden(line)
  return line:find("lib/spec/%l+%.lua:") or line:find("^%[C%]") or line:find("^%[mixhost%]")
    or line:find("^%(%.%.%.")
end

--- Returns the spec's own lines of the call stack, innermost first.
function failure.trace()
  local lines = {}
  for line in debug.traceback("", 2):gmatch("\n%s+([^\n]+)") do
    if not is_hidden(line) then lines[#lines + 1] = line end
  end
  return lines
end

--- Returns `file:line` of the innermost line of the spec, or nil.
function failure.position()
  local line = failure.trace()[1]
  return line and line:match("^(.-:%d+):")
end

-- Whether a file name in a call stack means a path; there, long paths lose their start.
local function is_file(name, path)
  local rest = name:match("^%.%.%.(.+)$")
  return name == path or rest ~= nil and path:sub(-#rest) == rest
end

--- Returns the innermost line of a list of positions that is in the file of a path, or nil.
function failure.line_in(path, positions)
  for _, position in ipairs(positions) do
    local name, line = position:match("^(.-):(%d+)")
    if name and is_file(name, path) then return math.tointeger(line) end
  end
end

local Failure = {}
Failure.__index = Failure
Failure.__name = "failed assertion"
function Failure:__tostring()
  return (self.position and self.position .. ": " or "") .. self.message
end

--- Ends a test: `status` is "failed" or "pending".
function failure.raise(message, status)
  error(setmetatable({
    message = message, status = status or "failed", position = failure.position(),
    trace = failure.trace(),
  }, Failure), 0)
end

--- Whether a value was raised by `raise`.
function failure.is(value) return type(value) == "table" and getmetatable(value) == Failure end

-- A raised value as text; its `__tostring` may fail.
local function text_of(value)
  local ok, text = pcall(tostring, value)
  if not ok then return "(an error whose tostring fails)" end
  if type(value) == "table" and text:find("^table: ") then
    return require("lib.spec.values").show(value)
  end
  return text
end

-- A message handler: turns the raised value into status, message, position and trace.
local function read(value)
  if failure.is(value) then return value end
  local text, trace = text_of(value), failure.trace()
  local position, rest = text:match("^([^\n]-:%d+): (.*)$")
  return {
    status = "error", message = rest or text,
    position = position or (trace[1] and trace[1]:match("^(.-:%d+):")), trace = trace,
  }
end

--- Calls a function; returns nil after a success, else the problem.
function failure.attempt(fn, ...)
  local ok, problem = xpcall(fn, read, ...)
  if not ok then return problem end
end

return failure
