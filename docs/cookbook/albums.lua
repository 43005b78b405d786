-- Fills in album, date and cover of each song of a table: mixhost albums.lua songs.csv > filled.csv
local path = ... or "docs/examples/songs.csv"
local itunes = mix.http.client({ base = "https://itunes.apple.com", name = "itunes", rate = "20/min", ttl = "24h" })
local rules = mix.rules.load("match/tracks")

local function album_of(song)
  local query = { term = song.title .. " " .. song.artist, entity = "song", limit = 10 }
  local answer = assert(itunes:get("/search", { query = query }))
  local tracks = {}
  for _, result in ipairs(assert(mix.json.decode(answer.body, { null = "nil" })).results) do
    tracks[#tracks + 1] = {
      title = result.trackName, artist = result.artistName, album = result.collectionName,
      date = (result.releaseDate or ""):sub(1, 10), cover = (result.artworkUrl100 or ""):gsub("100x100", "600x600"),
    }
  end
  local found = mix.match.best(song, tracks, rules)
  local track = found.decision == "matched" and found.candidate or {}
  return { title = song.title, artist = song.artist, album = track.album, date = track.date, cover = track.cover }
end

local songs = {}
for _, row in ipairs(assert(mix.csv.parse(assert(mix.fs.read(path))))) do
  local title, artist = row["Track Name"] or row.title, row.Interpret or row.artist
  if not (title and artist) then mix.ui.fail(path .. ": it needs columns title and artist") end
  songs[#songs + 1] = { title = title, artist = artist }
end
local filled = mix.task.map(songs, { limit = 6 }, album_of)
print(mix.csv.encode(filled, { columns = { "title", "artist", "album", "date", "cover" } }))
