-- Same artist, other title: how many of all pairs of the songs in a table (columns artist, title)
-- do rules take for one? Prints each, and the share that was refused or left in doubt.
--
--   mixhost Benchmarks/matching/same-artist.lua scripts/spec/rules/discographies.csv [RULES]

local path, name = ...
if not path then mix.ui.fail("a table with the columns artist and title expected", 2) end
local text = assert(mix.fs.read(path))
local rules = mix.rules.load(name or "match/tracks")

local artists, order = {}, {}
for _, row in ipairs(mix.csv.parse(text)) do
  if not artists[row.artist] then
    artists[row.artist] = {}
    order[#order + 1] = row.artist
  end
  table.insert(artists[row.artist], { title = row.title, artist = row.artist })
end

local pairs_seen, taken, doubted = 0, 0, 0
for _, artist in ipairs(order) do
  local songs = artists[artist]
  for i, one in ipairs(songs) do
    for j = i + 1, #songs do
      local match = mix.match.best(one, { songs[j] }, rules)
      pairs_seen = pairs_seen + 1
      if match.decision == "matched" then
        taken = taken + 1
        print(("%s: %s = %s (%.2f)"):format(artist, one.title, songs[j].title, match.score))
      elseif match.decision == "uncertain" then
        doubted = doubted + 1
      end
    end
  end
end
print(("%d pairs of %d artists: %d taken for one, %d in doubt; precision %.2f %%"):format(
  pairs_seen, #order, taken, doubted, 100 * (1 - taken / pairs_seen)))
