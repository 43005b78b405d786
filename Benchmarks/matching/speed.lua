-- How long rules take for a pair: every left side of the pairs that come with mixhost against ten
-- right sides, all of them different, the best of five rounds.
--
--   mixhost Benchmarks/matching/speed.lua scripts/spec/rules/everyday_pairs.csv [books|tracks]

local path, only = ...
if not path then mix.ui.fail("labelled pairs expected: scripts/spec/rules/everyday_pairs.csv") end
local rows = mix.csv.parse(assert(mix.fs.read(path)))

local function microseconds(name, kind, creator)
  local left, right = {}, {}
  for _, row in ipairs(rows) do
    if row.kind:match("^%a+") == kind then
      left[#left + 1] = { title = row.title_a, [creator] = row.creator_a }
      right[#right + 1] = { title = row.title_b, [creator] = row.creator_b }
    end
  end
  local best = math.huge
  for _ = 1, 5 do
    -- The rules' memory of earlier texts begins empty.
    local rules = mix.rules.load("match/" .. name)
    local start, count = mix.time.monotonic(), 0
    for index, query in ipairs(left) do
      local first = (index - 1) // 10 * 10
      local candidates = table.move(right, first + 1, math.min(first + 10, #right), 1, {})
      mix.match.best(query, candidates, rules)
      count = count + #candidates
    end
    best = math.min(best, (mix.time.monotonic() - start) / count)
  end
  return 1e6 * best, #left
end

for _, set in ipairs({ { "books", "book", "author" }, { "tracks", "music", "artist" } }) do
  if not only or only == set[1] then
    local time, count = microseconds(table.unpack(set))
    print(("%s: %.1f µs a pair (%d records on each side)"):format(set[1], time, count))
  end
end
