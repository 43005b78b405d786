-- Songs of the chart with what catalogues said of them, on which the screen of rules tries rules of
-- match/tracks.

local live_chart = require("programs.chart.lib.live_chart")

--- {key, title, query, candidates} each, `most` at most.
return function(most)
  local items = {}
  for place, song in ipairs(live_chart.known(most)) do
    local entry = song.entry
    items[place] = {
      key = "song " .. place, title = ("%s, %s"):format(entry.title, entry.artist),
      query = { title = entry.title, artist = entry.artist }, candidates = song.candidates,
    }
  end
  return items
end
