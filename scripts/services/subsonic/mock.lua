-- Imitates a music server in the form of Subsonic's API 1.16.1 with the members of OpenSubsonic:
-- its songs are the catalogue's first, and playlists can be made until the mock ends. Refusals are
-- answers with status 200.

local catalogue = require("lib.mock.catalogue")
local lists = require("lib.mock.lists")

-- The log-in of the API's own documentation: the MD5 of "sesame" and the salt.
local user, salt, token = "joe", "c19b2d", "26719a1196d2a940705a59634eb18eef"
local most_songs = 1000
local longest_page, usual_page = 500, 20

-- `member`: the name of a part of the answer, and its value; nil for none.
local function answer(status, member, value)
  local response = { status = status, version = "1.16.1", type = "mixhost-mock",
    serverVersion = "1.0.0", openSubsonic = true }
  if member then response[member] = value end
  return { json = { ["subsonic-response"] = response } }
end

local function failed(code, message)
  return answer("failed", "error", { code = code, message = message })
end

-- The same for each song of an artist.
local function person_id(name)
  local number = 0
  for _, code in utf8.codes(name) do number = (number * 31 + code) % 0xffffff end
  return ("ar-%06x"):format(number)
end

local function song(index)
  local known = catalogue.song(index)
  local seconds, artist_id = known.milliseconds // 1000, person_id(known.artist)
  return {
    id = ("so-%d"):format(index), parent = ("al-%d"):format(index), isDir = false,
    title = known.credited_title, album = known.album, artist = known.credited_artist,
    track = known.track_number, discNumber = 1, year = known.year, genre = known.genre,
    genres = { { name = known.genre } }, coverArt = ("al-%d"):format(index),
    size = seconds * 110000,
    contentType = "audio/flac", suffix = "flac", duration = seconds, bitRate = 880, bitDepth = 16,
    samplingRate = 44100, channelCount = 2, path = ("%s/%s/%02d.flac"):format(known.artist,
      known.album, known.track_number), playCount = index % 9, played = "2026-11-20T20:00:00Z",
    created = "2026-11-01T08:00:00Z", albumId = ("al-%d"):format(index), artistId = artist_id,
    type = "music", mediaType = "song", isVideo = false, bpm = 0, comment = "",
    sortName = known.title:lower(), musicBrainzId = "", isrc = mix.json.array({}),
    moods = mix.json.array({}), artists = { { id = artist_id, name = known.credited_artist } },
    displayArtist = known.credited_artist,
    albumArtists = { { id = artist_id, name = known.artist } }, displayAlbumArtist = known.artist,
    contributors = { { role = "composer", artist = { id = artist_id, name = known.artist } } },
    displayComposer = known.artist, explicitStatus = "",
    replayGain = { trackGain = -7, trackPeak = 1, albumGain = -7, albumPeak = 1 },
  }
end

local function songs(indices) return lists.each(indices, song) end

local function number_of(id)
  local number = math.tointeger(tonumber((id or ""):match("^so%-(%d+)$")))
  return number and number < most_songs and number or nil
end

local function numbers_of(ids) return lists.each(ids, number_of) end

local function playlist(list, has_songs)
  local seconds = 0
  for _, index in ipairs(list.songs) do
    seconds = seconds + catalogue.song(index).milliseconds // 1000
  end
  return {
    id = list.id, name = list.name, comment = "", songCount = #list.songs, duration = seconds,
    owner = user, public = false, readonly = false, created = "2026-11-01T08:00:00Z",
    changed = "2026-11-20T20:00:00Z", coverArt = list.id,
    entry = has_songs and songs(list.songs) or nil,
  }
end

local function found(state, id)
  for _, list in ipairs(state.playlists) do
    if list.id == id then return list end
  end
end

local methods = {}

function methods.ping() return answer("ok") end

function methods.getOpenSubsonicExtensions()
  return answer("ok", "openSubsonicExtensions", mix.json.array({
    { name = "formPost", versions = mix.json.array({ 1 }) },
    { name = "transcodeOffset", versions = mix.json.array({ 1 }) },
  }))
end

function methods.search3(query)
  local count = query:number("songCount", usual_page, 0, longest_page) or usual_page
  local offset = math.max(0, query:number("songOffset", 0, 0, math.maxinteger) or 0)
  local places = {}
  if query.query then
    for _, index in ipairs((catalogue.search(query.query, "any", 500))) do
      if index < most_songs then places[#places + 1] = index end
    end
  else
    -- An empty query asks for everything, a page at a time.
    places = lists.range(0, math.min(most_songs, catalogue.size()) - 1)
  end
  return answer("ok", "searchResult3", {
    song = songs(table.move(places, offset + 1, offset + count, 1, {})),
  })
end

function methods.getSong(query)
  local number = number_of(query.id)
  return number and answer("ok", "song", song(number))
end

function methods.getPlaylists(_, state)
  return answer("ok", "playlists", { playlist = lists.each(state.playlists, function(list)
    return playlist(list, false)
  end) })
end

function methods.getPlaylist(query, state)
  local list = found(state, query.id)
  return list and answer("ok", "playlist", playlist(list, true))
end

function methods.createPlaylist(query, state)
  local made = {
    id = ("pl-%d"):format(#state.playlists + 1), name = query.name or "",
    songs = numbers_of(query:all("songId")),
  }
  table.insert(state.playlists, made)
  return answer("ok", "playlist", playlist(made, true))
end

function methods.updatePlaylist(query, state)
  local list = found(state, query.playlistId)
  if not list then return nil end
  local numbers = numbers_of(query:all("songIdToAdd"))
  table.move(numbers, 1, #numbers, #list.songs + 1, list.songs)
  return answer("ok")
end

local routes = {}
for name, method in pairs(methods) do
  local function answered(parameters, state)
    return method(parameters, state) or failed(70, "The requested data was not found.")
  end
  routes["GET /subsonic/rest/" .. name] = function(request, state)
    return answered(request.query, state)
  end
  routes["POST /subsonic/rest/" .. name] = function(request, state)
    return answered(request.form or request.query, state)
  end
end

return {
  settings = { ["subsonic.user"] = user, ["subsonic.salt"] = salt, ["subsonic.token"] = token },
  routes = routes,
  state = function()
    return { playlists = {
      { id = "pl-1", name = "Kitchen", songs = lists.range(0, 9) },
      { id = "pl-2", name = "Late", songs = lists.range(20, 24) },
    } }
  end,
  check = function(request)
    local query = request.query
    if query.u ~= user or query.s ~= salt or query.t ~= token then
      return failed(40, "Wrong username or password.")
    end
  end,
}
