-- mixhost --allow-net 127.0.0.1 Benchmarks/http/fetch.lua URL REQUESTS CONCURRENCY
-- Fetches URL?1, URL?2, … past the cache; prints requests/s and CPU µs per request.
local url, requests, concurrency = ...
requests, concurrency = tonumber(requests), tonumber(concurrency)

local client = mix.http.client({ concurrency = concurrency })
local list = {}
for i = 1, requests do
  list[i] = i
end

-- The first fetch loads libcurl.
assert(client:get(url, { ttl = 0 }))

local start, start_cpu = mix.time.monotonic(), os.clock()
mix.task.map(list, { limit = concurrency }, function(i)
  local response = assert(client:get(url .. "?" .. i, { ttl = 0 }))
  assert(response.status == 200 and #response.body >= 2000)
end)
local wall, cpu = mix.time.monotonic() - start, os.clock() - start_cpu
print(("%.1f %.2f"):format(requests / wall, cpu * 1e6 / requests))
