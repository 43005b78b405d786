-- Using up memory, the C stack, or C functions that take long for long texts. BIG: 60 MB in a
-- program, 8 MB in a rule, which has 32 MB.
local limit = { program = "limit: the script", rule = "limit: " }
local too_large = { program = "resulting string too large", rule = "resulting string too large" }
local overflow = { program = "overflow|limit: the script", rule = "overflow|limit: " }
local program_overflow = { program = "overflow|limit: the script" }

return {
  { "doubling", limit, "local s = 'x' while true do s = s .. s end" },
  { "doubling under pcall", limit,
    "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end" },
  { "table that grows", limit, "local t = {} for i = 1, 1e15 do t[i] = i end" },
  { "tables in tables", limit, "local t = {} while true do t = {t, {}, {}} end" },
  { "closures without end", limit,
    "local t = {} for i = 1, 1e15 do t[i] = function() return i end end" },
  { "coroutines without end", { program = limit.program },
    "local t = {} for i = 1, 1e15 do t[i] = coroutine.create(print) end" },
  { "rep of 1e10", too_large, "return ('x'):rep(1e10)" },
  { "rep of nothing, 1e15 times", { both = "nothing at once" },
    "return #(''):rep(1e15) == 0 and 'nothing at once'" },
  { "rep with a separator", too_large, "return (''):rep(1e15, 'x')" },
  { "rep in a loop", limit, "while true do local s = ('x'):rep(BIG) end" },
  { "concat of many long texts", limit, [[
    local t = {}
    for i = 1, 64 do t[i] = ('x'):rep(BIG // 8) end
    while true do local s = table.concat(t) end]] },
  { "width of 999999", { both = "invalid conversion" }, "return ('%999999d'):format(1)" },
  { "format of a million numbers", limit, [[
    local t = {}
    for i = 1, BIG // 150 do t[i] = 1e308 end
    while true do
      local s = string.format(('%.99f'):rep(#t), table.unpack(t))
    end]] },
  { "%q of a long text", limit,
    "local s = ('\1'):rep(BIG // 4) while true do local q = ('%q'):format(s) end" },
  { "upper of a long text", limit,
    "local s = ('x'):rep(BIG) while true do local u = s:upper() end" },
  { "reverse of a long text", limit,
    "local s = ('x'):rep(BIG) while true do local u = s:reverse() end" },
  { "gsub of a long text", limit,
    "local s = ('x'):rep(BIG // 4) while true do local g = s:gsub('x', 'y') end" },
  { "gsub that grows", limit, "local s = 'x' while true do s = s:gsub('x', 'xxxxxxxx') end" },
  { "utf8.len of a long text", limit,
    "local s = ('\u{20AC}'):rep(BIG // 3) while true do local n = utf8.len(s) end" },
  { "utf8.offset in a long text", limit,
    "local s = ('x'):rep(BIG) while true do local n = utf8.offset(s, BIG) end" },
  { "utf8.codepoint of everything", limit, [[
    local s = ('x'):rep(BIG)
    while true do pcall(utf8.codepoint, s, 1, -1) end]] },
  { "utf8.codes of a long text", limit,
    "local s = ('x'):rep(BIG) while true do for _ in utf8.codes(s) do end end" },
  { "order of texts full of zeros", limit,
    "local s = ('\0'):rep(BIG) while true do local x = s < s end" },
  { "numbers of a million digits", limit,
    "local s = ('1'):rep(BIG) while true do local n = tonumber(s) end" },
  { "find of a long needle", limit, [[
    local s, n = ('a'):rep(BIG // 2), ('a'):rep(BIG // 4) .. 'b'
    while true do s:find(n, 1, true) end]] },
  { "pack of huge sizes", { both = "out of limits" }, "return string.pack('s17', 'x')" },
  { "pack with a long format", { both = "format longer than 100000 bytes" },
    "return string.pack(('x'):rep(200000))" },
  { "packsize with a long format", { both = "format longer than 100000 bytes" },
    "return string.packsize((' '):rep(200000))" },
  { "packsize that overflows", { both = "format result too large" },
    "return string.packsize(('!16 c1000000000'):rep(1000))" },
  { "unpack past the end", { both = "data string too short" },
    "return string.unpack('s8', 'xxx')" },
  { "unpack of a length that wraps", { both = "data string too short" },
    "return string.unpack('s8', ('\\xff'):rep(8))" },
  { "os.date with a long format", { program = "format longer than 100000 bytes" },
    "return os.date(('%%'):rep(100000))" },
  { "table.unpack of everything", { both = "too many results to unpack" },
    "return table.unpack({}, 1, 1e9)" },
  { "select from the far end", { both = "index out of range" }, "return select(-1e9, 1)" },
  { "table.move on proxies", limit,
    [[
    table.move(setmetatable({}, {__index = type}), 1, 1 << 40, 2,
      setmetatable({}, {__newindex = rawequal}))]] },
  { "table.insert on a proxy", limit, [[
    table.insert(setmetatable({}, {__len = function() return (1 << 31) - 2 end, __index = type,
      __newindex = rawequal}), 1, 0)]] },
  { "table.remove on a proxy", limit, [[
    table.remove(setmetatable({}, {__len = function() return (1 << 31) - 2 end, __index = type,
      __newindex = rawequal}), 1)]] },
  { "table.concat on a proxy", limit, [[
    table.concat(setmetatable({}, {__len = function() return 1 << 31 end, __index = type}))]] },
  { "table.sort on a proxy", limit, [[
    table.sort(setmetatable({}, {__len = function() return (1 << 31) - 2 end, __index = type,
      __newindex = rawequal}))]] },
  { "table.sort without a comparator", limit, [[
    local t = {}
    for i = 1, BIG // 80 do t[i] = ('x'):rep(40) .. i end
    while true do table.sort(t) end]] },
  { "load of a long text", { program = limit.program }, "while true do load((';'):rep(BIG)) end" },
  { "load of blanks", { program = limit.program }, "while true do load((' '):rep(BIG)) end" },
  { "load of pieces without end", { program = limit.program }, "load(function() return ' ' end)" },
  { "load of a million brackets", { program = "C stack overflow" },
    "error(select(2, load('return ' .. ('('):rep(1e6))))" },
  { "load of a million blocks", { program = "C stack overflow" },
    "error(select(2, load(('do '):rep(1e6))))" },
  { "load of a million not", { program = "C stack overflow" },
    "error(select(2, load('return ' .. ('not '):rep(1e6))))" },
  { "load of many constants", { program = limit.program }, [[
    local t = {}
    for i = 1, 1e6 do t[i] = 'x="' .. i .. '"' end
    while true do load(table.concat(t, ' ')) end]] },
  { "recursion", overflow, "local function f() return 1 + f() end return f()" },
  { "recursion through gsub", overflow,
    "local function f() return (('x'):gsub('x', f)) end return f()" },
  { "recursion through __tostring", overflow, [[
    local t = setmetatable({}, {})
    getmetatable(t).__tostring = function() return tostring(t) end
    return tostring(t)]] },
  { "recursion through %s", overflow, [[
    local t = setmetatable({}, {})
    getmetatable(t).__tostring = function() return ('%s%s'):format(t, t) end
    return tostring(t)]] },
  { "recursion through concat", overflow, [[
    local m = {}
    local t = setmetatable({}, m)
    m.__concat = function() return t .. 'x' end
    return t .. 'x']] },
  { "recursion through __index", overflow, [[
    local m = {}
    m.__index = function(t, k) return t[k .. 'x'] end
    return setmetatable({}, m).x]] },
  { "recursion through sort", overflow,
    "local function f() table.sort({2, 1}, f) end return f()" },
  { "recursion through pcall", overflow, [[
    local function f() local ok, e = pcall(f) if not ok then error(e, 0) end end
    f()]] },
  { "recursion through xpcall's handler", overflow, [[
    local function f(e) local ok, m = xpcall(error, f) error(m, 0) end
    f()]] },
  { "recursion through coroutines", program_overflow, [[
    local function f()
      local ok, e = coroutine.resume(coroutine.create(f))
      if not ok then error(e, 0) end
    end
    f()]] },
  { "recursion through load", program_overflow, [[
    local deep = 'local c = ... local r = load(c)(c) return r'
    return load(deep)(deep)]] },
}
