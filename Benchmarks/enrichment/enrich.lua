-- mixhost --allow-net HOST --allow-read FILE Benchmarks/enrichment/enrich.lua URL FILE CONCURRENCY
-- For each title of FILE: searches, takes the likeliest of the ten results, stores it. Prints
-- items/s, the sum of the places and that of the similarities, for comparison with the peers.
local url, path, concurrency = ...
concurrency = tonumber(concurrency)

local client = mix.http.client({ base = url, concurrency = concurrency })
local titles = {}
for title in assert(mix.fs.read(path)):gmatch("[^\n]+") do
  titles[#titles + 1] = title
end

local options = { scorer = "ratio" }
local start = mix.time.monotonic()
local places, scores = 0, 0.0
mix.task.map(titles, { limit = concurrency }, function(title)
  local answer = assert(client:get("?term=" .. title:gsub(" ", "+"), { ttl = "24h" }))
  local results, names = assert(answer:json()).results, {}
  for i = 1, #results do
    names[i] = results[i].trackName
  end
  local score, place = mix.text.best_of(title, names, options)
  local best = results[place]
  mix.cache.set(title, {
    id = best.trackId, artist = best.artistName, title = best.trackName, score = score,
  })
  places, scores = places + place, scores + score
end)
print(("%.1f %d %.6f"):format(#titles / (mix.time.monotonic() - start), places, scores))
