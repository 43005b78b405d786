-- Finds a track of a file at Spotify: by address, by ISRC, else by title and artist.

local failure = require("lib.failure")

local finding = {}

-- The lengths of one recording differ by this number of seconds at most.
local most_seconds = 3

-- The address of a track in a text: an address of Spotify's of either form, or a bare identifier.
local function uri_of(text)
  if not text then return nil end
  local id = text:match("^spotify:track:(%w+)$")
    or text:match("open%.spotify%.com/track/(%w+)")
    or text:match("open%.spotify%.com/intl%-%a+/track/(%w+)")
    or text:match("^" .. ("%w"):rep(22) .. "$")
  if id then return "spotify:track:" .. id end
  return text:match("^spotify:episode:%w+$")
end

local function candidate_of(track)
  return { title = track.title, artist = table.concat(track.artists, ", "), album = track.album,
    duration = track.duration, id = track.id }
end

local function named(candidate)
  return ("%s by %s"):format(candidate.title, candidate.artist)
end

-- The candidates of a search. A refusal of this one search is kept in `state`; other failures would
-- meet all tracks, and are raised.
local function search(service, wanted, state)
  local tracks, err = service:search_tracks(wanted)
  if not tracks and not failure.is_of_question(err) then error(err, 0) end
  state.refusal = err or state.refusal
  local list = {}
  for place, track in ipairs(tracks or {}) do list[place] = candidate_of(track) end
  return list
end

-- The candidate that fits a track; nil and why there is none.
local function choose(track, list, rules)
  local match, problem = failure.caught(mix.match.best, {
    title = track.title, artist = track.artist or "", album = track.album,
    duration = track.duration,
  }, list, rules)
  if not match then return nil, failure.line(problem) end
  if match.decision == "matched" then return match.candidate end
  return nil, ("%s; the closest: %s"):format(match.decision == "uncertain" and "uncertain"
    or "nothing that was found fits", named(list[1]))
end

local function words_of(text)
  local words, count = {}, 0
  for word in mix.text.fold(text):gmatch("%w+") do
    if not words[word] then words[word], count = true, count + 1 end
  end
  return words, count
end

-- Whether most words of the shorter of two texts are in the other one; also when they cannot be
-- compared, as in two scripts.
local function are_alike(one, other)
  local words, count = words_of(one)
  local others, other_count = words_of(other)
  local common = 0
  for word in pairs(words) do common = common + (others[word] and 1 or 0) end
  return common * 2 > math.min(count, other_count) or count == 0 or other_count == 0
end

-- Whether an ISRC found another song than the file's: neither title nor artist nor length agree.
local function contradicts(track, candidate)
  if not (track.title and track.artist) then return false end
  if are_alike(track.title, candidate.title) or are_alike(track.artist, candidate.artist) then
    return false
  end
  return not (track.duration and candidate.duration
    and math.abs(track.duration - candidate.duration) <= most_seconds)
end

-- The candidate of a track's ISRC; nil and, where it is of another song, the words on that.
local function by_isrc(service, track, state)
  if not track.isrc then return nil end
  local candidate = search(service, { isrc = track.isrc }, state)[1]
  if candidate and contradicts(track, candidate) then
    return nil, "its ISRC is of another song: " .. named(candidate)
  end
  return candidate
end

-- The candidate by title and artist; nil and why there is none.
local function by_title(service, track, rules, state)
  local steps = { { words = track.title .. " " .. (track.artist or "") } }
  if track.artist then
    table.insert(steps, 1, { title = track.title, artist = track.artist })
  end
  local why = "the search found nothing"
  for _, wanted in ipairs(steps) do
    local list = search(service, wanted, state)
    if #list > 0 then
      local candidate, reason = choose(track, list, rules)
      if candidate then return candidate end
      why = reason
    end
  end
  return nil, why
end

--- Finds a track: {uri}, with `why` if something about it is to be said; or {why, refusal}, where
--- `refusal` is the error if Spotify refused to search for this one. Raises what would meet all
--- tracks. `track`: {uri, isrc, title, artist, album, duration}, as far as known.
function finding.find(service, track, rules)
  local uri, state = uri_of(track.uri), {}
  if uri then return { uri = uri } end
  local candidate, odd = by_isrc(service, track, state)
  if not candidate then
    local why = "neither an address of Spotify's nor a title is given"
    if track.title then candidate, why = by_title(service, track, rules, state) end
    if not candidate then
      local refusal = state.refusal
      return { why = odd or refusal and refusal.message or why, refusal = refusal }
    end
  end
  return { uri = "spotify:track:" .. candidate.id, why = odd }
end

return finding
