-- How counts, times and texts are written.

local words = {}

--- "1 track", "3 tracks".
words.count = require("lib.counted")

--- A time of day of this place: "2026-01-31 09:30".
function words.time(seconds) return os.date("%Y-%m-%d %H:%M", math.floor(seconds)) end

--- "A", "B" and 3 more.
function words.quoted(list, most)
  local parts = {}
  for place = 1, math.min(#list, most) do parts[place] = ("\"%s\""):format(list[place]) end
  local text = table.concat(parts, ", ")
  if #list > most then text = ("%s and %d more"):format(text, #list - most) end
  return text
end

return words
