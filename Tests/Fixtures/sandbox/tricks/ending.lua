-- Host functions that call back and must lose nothing; calls that only look like waits.
local time = { program = "time limit: the script" }
local limit = { program = "limit: the script" }
local over = { program = "timed out after" }

return {
  -- pcall and its like, nested: unwound once.
  { "pcall of itself in a loop", limit, [[
    local function f() while true do pcall(f) end end
    while true do pcall(f) end]] },
  { "pcall of pcall", limit, [[
    local function f() while true do pcall(pcall, pcall, f) end end
    while true do pcall(f) end]] },
  { "xpcall of itself in a loop", limit, [[
    local function f() while true do xpcall(f, f) end end
    while true do xpcall(f, f) end]] },
  { "xpcall with a handler that calls pcall", limit, [[
    local function f() while true do xpcall(error, function() pcall(f) end) end end
    while true do pcall(f) end]] },
  { "coroutine.wrap of itself in pcall", limit, [[
    local function f() while true do pcall(coroutine.wrap(f)) end end
    while true do pcall(f) end]] },
  { "coroutine.resume of itself", limit, [[
    local function f() while true do coroutine.resume(coroutine.create(f)) pcall(f) end end
    while true do pcall(f) end]] },
  { "pcall of itself beside __close", limit, [[
    local function f()
      while true do
        local x <close> = setmetatable({}, {__close = function() pcall(f) end})
        pcall(f)
      end
    end
    while true do pcall(f) end]] },
  { "__close that loops, at every level", limit, [[
    local function f()
      local x <close> = setmetatable({}, {__close = function() while true do pcall(error) end end})
      return (f())
    end
    pcall(f)
    while true do end]] },
  { "pcall of itself in a metamethod", limit, [[
    local t
    local function f() while true do pcall(function() return t.x end) end end
    t = setmetatable({}, {__index = f})
    while true do pcall(f) end]] },
  { "pcall of itself in gsub", limit, [[
    local function f() while true do pcall(string.gsub, "x", ".", f) end end
    while true do pcall(f) end]] },
  { "pcall of itself in sort", limit, [[
    local function f() while true do pcall(table.sort, {3, 2, 1}, f) end end
    while true do pcall(f) end]] },
  { "pcall of itself deep in Lua calls", limit, [[
    local function deep(n, f) if n > 0 then return (deep(n - 1, f)) end return (f()) end
    local function f() while true do pcall(deep, 800, f) end end
    while true do pcall(f) end]] },

  -- Callbacks: what they end by is the script's end.
  { "grid that swallows the limit", time, [[
    local g = mix.grid.new(function() while true do end end)
    g:show(1)
    while true do g:retry() end]] },
  { "detail that swallows the limit", time, [[
    local d = mix.grid.detail(function() while true do end end)
    d:open(1)
    while true do d:retry() end]] },
  { "observer that swallows the limit", time, [[
    local g = mix.grid.new(function() return {1} end)
    g:on_change(function() while true do end end)
    while true do pcall(g.show, g, 1) end]] },
  { "queue that swallows the limit", limit, [[
    mix.library.import({{title = "a"}, {title = "b"}})
    mix.jobs.enqueue({1, 2})
    mix.jobs.run(nil, {}, function() while true do end end)]] },
  { "memory in a grid", { program = "memory limit: the script" }, [[
    local g = mix.grid.new(function() local t = {} while true do t[#t + 1] = ("x"):rep(1e5) .. #t end end)
    g:show(1)
    return g:failure()]] },

  -- Waits that are over at once.
  { "tasks that end at once", time, "while true do mix.task.all{function() end} end" },
  { "time-outs that end at once", time, "while true do mix.task.timeout(9, function() end) end" },
  { "sleeping no time", time, "while true do mix.task.sleep(0) end" },
  { "fetch of what expires at once", time,
    "while true do mix.cache.fetch('k', {ttl = 0}, function() return 1 end) end" },
  { "merge of an endless iterator", limit,
    "mix.merge.sorted({function() return 1 end}, {cap = 0}):take()" },
  { "import of an endless iterator", limit,
    "mix.library.import(function() return {title = 'x'} end, {dry_run = true})" },
  { "replay of an endless iterator", limit, "mix.library.replay(function() return 'x' end)" },

  -- A time-out looks at the clock while Lua computes.
  { "time-out of a loop", over,
    "error(select(2, mix.task.timeout(0.05, function() while true do end end)))" },
  { "time-out of a loop in pcall", over, [[
    error(select(2, mix.task.timeout(0.05, function()
      while true do pcall(function() while true do end end) end
    end)))]] },
  { "time-out of an endless merge", over, [[
    error(select(2, mix.task.timeout(0.05, function()
      return mix.merge.sorted({function() return 1 end}, {cap = 0}):take()
    end)))]] },
  { "time-out around time-outs", over, [[
    error(select(2, mix.task.timeout(0.05, function()
      while true do mix.task.timeout(60, function() while true do end end) end
    end)))]] },

  -- Calls that would wait for themselves, and nesting without end.
  { "import in an import's iterator", { program = "cannot change the data file" }, [[
    mix.library.import(function() return mix.library.import{{title = "in"}} end)]] },
  { "crossed fetches", { program = "would never end" }, [[
    local function fetch(one, other)
      return function()
        return mix.cache.fetch(one, {}, function()
          mix.task.sleep(0.01)
          return mix.cache.fetch(other, {}, function() return 1 end)
        end)
      end
    end
    mix.task.all{fetch("a", "b"), fetch("b", "a")}]] },
  { "fetches in fetches without end", { program = "nested more than" }, [[
    local function f(n) return mix.cache.fetch("k" .. n, {ttl = 1}, function() return f(n + 1) end) end
    f(1)]] },
  { "tasks in tasks without end", { program = "nested more than" },
    "local function f() mix.task.all{f} end f()" },
}
