-- Finds the tracks of a file among the songs of a music server.

local failure = require("lib.failure")
local first_answer = require("lib.first_answer")

-- Requests at once, and after how many failures in a row the server counts as down.
local at_once, most_failures = 4, 8

-- Searches for a track: {id}, else {reason}; with `refusal` when this one search failed.
local function find(gate, service, track, rules)
  local found, err = gate:ask(function()
    return service:search({ title = track.title, artist = track.artist })
  end)
  if not found then return { reason = err.message, refusal = err } end
  local record = { title = track.title, artist = track.artist, album = track.album,
    duration = track.duration }
  local match, problem = failure.caught(mix.match.best, record, found, rules)
  if not match then return { reason = failure.line(problem) } end
  return { id = match.decision == "matched" and match.candidate.id or nil, reason = match.reason }
end

--- Returns what is found for each track: {id}, else {reason, refusal}; nil and the error of a
--- server that cannot be asked.
return function(service, tracks, rules)
  local gate = first_answer.open(nil, most_failures)
  return failure.caught(mix.task.map, tracks, { limit = at_once }, function(track)
    return find(gate, service, track, rules)
  end)
end
