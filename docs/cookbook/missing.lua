-- Which rows of one table are not in another? mixhost missing.lua mine.csv theirs.csv
local mine, theirs = ...
local function songs(path)
  local list = {}
  for _, row in ipairs(assert(mix.csv.parse(assert(mix.fs.read(path))))) do
    local title, artist = row["Track Name"] or row.title, row.Interpret or row.artist
    if not (title and artist) then mix.ui.fail(path .. ": it needs columns title and artist") end
    list[#list + 1] = { title = title, artist = artist }
  end
  return list
end

local rules, others = mix.rules.load("match/tracks"), songs(theirs or "docs/examples/catalogue.csv")
for _, song in ipairs(songs(mine or "docs/examples/songs.csv")) do
  local found = mix.match.best(song, others, rules)
  if found.decision ~= "matched" then print(song.title .. " · " .. song.artist, found.reason) end
end
