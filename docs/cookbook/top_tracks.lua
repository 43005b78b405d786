-- An artist's top tracks at Deezer, which needs no key: mixhost top_tracks.lua "Ed Sheeran" 5
local name, count = ...
local deezer = mix.http.client({ base = "https://api.deezer.com", name = "deezer", rate = "50/5s", ttl = "24h" })

local function ask(path, query)
  local answer = assert(deezer:get(path, { query = query }))
  local document = assert(mix.json.decode(answer.body))
  if document.error then mix.ui.fail("Deezer: " .. document.error.message) end -- sent with status 200
  return document.data
end

local artist = ask("/search/artist", { q = name or "Ed Sheeran" })[1]
if not artist then mix.ui.fail("no artist of that name") end
local rows = {}
for place, track in ipairs(ask(("/artist/%d/top"):format(artist.id), { limit = count or 5 })) do
  rows[place] = { place = place, title = track.title, length = mix.time.format_duration(track.duration) }
end
mix.ui.table(rows, { columns = { "place", "title", "length" } })
