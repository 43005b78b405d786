-- Finds the tracks of a file among the songs of a music server.

local failure = require("lib.failure")
local first_answer = require("lib.first_answer")

-- Requests at once, after how many failures in a row the server counts as down, and the further
-- searches for a track: servers that look for words in titles alone find a part of its names.
local at_once, most_failures, most_further = 4, 8, 4

local entry = { kind = "tracks", ask = function(service, query) return service:search(query) end }

-- Searches for a track: {id}, else {reason}; with `refusal` when this one search failed.
local function find(gate, service, track, rules, search)
  local record = { title = track.title, artist = track.artist, album = track.album,
    duration = track.duration }
  local gated = { search = function(_, query)
    return gate:ask(function() return service:search(query) end)
  end }
  local found, err = search(gated, entry, record, rules, most_further)
  if not found then return { reason = err.message, refusal = err } end
  local match, problem = failure.caught(mix.match.best, record, found, rules)
  if not match then return { reason = failure.line(problem) } end
  return { id = match.decision == "matched" and match.candidate.id or nil, reason = match.reason }
end

--- Returns what is found for each track: {id}, else {reason, refusal}; nil and the error of a
--- server that cannot be asked. `search`: as rules.lib.service_search's run.
return function(service, tracks, rules, search)
  local gate = first_answer.open(nil, most_failures)
  return failure.caught(mix.task.map, tracks, { limit = at_once }, function(track)
    return find(gate, service, track, rules, search)
  end)
end
