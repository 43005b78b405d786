-- Host functions: arguments at the edges, callbacks, waits.
local limit = { program = "limit: the script" }
local both = { program = "limit: the script", rule = "limit: " }

return {
  { "sleep of NaN", { program = "finite number of seconds" }, "mix.task.sleep(0/0)" },
  { "sleep of a negative time", { program = "finite number of seconds" }, "mix.task.sleep(-1)" },
  { "sleep of infinity", { program = "finite number of seconds" }, "mix.task.sleep(math.huge)" },
  { "sleep of 1e18", { program = "timed out" },
    "error(select(2, mix.task.timeout(0.05, function() mix.task.sleep(1e18) end)))" },
  { "sleep of a text", { program = "is not a duration" }, "mix.task.sleep('soon')" },
  { "timeout of NaN", { program = "finite number of seconds" },
    "mix.task.timeout(0/0, function() end)" },
  { "ttl of NaN", { program = "finite number of seconds" },
    "mix.cache.set('k', 1, {ttl = 0/0})" },
  { "ttl of 1e300", { program = "kept" },
    "mix.cache.set('k', 1, {ttl = 1e300}) return mix.cache.get('k') == 1 and 'kept'" },
  { "sleeping in __tostring of an error", { program = "__tostring failed" },
    "error(setmetatable({}, {__tostring = function() mix.task.sleep(1) end}))" },
  { "waiting inside sort", { program = "cannot wait inside" },
    "table.sort({2, 1}, function() mix.task.sleep(0) end)" },
  { "loop in a task", limit, "mix.task.all{function() while true do end end}" },
  { "loop in a callback from Swift", limit, "mix.task.map({1}, function() while true do end end)" },
  { "loop between short waits", limit, [[
    while true do
      mix.task.sleep(0)
      pcall(function() while true do end end)
    end]] },
  { "loop after a cancelled task", limit, [[
    mix.task.timeout(0.01, function() pcall(mix.task.sleep, 1) while true do end end)
    while true do end]] },
  { "tasks without end", limit, [[
    mix.task.scope(function(s) while true do s:spawn(mix.task.sleep, 1e9) end end)]] },
  { "objects without end", limit, "local t = {} for i = 1, 1e15 do t[i] = mix.ui.progress(1) end" },
  { "clients without end", limit, "local t = {} for i = 1, 1e15 do t[i] = mix.http.client{} end" },
  { "deep table to JSON", { program = "nested deeper" },
    "local t = {} for i = 1, 1e5 do t = {t} end mix.json.encode(t)" },
  { "table that contains itself to JSON", { program = "mix.json.encode" },
    "local t = {} t[1] = t mix.json.encode(t)" },
  { "deep JSON", { program = "nested deeper" },
    "error(tostring(select(2, mix.json.decode(('['):rep(1e6)))))" },
  { "long JSON", limit,
    "local s = '[' .. ('1,'):rep(1e6) .. '1]' while true do mix.json.decode(s) end" },
  { "deep table to the cache", { program = "nests deeper" },
    "local t = {} for i = 1, 1e5 do t = {t} end mix.cache.set('k', t)" },
  { "deep table as an error", { program = "error object is a table" }, [[
    local t = {}
    for i = 1, 1e5 do t = {t} end
    mix.task.all { function() error(t) end }]] },
  { "texts too long to compare",
    { program = "too long to compare", rule = "too long to compare" }, [[
    local text = rawget(_G, 'text') or mix.text
    return text.levenshtein(('a'):rep(BIG // 10), ('b'):rep(BIG // 10))]] },
  { "comparing for ever", both, [[
    local text = rawget(_G, 'text') or mix.text
    local a, b = ('ab'):rep(2000), ('ba'):rep(2000)
    while true do text.wratio(a, b) end]] },
  { "folding a long text", both, [[
    local text = rawget(_G, 'text') or mix.text
    local s = ('\u{C4}'):rep(BIG // 60)
    while true do text.normalize(s) end]] },
  { "numbers at the edges", { program = "still here" }, [[
    local edges = { math.maxinteger, math.mininteger, math.huge, -math.huge, 0/0, 1e308, -1, 0 }
    for _, a in ipairs(edges) do
      for _, b in ipairs(edges) do
        pcall(mix.ui.spark, { a, b })
        pcall(mix.ui.progress, a)
        pcall(function()
          local bar = mix.ui.progress(math.maxinteger)
          bar:step(a) bar:step(b) bar:finish()
        end)
        pcall(mix.time.format, a)
        pcall(mix.crypto.random_bytes, a)
        pcall(mix.cache.set, 'k', a, { ttl = b })
        pcall(mix.cache.prune, { max_bytes = a })
        pcall(mix.task.map, { 1 }, { limit = a }, function() end)
        pcall(mix.json.encode, { a, b })
        pcall(mix.text.best_of, 'a', { 'b' }, { cutoff = a, limit = b })
        pcall(mix.http.client, { concurrency = a, timeout = b })
      end
    end
    return 'still here']] },
}
