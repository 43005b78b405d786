---@meta lua
-- What scripts have of Lua's io, os and debug (docs/lua-compatibility.md), for editors, which
-- otherwise offer io.open and os.remove. Written by hand; written_types_spec.lua compares names.
-- luacheck: ignore

---A stream that scripts write to.
---@class mix.Output
local output = {}

---Writes texts and numbers.
---@param ... string|number
---@return mix.Output # the stream
function output:write(...) end

---Hands over what is still held back.
---@return mix.Output # the stream
function output:flush() end

---Says when text is handed over; the host does so at each wait, whatever the mode.
---@param mode "no"|"full"|"line"
---@return boolean
function output:setvbuf(mode) end

---Standard input. Other tasks run on while it is waited for.
---@class mix.Input
local input = {}

---Reads: "l" a line (default), "L" a line with its end, "a" all, "n" a number, or as many bytes.
---@param ... "l"|"L"|"a"|"n"|integer
---@return any ... # nil after the end
function input:read(...) end

---The lines one after another.
---@param ... "l"|"L"|"a"|"n"|integer
---@return fun(): any ...
function input:lines(...) end

---The standard streams; files are mix.fs.
---@class iolib
---@field stdin mix.Input
---@field stdout mix.Output
---@field stderr mix.Output
io = {}

---Writes texts and numbers to standard output.
---@param ... string|number
---@return mix.Output # standard output
function io.write(...) end

---Reads standard input, as io.stdin:read does.
---@param ... "l"|"L"|"a"|"n"|integer
---@return any ... # nil after the end
function io.read(...) end

---The lines of standard input.
---@param ... "l"|"L"|"a"|"n"|integer
---@return fun(): any ...
function io.lines(...) end

---Clocks, granted environment variables, and the end of the script; mix.time has more.
---@class oslib
os = {}

---The seconds of processor time that the process has used.
---@return number
function os.clock() end

---A time as a table for "*t", else in words, by a format of strftime; ! at its beginning: in UTC.
---@param format "*t"|"!*t"
---@param time? integer seconds since 1970 (default: now)
---@return osdate
---@overload fun(format?: string, time?: integer): string
function os.date(format, time) end

---The seconds between two times.
---@param later number
---@param earlier number
---@return number
function os.difftime(later, earlier) end

---Ends the script.
---@param code? boolean|integer the exit code (default 0)
function os.exit(code) end

---An environment variable that was granted.
---@param name string
---@return string?
function os.getenv(name) end

---Seconds since 1970: now, or of a local date.
---@param date? osdateparam
---@return integer
function os.time(date) end

---@class osdateparam
---@field year integer|string
---@field month integer|string
---@field day integer|string
---@field hour? integer|string
---@field min? integer|string
---@field sec? integer|string
---@field isdst? boolean

---@class osdate: osdateparam
---@field wday integer|string
---@field yday integer|string

---@class debuglib
debug = {}

---The call stack as a text.
---@param message? any
---@param level? integer
---@return any
---@overload fun(thread: thread, message?: any, level?: integer): any
function debug.traceback(message, level) end

---Names, sources and lines of a function; not the function itself.
---@param f integer|function
---@param what? string
---@return table?
---@overload fun(thread: thread, f: integer|function, what?: string): table?
function debug.getinfo(f, what) end
