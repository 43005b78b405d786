-- Apple's charts: the most played songs of a country, with the identifiers of its store.

local apple_charts = {}

local base = "https://rss.marketingtools.apple.com/api/v2"

--- How many songs the service offers; nothing in between.
apple_charts.limits = { "10", "25", "50", "100" }

--- The address of a country's chart.
function apple_charts.address(country, limit)
  return ("%s/%s/music/most-played/%s/songs.json"):format(base, country, limit)
end

--- Rows for chart.check, in the chart's order; nil and the reason for anything but a chart.
function apple_charts.rows(document)
  local feed = type(document) == "table" and document.feed
  local results = type(feed) == "table" and feed.results
  if type(results) ~= "table" or not mix.json.is_array(results) then
    return nil, "the answer has no feed.results"
  end
  local rows = {}
  for rank, song in ipairs(results) do
    local is_song = type(song) == "table" and not mix.json.is_array(song)
    rows[rank] = not is_song and song or {
      rank = rank, title = song.name, artist = song.artistName,
      known_id = math.tointeger(tonumber(song.id)),
    }
  end
  return rows
end

return apple_charts
