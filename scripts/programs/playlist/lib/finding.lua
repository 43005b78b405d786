-- Tracks of other programs at Spotify: by their address, by the recording's code, else by title and
-- artist, judged by the rules that charts are matched by.

local failure = require("lib.failure")

local finding = {}

local function quoted(text)
  return '"' .. text:gsub('"', " ") .. '"'
end

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

local function found_as(track, how)
  return { uri = "spotify:track:" .. track.id, title = track.title, artists = track.artists,
    how = how }
end

local function candidates_of(tracks)
  local list = {}
  for place, track in ipairs(tracks) do
    list[place] = {
      title = track.title, artist = table.concat(track.artists, ", "), album = track.album,
      duration = track.duration, track = track,
    }
  end
  return list
end

local function by_title(service, track, rules)
  local words = {
    ("track:%s artist:%s"):format(quoted(track.title), quoted(track.artist or "")),
    track.title .. " " .. (track.artist or ""),
  }
  if not track.artist then table.remove(words, 1) end
  local why = "the search found nothing"
  for _, query in ipairs(words) do
    local tracks, err = service:search_tracks(query)
    if not tracks then return nil, nil, err end
    if #tracks > 0 then
      local list = candidates_of(tracks)
      local match, problem = failure.caught(mix.match.best, {
        title = track.title, artist = track.artist or "", album = track.album,
        duration = track.duration,
      }, list, rules)
      if not match then return nil, failure.line(problem) end
      if match.decision == "matched" then
        return found_as(match.candidate.track, "by title and artist")
      end
      why = ("%s; the closest: %s by %s"):format(match.decision == "uncertain" and "uncertain"
        or "nothing that was found fits", list[1].title, list[1].artist)
    end
  end
  return nil, why
end

--- The track at Spotify: {uri, how}; nil and why there is none; nil, nil and the error when nobody
--- answers. `track`: {uri, isrc, title, artist, album, duration}, as far as known.
function finding.track(service, track, rules)
  local uri = uri_of(track.uri)
  if uri then return { uri = uri, how = "by its address" } end
  if track.isrc then
    local tracks, err = service:search_tracks("isrc:" .. track.isrc:gsub("[^%w]", ""))
    if not tracks then return nil, nil, err end
    if tracks[1] then return found_as(tracks[1], "by its ISRC") end
  end
  if not track.title then return nil, "neither an address of Spotify's nor a title is given" end
  return by_title(service, track, rules)
end

return finding
