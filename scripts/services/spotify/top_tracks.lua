-- An artist's most heard tracks. Spotify lists them only under its old contract. Under the new one
-- Deezer's order stands in, mapped to Spotify's tracks; without Deezer the order of a search, and
-- where that finds nothing the tracks of albums.

local json_values = require("lib.json_values")
local requests = require("services.spotify.requests")
local search_words = require("services.spotify.search_words")

local text_of = json_values.text

local top_tracks = {}

local search_page = 10
-- A search also finds tracks of others, so it reads more pages than the wanted number needs.
local most_pages = 6
local most_albums = 10

-- A track in the form of the steps: {id, name, artists (names), isrc, ids (of its artists)}.
local function track_of(value)
  local artists, ids = {}, {}
  for _, raw in ipairs(json_values.list(value.artists)) do
    local artist = json_values.object(raw)
    artists[#artists + 1] = text_of(artist.name)
    if text_of(artist.id) then ids[artist.id] = true end
  end
  local codes = type(value.external_ids) == "table" and value.external_ids or {}
  return {
    id = text_of(value.id) or "", name = type(value.name) == "string" and value.name or "",
    artists = artists, isrc = text_of(codes.isrc), ids = ids,
  }
end

--- Returns an item of a playlist: {title, artists, album, duration (seconds), isrc, playable (false
--- where it cannot be played)}; for a user's file or an episode only the facts that Spotify gives.
function top_tracks.described(value)
  local track = track_of(value)
  -- An episode is part of a show as a track is of an album.
  local whole = type(value.album) == "table" and value.album or value.show
  local album = type(whole) == "table" and text_of(whole.name) or nil
  local item = {
    id = track.id, title = track.name, artists = track.artists, isrc = track.isrc, album = album,
    duration = json_values.seconds(value.duration_ms, 1000),
  }
  if value.is_playable == false then item.playable = false end
  return item
end

-- Tracks of a list that can be played; nil and the error when there is no list.
local function tracks_of(api, endpoint, list)
  if type(list) ~= "table" then return requests.unknown(api, endpoint, "a list of tracks") end
  return json_values.each(list, function(item)
    local is_track = type(item) == "table" and item.is_local ~= true
    return is_track and item.is_playable ~= false and track_of(item) or nil
  end)
end

local function spotify_says(api, artist)
  local answer, err = api:look_up(("/artists/%s/top-tracks"):format(artist.id), {
    market = "from_token",
  })
  if not answer then return nil, err end
  return tracks_of(api, "GET /artists/{id}/top-tracks", answer.tracks)
end

-- Whether a refusal means that the endpoint is gone, and not the artist.
local function is_gone(api, err, artist)
  if err.kind == "gone" or err.kind == "forbidden" then return true end
  if err.kind ~= "not_found" then return false end
  return api:look_up("/artists/" .. artist.id) ~= nil
end

-- MARK: Search

-- Requests one page of a search for tracks. Returns those of the artist, and whether more follow.
local function search(api, artist, words, offset)
  local answer, err = api:look_up("/search", {
    type = "track", q = words, limit = search_page, offset = offset,
  })
  if not answer then return nil, err end
  local list = answer.tracks
  local tracks, problem = tracks_of(api, "GET /search", type(list) == "table" and list.items)
  if not tracks then return nil, problem end
  local own = {}
  for _, track in ipairs(tracks) do
    if track.ids[artist.id] then own[#own + 1] = track end
  end
  return own, text_of(list.next) ~= nil
end

-- The artist's tracks in the order of a search for the name, each once.
local function search_all(api, artist, wanted)
  local tracks, seen = {}, {}
  local words = search_words.of({ artist = artist.name })
  for number = 0, most_pages - 1 do
    local own, more = search(api, artist, words, number * search_page)
    if not own then return nil, more end
    for _, track in ipairs(own) do
      if not seen[track.id] then
        seen[track.id] = true
        tracks[#tracks + 1] = track
      end
    end
    if #tracks >= wanted or not more then break end
  end
  return tracks
end

--- Returns at most 10 tracks of a search, in the form of `described`; `words` of search_words.
function top_tracks.search(api, words)
  local answer, err = api:look_up("/search", { type = "track", q = words, limit = search_page })
  if not answer then return nil, err end
  local list = type(answer.tracks) == "table" and answer.tracks.items
  if type(list) ~= "table" then return requests.unknown(api, "GET /search", "a list of tracks") end
  return json_values.each(list, function(item)
    return type(item) == "table" and text_of(item.id) and top_tracks.described(item) or nil
  end)
end

-- MARK: Deezer's order

-- Looks up a single track: by its recording's code, else by title and artist.
local function look_up(service, artist, wanted)
  local api, key = service.api, service.recording_key
  local known = not wanted.isrc and service.deezer:lookup({ wanted.id })
  local isrc = wanted.isrc or known and known[1] and known[1].isrc
  if isrc then
    local own = search(api, artist, search_words.of({ isrc = isrc }), 0)
    if own and own[1] then return own[1] end
  end
  local own = search(api, artist,
    search_words.of({ title = wanted.title, artist = artist.name }), 0)
  for _, track in ipairs(own or {}) do
    if key(track.name) == key(wanted.title) then return track end
  end
end

-- The tracks in Deezer's order, then the others.
local function ordered(service, artist, pool, order, limit)
  local key = service.recording_key
  local by_key, result, used = {}, {}, {}
  for _, track in ipairs(pool) do
    local form = key(track.name)
    by_key[form] = by_key[form] or track
  end
  local function take(track)
    if track and not used[track.id] and #result < limit then
      used[track.id] = true
      result[#result + 1] = track
    end
  end
  for _, wanted in ipairs(order) do
    if #result >= limit then break end
    take(by_key[key(wanted.title)] or look_up(service, artist, wanted))
  end
  for _, track in ipairs(pool) do take(track) end
  return result
end

-- MARK: Albums

local function albums(api, artist, limit)
  local answer, err = api:look_up(("/artists/%s/albums"):format(artist.id), {
    include_groups = "album,single", limit = most_albums,
  })
  if not answer then return nil, err end
  if type(answer.items) ~= "table" then
    return requests.unknown(api, "GET /artists/{id}/albums", "a list of items")
  end
  local found = {}
  for _, album in ipairs(answer.items) do
    local id = type(album) == "table" and text_of(album.id)
    if id and #found < limit then
      local page, problem = api:look_up(("/albums/%s/tracks"):format(id), { limit = 50 })
      if not page then return nil, problem end
      local tracks, unknown = tracks_of(api, "GET /albums/{id}/tracks", page.items)
      if not tracks then return nil, unknown end
      for _, track in ipairs(tracks) do
        if track.ids[artist.id] and #found < limit then found[#found + 1] = track end
      end
    end
  end
  return found
end

--- Returns the artist's tracks, the most heard first, and the source of that order: "top tracks",
--- "deezer", "search" or "albums". Nil and the error.
function top_tracks.find(service, artist, limit)
  local api, deezer = service.api, service.deezer
  if not api.no_top_tracks then
    local tracks, err = spotify_says(api, artist)
    if tracks then return table.move(tracks, 1, math.min(#tracks, limit), 1, {}), "top tracks" end
    if not is_gone(api, err, artist) then return nil, err end
    api:remember_no_top_tracks()
  end
  local pool, err = search_all(api, artist, limit)
  if not pool then return nil, err end
  local order = deezer and deezer:top(artist.name, limit)
  if order and #order > 0 then
    local tracks = ordered(service, artist, pool, order, limit)
    if #tracks > 0 then return tracks, "deezer" end
  end
  if #pool > 0 then return table.move(pool, 1, math.min(#pool, limit), 1, {}), "search" end
  local found, problem = albums(api, artist, limit)
  if not found then return nil, problem end
  return found, "albums"
end

return top_tracks
