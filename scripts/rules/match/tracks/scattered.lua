-- The standard rules for tables with merged columns, as careless exports leave them: "Song Artist
-- Pop $ 1.29 3:33 21-Oct-14" in the title, and nothing in the other columns. A title is cut only
-- where several signs agree, keeps the version that it names, and the note shows the cut.

local recovered = require("rules.lib.recovered")
local standard = require("rules.match.tracks.standard")
local tracks = require("rules.lib.tracks")

local function compare(q, c)
  if not (q.moved or c.moved) then return standard.compare(q, c) end
  local a, b, cut = recovered.views(q, c)
  local pair = standard.compare(a, b)
  pair.recovered = true
  if cut then pair.note = ("%s; %s"):format(cut, pair.note) end
  return pair
end

local rules = {}
for name, value in pairs(standard) do rules[name] = value end
rules.name = "tracks/scattered"
rules.doc = "As standard, where titles hold the values of other columns."
rules.compare = compare
rules.prepare = function(record) return tracks.read_scattered(record) end
rules.prepare_candidate = function(record)
  return tracks.read_scattered(record, tracks.read_candidate)
end

return rules
