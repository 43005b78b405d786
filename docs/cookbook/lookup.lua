-- Many tracks in one request, by their identifiers: mixhost lookup.lua 1000000003 1000000067
if not ... then mix.ui.fail("a track's identifier is missing, such as 1000000003", 2) end
local answer = assert(mix.http.get("https://itunes.apple.com/lookup", {
  query = { id = table.concat({ ... }, ",") }, ttl = "24h",
}))
local rows = {}
for _, track in ipairs(assert(mix.json.decode(answer.body)).results) do
  rows[#rows + 1] = { id = track.trackId, title = track.trackName, artist = track.artistName }
end
mix.ui.table(rows, { columns = { "id", "title", "artist" } })
