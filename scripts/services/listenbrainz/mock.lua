-- Imitates ListenBrainz: the playlists of the user `mock`, and those that were made for them, in
-- JSPF as the service gives it. It knows no other user.

local artists = require("lib.mock.artists")
local catalogue = require("lib.mock.catalogue")
local lists = require("lib.mock.lists")

local user = "mock"
local usual_page, longest_page = 25, 100
local tracks_a_playlist, songs_apart = 25, 40
-- One song of these has no known length.
local songs_timed, untimed = 64, 52
local caa_base = 14860000000
local page_address = "https://listenbrainz.org/playlist/5e550000-0000-4000-8000-00000000000%d"
local made_at, expires_at = "2026-11-20T08:00:00+00:00", "2026-12-04T08:00:00+00:00"

local own = {
  { number = 1, title = "Road trip", creator = user },
  { number = 2, title = "Rain & windows", creator = user, collaborators = { "listener" },
    copied_from = 1 },
}
local made_for = { { number = 3, title = "Weekly Exploration for mock", creator = "listenbrainz" } }

local function failed(status, text)
  return { status = status, json = { code = status, error = text } }
end

-- The identifiers that the mock of MusicBrainz gives.
local function mbid(kind, number) return ("6d62000%d-7361-4b69-8d78-%012x"):format(kind, number) end
local function recording_id(index) return mbid(1, index) end
local function release_id(song) return mbid(2, song.album_first) end
local function artist_id(number) return mbid(5, number) end

-- Whom `creator` names, with what joins them.
local function artists_of(song)
  local list = mix.json.array({ { artist_credit_name = song.artist, join_phrase = "",
    artist_mbid = artist_id(song.artist_number) } })
  if song.credit ~= "joint" then return list end
  for place, name in ipairs(song.others) do
    list[place].join_phrase = place == #song.others and " & " or ", "
    list[place + 1] = { artist_credit_name = name, join_phrase = "",
      artist_mbid = artist_id(artists.number(name)) }
  end
  return list
end

local function track(index)
  local song = catalogue.song(index)
  local by, addresses = artists_of(song), mix.json.array({})
  for place, artist in ipairs(by) do
    addresses[place] = "https://musicbrainz.org/artist/" .. artist.artist_mbid
  end
  return {
    title = song.full_title, creator = song.credited_artist, album = song.album,
    duration = index % songs_timed == untimed and mix.json.null or song.milliseconds,
    identifier = mix.json.array({ "https://musicbrainz.org/recording/" .. recording_id(index) }),
    extension = { ["https://musicbrainz.org/doc/jspf#track"] = {
      added_at = made_at, added_by = user, artist_identifiers = addresses,
      release_identifier = "https://musicbrainz.org/release/" .. release_id(song),
      additional_metadata = { artists = by, caa_id = caa_base + song.album_first,
        caa_release_mbid = release_id(song) },
    } },
  }
end

local function playlist(known, tracks)
  return { playlist = {
    title = known.title, creator = known.creator, identifier = page_address:format(known.number),
    annotation = "made up by mixhost mock", date = made_at, track = mix.json.array(tracks),
    extension = { ["https://musicbrainz.org/doc/jspf#playlist"] = {
      creator = known.creator, last_modified_at = made_at, public = true,
      created_for = known.creator ~= user and user or nil,
      collaborators = known.collaborators and mix.json.array(known.collaborators),
      copied_from_mbid = known.copied_from and page_address:format(known.copied_from),
      additional_metadata = known.creator ~= user and {
        algorithm_metadata = { source_patch = "weekly-exploration" }, expires_at = expires_at,
      } or nil,
    } },
  } }
end

local function list(playlists)
  return function(request)
    local name, query = request.parts.name, request.query
    if name ~= user then return failed(404, "Cannot find user: " .. name) end
    local count = query:number("count", usual_page, 1, longest_page) or usual_page
    local offset = math.max(0, query:number("offset", 0, 0, math.maxinteger) or 0)
    local page = lists.page(playlists, offset, count, function(known)
      return playlist(known, {})
    end)
    return { json = {
      count = #page, offset = offset, playlist_count = #playlists, playlists = page,
    } }
  end
end

local function whole(known)
  local tracks, first = {}, known.number * songs_apart
  for index = first, first + tracks_a_playlist - 1 do tracks[#tracks + 1] = track(index) end
  return { json = playlist(known, tracks) }
end

return {
  settings = { ["listenbrainz.user"] = user },
  routes = {
    ["GET /listenbrainz/user/:name/playlists"] = list(own),
    ["GET /listenbrainz/user/:name/playlists/createdfor"] = list(made_for),
    ["GET /listenbrainz/playlist/:id"] = function(request)
      local id = request.parts.id
      for _, known in ipairs({ own[1], own[2], made_for[1] }) do
        if page_address:format(known.number):match("[^/]+$") == id then return whole(known) end
      end
      return failed(404, "Cannot find playlist: " .. id)
    end,
  },
  limited = function(request)
    local answer = failed(429, "You have exceeded your rate limit.")
    -- The service names the wait in a field of its own.
    answer.headers = { ["X-RateLimit-Remaining"] = "0",
      ["X-RateLimit-Reset-In"] = request.wait and tostring(request.wait) or nil }
    return answer
  end,
}
