-- The rows of a list that is imported: which tracks they are at Spotify, and how sure that is.

local ahead = require("programs.playlist.lib.ahead")
local decisions = require("lib.linking.decisions")
local finding = require("programs.playlist.lib.finding")
local first_answer = require("lib.first_answer")
local reviewing = require("programs.playlist.lib.reviewing")
local track_files = require("lib.track_files")
local words = require("programs.playlist.lib.words")

local rows = {}

-- Requests at once.
local at_once = 6

-- Where each track of a list is, in its order.
local function matches_of(list, look, view)
  local matches = {}
  ahead.each(list.tracks, at_once, function() return math.huge end, look, function(_, place, match)
    view:progress("tracks", place, #list.tracks, track_files.shown(list.tracks[place]))
    matches[place] = match
  end)
  view:stop()
  return matches
end

-- Adds a row to what was found. `seen`: the set of addresses above it.
local function add(found, track, match, seen)
  local name, uri = track_files.shown(track), match.uri
  found.rows[match.status] = found.rows[match.status] + 1
  if match.is_decided then found.rows.decided = (found.rows.decided or 0) + 1 end
  if uri then
    found.uris[#found.uris + 1] = uri
    found.doubles[#found.doubles + 1] = seen[uri] and name or nil
    seen[uri] = true
  else
    found.missing[#found.missing + 1] = { track = name, why = match.why, status = match.status }
    found.refused[#found.refused + 1] = match.refusal
  end
end

-- After how many failures in a row the service counts as down.
local most_failures = 8

-- The service, whose failures end the run where they would meet the other tracks too.
local function gated(service)
  local gate = first_answer.open(nil, most_failures)
  return { search_tracks = function(_, wanted)
    return gate:ask(function() return service:search_tracks(wanted) end)
  end }
end

--- Finds the tracks of a list: {uris, rows (the number of each status), missing, doubles, refused
--- (errors of tracks that Spotify could not search for)}. `match_rules`: of match/tracks; `view`
--- has progress, warn and stop; with `is_reviewed` the user is asked about the rows in doubt.
function rows.find(list, service, match_rules, view, is_reviewed)
  local kept = decisions.open()
  local asked = gated(service)
  local function look(track) return finding.find(asked, track, match_rules, kept) end
  local matches = matches_of(list, look, view)
  if is_reviewed then reviewing.run(list.tracks, matches, match_rules, kept, look) end
  local found = {
    uris = {}, missing = mix.json.array({}), doubles = mix.json.array({}), refused = {},
    rows = { all = #list.tracks, sure = 0, doubtful = 0, absent = 0, doubles = 0 },
  }
  local seen = {}
  for place, track in ipairs(list.tracks) do
    local match = matches[place]
    if match.why then view:warn(("%s: %s"):format(track_files.shown(track), match.why)) end
    add(found, track, match, seen)
  end
  found.rows.doubles = #found.doubles
  return found
end

-- The most names of doubles in a line.
local most_named = 5

--- Returns what the rows came to, in lines of a plan.
function rows.lines(found)
  local counts = found.rows
  local by_user = counts.decided and (" (%d as you decided)"):format(counts.decided) or ""
  local lines = { ("Rows: %d sure%s, %d doubtful, %d absent"):format(
    counts.sure, by_user, counts.doubtful, counts.absent) }
  if counts.doubles > 0 then
    lines[2] = ("  %s: %s"):format(counts.doubles == 1 and "1 row repeats a track of a row above"
      or counts.doubles .. " rows repeat tracks of rows above",
      words.quoted(found.doubles, most_named))
  end
  return lines
end

return rows
