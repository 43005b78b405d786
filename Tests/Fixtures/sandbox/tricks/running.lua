-- Running for ever, and swallowing what is to stop it.
-- `limit`: what a limit says, in a program and of a rule.
local limit = { program = "limit: the script", rule = "limit: " }
local overflow = { program = "overflow|limit: the script", rule = "overflow|limit: " }
local program_overflow = { program = "overflow|limit: the script" }
local shown = { program = "__tostring failed", rule = "error object is a table" }

return {
  { "endless loop", limit, "while true do end" },
  { "endless loop with goto", limit, "::again:: goto again" },
  { "tail calls for ever", limit, "local function f() return f() end f()" },
  { "pcall around pcall", limit,
    "while true do pcall(function() while true do end end) end" },
  { "pcall that calls itself", limit, "local function f() pcall(f) while true do end end f()" },
  { "handler that loops", limit, "xpcall(error, function() while true do end end)" },
  { "handler that raises for ever", limit,
    "while true do xpcall(error, function(e) error(e) end) end" },
  { "handler that calls xpcall", limit,
    "local function h() xpcall(error, h) while true do end end xpcall(error, h)" },
  { "finalizer that loops", { both = "__gc is not available" },
    "setmetatable({}, {__gc = function() while true do end end}) while true do end" },
  { "finalizer added later", { both = "nothing ran" }, [[
    local ran = false
    local m = {}
    do local t = setmetatable({}, m) t = nil end
    m.__gc = function() ran = true while true do end end
    for i = 1, 6e4 do local t = {} end
    return ran and "it ran" or "nothing ran"]] },
  { "__close that loops", limit, [[
    local x <close> = setmetatable({}, {__close = function() while true do end end})
    while true do end]] },
  { "__close that catches", limit, [[
    local function again()
      local x <close> = setmetatable({}, {__close = again})
      pcall(error)
    end
    local x <close> = setmetatable({}, {__close = function() while true do pcall(again) end end})
    while true do end]] },
  { "coroutine that loops, resumed for ever", { program = limit.program },
    "while true do coroutine.resume(coroutine.create(function() while true do end end)) end" },
  { "coroutine.wrap under pcall", { program = limit.program },
    "local f = coroutine.wrap(function() while true do end end) while true do pcall(f) end" },
  { "many coroutines, each with a short loop", { program = limit.program }, [[
    while true do
      coroutine.wrap(function() for i = 1, 500 do local x = i * i end end)()
    end]] },
  { "coroutines made before the loop", { program = limit.program }, [[
    local all = {}
    for i = 1, 1000 do
      all[i] = coroutine.wrap(function()
        while true do for j = 1, 50 do end coroutine.yield() end
      end)
    end
    while true do for i = 1, 1000 do all[i]() end end]] },
  { "coroutine.close of one that loops in __close", { program = limit.program }, [[
    local co = coroutine.create(function()
      local x <close> = setmetatable({}, {__close = function() while true do end end})
      coroutine.yield()
    end)
    coroutine.resume(co)
    coroutine.close(co)]] },
  { "chain of coroutine.close", { program = "overflow|too many nested" }, [[
    local function nest(n)
      return coroutine.create(function()
        local x <close> = setmetatable({}, {__close = function()
          if n == 0 then return end
          local co = nest(n - 1)
          coroutine.resume(co)
          local ok, e = coroutine.close(co)
          if not ok then error(e, 0) end
        end})
        coroutine.yield()
      end)
    end
    local co = nest(40000)
    coroutine.resume(co)
    local ok, e = coroutine.close(co)
    error(e, 0)]] },
  { "chain of coroutine.wrap with __close", program_overflow, [[
    local function nest(n)
      coroutine.wrap(function()
        local x <close> = setmetatable({}, {__close = function() nest(n + 1) end})
        error("down")
      end)()
    end
    nest(1)]] },
  { "__index that loops", limit,
    "return setmetatable({}, {__index = function() while true do end end}).x" },
  { "chain of __index", { both = "'__index' chain too long" }, [[
    local t = {}
    setmetatable(t, {__index = t})
    return t.x]] },
  { "__tostring that loops", limit,
    "return tostring(setmetatable({}, {__tostring = function() while true do end end}))" },
  { "%s of a __tostring that loops", limit, [[
    return ("%s"):format(setmetatable({}, {__tostring = function() while true do end end}))]] },
  { "gsub callback that loops", limit,
    "return (('x'):gsub('.', function() while true do end end))" },
  { "comparator that loops", limit, "table.sort({3, 2, 1}, function() while true do end end)" },
  { "comparator that makes no sense", { both = "invalid order function" }, [[
    local t = {}
    for i = 1, 1000 do t[i] = i % 7 end
    table.sort(t, function() return true end)]] },
  { "comparator that asks for more", limit, [[
    local t = {}
    for i = 1, 1e5 do t[i] = i end
    while true do table.sort(t, function(a, b) return a > b end) end]] },
  { "__lt that loops", limit, [[
    local m = {__lt = function() while true do end end}
    return setmetatable({}, m) < setmetatable({}, m)]] },
  { "__concat that loops", limit,
    "return setmetatable({}, {__concat = function() while true do end end}) .. 'x'" },
  { "__len that loops", limit,
    "return #setmetatable({}, {__len = function() while true do end end})" },
  { "__pairs that loops", limit, [[
    for _ in pairs(setmetatable({}, {__pairs = function() return function() return 1 end end})) do
    end]] },
  { "__call that calls itself", overflow, [[
    local m = {}
    m.__call = function(self) return 1 + self() end
    return setmetatable({}, m)()]] },
  { "deleting while asking for the first key", limit, [[
    while true do
      local t = {}
      for i = 1, 1e5 do t["k" .. i] = i end
      while next(t) do t[next(t)] = nil end
    end]] },
  { "next from the last key, over and over", limit, [[
    local t = {}
    for i = 1, 1e5 do t[i] = true end
    for i = 1, 1e5 - 1 do t[i] = nil end
    while true do next(t) end]] },
  { "collectgarbage in a loop", { program = limit.program }, [[
    local t = {}
    for i = 1, 4e5 do t[i] = {} end
    while true do collectgarbage() collectgarbage("step") end]] },
  { "collector switched off", { program = "limit: the script" }, [[
    collectgarbage("stop")
    collectgarbage("setpause", 1e6)
    while true do local t = {{}, {}, {}} end]] },
  { "error that raises when it is shown", shown,
    "error(setmetatable({}, {__tostring = error}))" },
  { "error that loops when it is shown", shown,
    "error(setmetatable({}, {__tostring = function() while true do end end}))" },
  { "error whose name is no text", { both = "error object is a table" },
    "error(setmetatable({}, {__name = {}}))" },
}
