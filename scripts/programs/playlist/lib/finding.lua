-- Finds a track of a file at Spotify: by address, as its user decided, by ISRC, else by title and
-- artist.

local failure = require("lib.failure")
local queries = require("rules.lib.service_queries")

local finding = {}

-- The address of a track in a text: an address of Spotify's of either form, or a bare identifier.
local function uri_of(text)
  if not text then return nil end
  local id = text:match("^spotify:track:(%w+)$") or text:match("open%.spotify%.com/track/(%w+)")
    or text:match("open%.spotify%.com/intl%-%a+/track/(%w+)")
    or text:match("^" .. ("%w"):rep(22) .. "$")
  if id then return "spotify:track:" .. id end
  return text:match("^spotify:episode:%w+$")
end

local function candidate_of(track)
  return { title = track.title, artist = table.concat(track.artists, ", "), album = track.album,
    duration = track.duration, id = track.id, playable = track.playable }
end

local function named(candidate) return ("%s by %s"):format(candidate.title, candidate.artist) end

-- The candidates of a search, without those that the user rejected for this track. A failure of
-- this one search is kept in `state`; one that would meet all tracks is raised.
local function search(service, wanted, state)
  local tracks, err = service:search_tracks(wanted)
  if not tracks and failure.is_for_all(err) then error(err, 0) end
  state.refusal = err or state.refusal
  local list = {}
  for _, track in ipairs(tracks or {}) do
    if not state.rejected[track.id] then list[#list + 1] = candidate_of(track) end
  end
  return list
end

-- The words of a text in letters that can be compared, and their number.
local function words_of(text)
  local words, count = {}, 0
  for word in mix.text.fold(text):gmatch("%w+") do
    if not words[word] then words[word], count = true, count + 1 end
  end
  return words, count
end

-- Whether two names of artists have no word in common; not when they cannot be compared, as in two
-- scripts.
local function are_others(one, other)
  local words, count = words_of(one)
  local others, other_count = words_of(other)
  for word in pairs(words) do
    if others[word] then return false end
  end
  return count > 0 and other_count > 0
end

-- Those of a list that can be played, if it has both; nil else.
local function playable_of(list)
  local found = {}
  for _, candidate in ipairs(list) do
    found[#found + 1] = candidate.playable ~= false and candidate or nil
  end
  return #found > 0 and #found < #list and found or nil
end

-- How a track is found among candidates: {status, candidate, why, closest, score}. `status`:
-- "sure", "doubtful" or "absent". `isrc`: that of both sides. Another copy of a track that cannot
-- be played comes first.
local function judge(track, list, rules, isrc)
  local playable = playable_of(list)
  local found = playable and judge(track, playable, rules, isrc)
  if found and found.candidate then return found end
  local match, problem = failure.caught(mix.match.best, {
    title = track.title or "", artist = track.artist or "", album = track.album,
    duration = track.duration, isrc = isrc,
  }, list, rules)
  if not match then return { status = "absent", why = failure.line(problem) } end
  if match.decision == "matched" then return { status = "sure", candidate = match.candidate } end
  local is_doubtful, closest = match.decision == "uncertain", match.candidate or list[1]
  return {
    status = is_doubtful and "doubtful" or "absent", closest = closest, score = match.score,
    why = ("%s; the closest: %s"):format(is_doubtful and "uncertain"
      or "nothing that was found fits", named(closest)),
  }
end

-- A track by its ISRC; nil where nothing has it. Karaoke versions and covers carry the ISRC of what
-- they sing, so that title, artist and length must allow it.
local function by_isrc(service, track, rules, state)
  if not track.isrc then return nil end
  local list = search(service, { isrc = track.isrc }, state)
  if #list == 0 then return nil end
  -- Spotify does not always say the ISRC that it has found by.
  for _, candidate in ipairs(list) do candidate.isrc = track.isrc end
  local found = judge(track, list, rules, track.isrc)
  local candidate = found.candidate
  if candidate and track.title and track.artist and are_others(track.artist, candidate.artist) then
    found.candidate, found.status = nil, "doubtful"
  end
  if not found.candidate then
    found.status, found.closest = "doubtful", candidate or list[1]
    found.why = "its ISRC is of another song: " .. named(found.closest)
  end
  return found
end

-- The searches for a track by title and artist, the narrowest first.
local function steps_of(track)
  local steps = { { words = track.title .. " " .. (track.artist or "") } }
  if track.artist then
    table.insert(steps, 1, { title = track.title, artist = track.artist })
    for _, query in ipairs(queries.of_parts(track)) do
      steps[#steps + 1] = { title = query.title, artist = query.artist }
    end
  end
  return steps
end

-- A track by title and artist.
local function by_title(service, track, rules, state)
  local best = { status = "absent", why = "the search found nothing" }
  for _, wanted in ipairs(steps_of(track)) do
    local list = search(service, wanted, state)
    local found = #list > 0 and judge(track, list, rules)
    if found and found.candidate then return found end
    if found and best.status ~= "doubtful" then best = found end
  end
  return best
end

local function uri_by_search(service, track, rules, state)
  local odd = by_isrc(service, track, rules, state)
  if odd and odd.candidate then return odd end
  local found = track.title and by_title(service, track, rules, state)
    or { status = "absent", why = "neither an address of Spotify's nor a title is given" }
  -- A doubtful ISRC is to be said, whatever the title finds.
  if odd then found.why = odd.why end
  if odd and not found.candidate and found.status ~= "doubtful" then
    found.status, found.closest, found.score = odd.status, odd.closest, odd.score
  end
  return found
end

--- The facts of a row, for which the user's decisions are kept.
function finding.record(track)
  return { title = track.title, artist = track.artist, album = track.album, isrc = track.isrc,
    duration = track.duration, uri = track.uri }
end

-- The name of the service in decisions.
finding.service = "spotify"

-- The identifier that the user chose for a track, and the set of those that are rejected.
local function decided(kept, track)
  local chosen, rejected = nil, {}
  for target, entry in pairs(kept and kept:of(finding.record(track)) or {}) do
    local id = target:match("^" .. finding.service .. " (%w+)$")
    if id and entry.verdict == "same" then chosen = id elseif id then rejected[id] = true end
  end
  return chosen, rejected
end

--- Finds a track: {status, uri, why, refusal, closest, score, is_decided}. `status`: "sure" (it has
--- `uri`), "doubtful" (`closest` is the candidate in doubt) or "absent"; `why`: what is to be said;
--- `refusal`: the error if Spotify could not search for this one. Raises what would meet all
--- tracks. `track`: {uri, isrc, title, artist, album, duration}, as far as known; `kept`: decisions
--- of the user (lib.linking.decisions), which come first.
function finding.find(service, track, rules, kept)
  local chosen, rejected = decided(kept, track)
  local uri = chosen and "spotify:track:" .. chosen or uri_of(track.uri)
  if uri then return { status = "sure", uri = uri, is_decided = chosen ~= nil } end
  local state = { rejected = rejected }
  local found = uri_by_search(service, track, rules, state)
  if found.candidate then
    return { status = "sure", uri = "spotify:track:" .. found.candidate.id, why = found.why }
  end
  local refusal = state.refusal
  local is_refused = refusal and found.status == "absent"
  return { status = found.status, why = is_refused and refusal.message or found.why,
    refusal = refusal, closest = found.status == "doubtful" and found.closest or nil,
    score = found.score }
end

return finding
