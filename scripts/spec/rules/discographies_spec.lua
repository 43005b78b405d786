-- Two songs of one artist are two: pairs of the songs in discographies.csv (written from general
-- knowledge), every eleventh of them. Benchmarks/matching/same-artist.lua tries all.
local rows = mix.csv.parse(require("discographies"))
local rules = mix.rules.load("match/tracks")

local artists, order = {}, {}
for _, row in ipairs(rows) do
  if not artists[row.artist] then
    artists[row.artist] = {}
    order[#order + 1] = row.artist
  end
  table.insert(artists[row.artist], row)
end

local function taken_of(songs)
  local tried, taken = 0, {}
  for i, one in ipairs(songs) do
    for j = i + 1, #songs do
      if (i * 7 + j) % 11 == 0 then
        tried = tried + 1
        local match = mix.match.best(one, { songs[j] }, rules)
        if match.decision == "matched" then
          taken[#taken + 1] = one.title .. " = " .. songs[j].title
        end
      end
    end
  end
  return tried, taken
end

for _, artist in ipairs(order) do
  it("tells the songs of " .. artist .. " apart", function()
    local tried, taken = taken_of(artists[artist])
    assert.is_true(tried >= 40)
    assert.is_true(#taken <= tried * 0.005 + 1, table.concat(taken, "; "))
  end)
end
