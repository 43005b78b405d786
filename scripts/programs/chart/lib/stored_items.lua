-- Songs of the chart with what catalogues said of them, on which the screen of rules tries rules of
-- match/tracks.

local chart_sources = require("programs.chart.lib.chart_sources")
local enrichment = require("programs.chart.lib.enrichment")
local history = require("programs.chart.lib.history")
local live_chart = require("programs.chart.lib.live_chart")

--- {key, title, query, candidates} each, `most` at most, without a request.
return function(most)
  local list, items = history.shared() or chart_sources.bundled(), {}
  local place = { catalogue = mix.env.setting("chart.catalogue"), country = live_chart.store() }
  for _, entry in ipairs(list and list.entries or {}) do
    local candidates = #items < most and enrichment.candidates(entry, place)
    if candidates and #candidates > 0 then
      items[#items + 1] = {
        key = "song " .. #items + 1, title = ("%s, %s"):format(entry.title, entry.artist),
        query = { title = entry.title, artist = entry.artist }, candidates = candidates,
      }
    end
  end
  return items
end
