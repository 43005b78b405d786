-- mixhost --home FOLDER Benchmarks/cache/cache.lua put|get|memory|answers ENTRIES [URL]
-- put: keeps ENTRIES values of 2 KB. get: reads each once, from the disk, in another order.
-- memory: reads 1,000 of them again and again. answers: fetches ENTRIES addresses, which a second
-- run has in the cache. Prints a rate.
local what, entries, url = ...
entries = tonumber(entries)

local function rate(count, work)
  local start = mix.time.monotonic()
  work()
  print(("%.1f"):format(count / (mix.time.monotonic() - start)))
end

local ways = {}

function ways.put()
  local value = ("a"):rep(2040)
  for i = 1, entries do
    mix.cache.set("key " .. i, value .. i)
  end
end

-- A stride that has no divisor in common with any of the sizes visits every key once.
function ways.get()
  rate(entries, function()
    local place = 0
    for _ = 1, entries do
      place = (place + 7919) % entries
      assert(#mix.cache.get("key " .. place + 1) >= 2041)
    end
  end)
end

function ways.memory()
  local keys = {}
  for i = 1, 1000 do
    keys[i] = "key " .. i
    assert(mix.cache.get(keys[i]))
  end
  local get = mix.cache.get
  rate(entries, function()
    for i = 1, entries do
      get(keys[i % 1000 + 1])
    end
  end)
end

function ways.answers()
  local client = mix.http.client({ concurrency = 16 })
  local numbers = {}
  for i = 1, entries do
    numbers[i] = i
  end
  rate(entries, function()
    mix.task.map(numbers, { limit = 16 }, function(i)
      assert(#assert(client:get(url .. "?" .. i, { ttl = "1h" })).body >= 2000)
    end)
  end)
end

ways[what]()
