-- The chart of a country at Apple: mixhost apple_chart.lua de 25
local country, count = ...
local address = ("https://rss.marketingtools.apple.com/api/v2/%s/music/most-played/%s/songs.json"):format(
  country or "us", count or 10)
local answer = assert(mix.http.get(address, { ttl = "6h" }))
if not answer.ok then mix.ui.fail(("Apple answered %d"):format(answer.status)) end
local rows = {}
for rank, song in ipairs(assert(mix.json.decode(answer.body)).feed.results) do
  rows[rank] = { rank = rank, title = song.name, artist = song.artistName, released = song.releaseDate }
end
mix.ui.table(rows, { columns = { "rank", "title", "artist", "released" } })
