-- Apple's charts: the most played songs of a country, with the identifiers of its storefront.

local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local text_of = json_values.text

local apple_charts = {
  name = "apple_charts", title = "Apple's charts", upstream = "apple_charts", has_pages = true,
}

local base = mix.http.service("apple_charts").base

--- The numbers of songs that the service offers.
apple_charts.limits = { "10", "25", "50", "100" }

--- Returns the address of a country's chart.
function apple_charts.address(country, limit)
  return ("%s/%s/music/most-played/%s/songs.json"):format(base, country, limit)
end

--- Returns rows for chart.check, in the chart's order; nil and the reason for anything but a chart.
function apple_charts.rows(document)
  local feed = type(document) == "table" and document.feed
  local results = type(feed) == "table" and feed.results
  if type(results) ~= "table" or not mix.json.is_array(results) then
    return nil, "the answer has no feed.results"
  end
  local rows = {}
  for rank, song in ipairs(results) do
    rows[rank] = song
    if type(song) == "table" and not mix.json.is_array(song) then
      rows[rank] = { rank = rank, title = text_of(song.name) or song.name,
        artist = text_of(song.artistName) or song.artistName,
        known_id = json_values.positive(song.id) }
    end
  end
  return rows
end

local function no_rows(document)
  local rows, reason = apple_charts.rows(document)
  if not rows then return reason end
  local row = rows[1]
  local is_song = type(row) == "table" and type(row.title) == "string"
    and type(row.artist) == "string"
  return not is_song and "its first entry is not a song" or nil
end

--- The doctor's checks; see docs/doctor.md.
apple_charts.checks = { {
  title = "Apple's chart", upstream = "apple_charts", serves = { "chart" },
  requires = { "chart.apple" }, client = function() return { upstream = "apple_charts" } end,
  question = function()
    local url = apple_charts.address(mix.env.setting("chart.apple"), apple_charts.limits[1])
    return { path = url:sub(#base + 1) }
  end,
  shape = function(response) return json_answers.flaw(response, no_rows) end,
} }

return apple_charts
