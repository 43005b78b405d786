-- The rows of a list that is imported: which tracks they are at Spotify, and how sure that is.

local ahead = require("programs.playlist.lib.ahead")
local finding = require("programs.playlist.lib.finding")
local track_files = require("lib.track_files")
local words = require("programs.playlist.lib.words")

local rows = {}

-- Requests at once.
local at_once = 6

--- Finds the tracks of a list: {uris, rows (the number of each status), missing, doubles, refused
--- (errors of tracks that Spotify refused)}. `match_rules`: of match/tracks; `view` has progress,
--- warn and stop.
function rows.find(list, service, match_rules, view)
  local found = {
    uris = {}, missing = mix.json.array({}), doubles = mix.json.array({}), refused = {},
    rows = { all = #list.tracks, sure = 0, doubtful = 0, absent = 0, doubles = 0 },
  }
  local counts, seen = found.rows, {}
  ahead.each(list.tracks, at_once, function() return math.huge end, function(track)
    return finding.find(service, track, match_rules)
  end, function(track, place, match)
    local name, uri = track_files.shown(track), match.uri
    view:progress("tracks", place, #list.tracks, name)
    counts[match.status] = counts[match.status] + 1
    if match.why then view:warn(("%s: %s"):format(name, match.why)) end
    if uri then
      found.uris[#found.uris + 1] = uri
      found.doubles[#found.doubles + 1] = seen[uri] and name or nil
      seen[uri] = true
    else
      found.missing[#found.missing + 1] = { track = name, why = match.why, status = match.status }
      found.refused[#found.refused + 1] = match.refusal
    end
  end)
  counts.doubles = #found.doubles
  view:stop()
  return found
end

-- The most names of doubles in a line.
local most_named = 5

--- Returns what the rows came to, in lines of a plan.
function rows.lines(found)
  local counts = found.rows
  local lines = { ("Rows: %d sure, %d doubtful, %d absent"):format(
    counts.sure, counts.doubtful, counts.absent) }
  if counts.doubles > 0 then
    lines[2] = ("  %s: %s"):format(counts.doubles == 1 and "1 row repeats a track of a row above"
      or counts.doubles .. " rows repeat tracks of rows above",
      words.quoted(found.doubles, most_named))
  end
  return lines
end

return rows
