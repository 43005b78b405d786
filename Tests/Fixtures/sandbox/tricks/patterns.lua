-- Patterns that take for ever.
local limit = { program = "limit: the script", rule = "limit: " }

return {
  { "find that goes back for ever", limit, "return (('a'):rep(40)):find(('a-'):rep(40) .. 'b')" },
  { "match that goes back for ever", limit, "return (('a'):rep(40)):match(('a*'):rep(40) .. 'b')" },
  { "gsub that goes back for ever", limit,
    "return (('a'):rep(40)):gsub(('a-'):rep(40) .. 'b', '')" },
  { "gmatch that goes back for ever", limit,
    "for _ in (('a'):rep(40)):gmatch(('a?'):rep(40) .. ('a'):rep(41)) do end" },
  { "classes that go back for ever", limit,
    "return (('a'):rep(60)):find(('[a-z]-'):rep(30) .. '%d')" },
  { "brackets without end", limit,
    "local s = ('('):rep(BIG // 60) while true do s:find('%b()') end" },
  { "frontiers without end", limit,
    "local s = ('x'):rep(BIG // 60) while true do s:find('%f[%d]') end" },
  { "back references", limit, [[
    local s = ('a'):rep(20000)
    while true do s:find('(.-)%1%1%1b') end]] },
  { "under pcall", limit,
    "while true do pcall(string.find, ('a'):rep(40), ('a-'):rep(40) .. 'b') end" },
  { "too many captures", { both = "too many captures" }, "return ('x'):find(('()'):rep(40))" },
  { "pattern too deep", { both = "pattern too complex" },
    "return ('x'):rep(300000):find(('(x?'):rep(1):rep(1) .. ('x?'):rep(300000) .. ')')" },
  { "replacement that is no text", { both = "invalid replacement value" },
    "return ('x'):gsub('x', function() return {} end)" },
}
