-- mixhost Benchmarks/text/matrix.lua FILE SCORER: nanoseconds a pair for 300 titles with 3,000
-- others, and some of the scores, as JSON.
local path, scorer = ...
local titles = assert(mix.json.decode(assert(mix.fs.read(path)))).titles
local queries = table.move(titles, 1, 300, 1, {})
local list = table.move(titles, 5001, 8000, 1, {})

local rows
local best = math.huge
for _ = 1, 3 do
  collectgarbage()
  local start = mix.time.monotonic()
  rows = mix.text.matrix(queries, list, { scorer = scorer })
  best = math.min(best, mix.time.monotonic() - start)
end
local scores = {}
for i, row in ipairs(rows) do scores[i] = row[i * 7 % #list + 1] end
print(mix.json.encode({ ms = best * 1e9 / #queries / #list, scores = scores, places = {} }))
