-- Imitates the Web API of Spotify in either of its contracts, for who has a bearer token of the
-- mocked log-in. The option `spotify` of the mock says which contract, and who is refused.

local artists = require("lib.mock.artists")
local catalogue = require("lib.mock.catalogue")
local recordings = require("lib.mock.recordings")
local account = require("services.spotify.mock_parts.account")
local answers = require("services.spotify.mock_parts.answers")
local behaviour = require("services.spotify.mock_parts.behaviour")
local ids = require("services.spotify.mock_parts.ids")
local objects = require("services.spotify.mock_parts.objects")
local playlists = require("services.spotify.mock_parts.playlists")
local search_tracks = require("services.spotify.mock_parts.search")

local is_old = answers.is_old
local longest_query = 250
local reading, writing = { "playlist-read-private" }, { "playlist-modify-private" }
local removing = { "user-library-modify", "user-follow-modify" }

-- MARK: Refusals

-- Of a token.
local tokens = {
  missing = { 401, "No token provided" }, invalid = { 401, "Invalid access token" },
  expired = { 401, "The access token expired" }, lacks_scope = { 403, "Insufficient client scope" },
}
-- Of a whole app or user, as plain text.
local policies = {
  unlisted = "Check settings on developer.spotify.com/dashboard, the user may not be registered.",
  premium = "Active premium subscription required for the owner of the app.",
}

local function refused(request, state, scopes)
  local token = tokens[mix.mock.login(request.headers.authorization, scopes)]
  if token then return answers.failed(token[1], token[2]) end
  local policy = policies[behaviour.refusal]
  if policy then return { status = 403, type = "text/plain; charset=utf-8", body = policy } end
  state.calls = state.calls + 1
  if behaviour.quota and state.calls > behaviour.quota then
    local answer = answers.failed(429, "API quota exceeded", "QUOTA_EXCEEDED")
    answer.headers = { ["Retry-After"] = "3600" }
    return answer
  end
end

-- The route of calls that need scopes. `only`: the contract that has it; the old one does not know
-- the new paths, the new one forbids the old.
local function route(answer, scopes, only)
  return function(request, state)
    local refusal = refused(request, state, scopes or {})
    if refusal then return refusal end
    if only and only ~= behaviour.contract then
      if only == "old" then return answers.failed(403, "Forbidden") end
      return answers.failed(404, "Service not found")
    end
    return answer(request, state)
  end
end

local function artist(number) return objects.artist(number, is_old) end
local function track(recording) return objects.track(recording, is_old) end
local function album(song) return objects.album(song, is_old) end

-- MARK: The user

local songs_an_artist = 8

-- The artists of the catalogue's songs from a place to another, each once.
local function artists_between(first, last)
  local list, is_known = {}, {}
  for block = first, last - 1 do
    local index = block * songs_an_artist
    local number = index < catalogue.size() and catalogue.song(index).artist_number
    if number and not is_known[number] then
      is_known[number] = true
      list[#list + 1] = number
    end
  end
  return list
end

local function top_artists(request)
  local page = answers.page(request)
  if not page then return answers.bad_page() end
  return { json = answers.paged(artists_between(0, 60), page, "me/top/artists", artist) }
end

-- Pages by the last identifier instead of a number.
local function following(request)
  local page = answers.page(request)
  if request.query.type ~= "artist" or not page then return answers.bad_page() end
  local all, start = artists_between(40, 140), 0
  local after = ids.number("artist", request.query.after or "")
  for place, number in ipairs(all) do
    if number == after then start = place end
  end
  local items = answers.items(all, { offset = start, limit = page.limit }, artist)
  local is_last = start + #items >= #all
  local cursor = not is_last and items[#items].id
  local base = "https://api.spotify.com/v1/me/following?type=artist"
  return { json = { artists = {
    href = ("%s&limit=%d"):format(base, page.limit), items = items, limit = page.limit,
    cursors = { after = cursor or mix.json.null }, total = #all,
    next = cursor and ("%s&after=%s&limit=%d"):format(base, cursor, page.limit) or mix.json.null,
  } } }
end

-- MARK: The catalogue

local function escaped(text)
  return (text:gsub("[^%w_.-]", function(sign) return ("%%%02X"):format(sign:byte()) end))
end

local kinds = {
  artist = { search = artists.search, form = artist },
  track = { search = search_tracks, form = track },
}

local function search(request)
  local text, types = request.query.q, request.query.type
  if not text then return answers.failed(400, "No search query") end
  if (utf8.len(text) or #text) > longest_query then
    local words = "Query exceeds maximum length of %d characters"
    return answers.failed(400, words:format(longest_query))
  end
  if not types then return answers.failed(400, "Missing parameter type") end
  local page = answers.short_page(request)
  if not page then return answers.bad_page() end
  local answer = {}
  for name in types:gmatch("[^,]+") do
    local kind = kinds[name]
    if not kind then return answers.failed(400, "Bad search type field " .. name) end
    answer[name .. "s"] = answers.paged(kind.search(text), page, "search", kind.form,
      ("&query=%s&type=%s"):format(escaped(text), name))
  end
  return { json = answer }
end

local function artist_number(request)
  local number = ids.number("artist", request.parts.id)
  return number and objects.artist_name(number) and number
end

local function one_artist(request)
  local number = artist_number(request)
  return number and { json = artist(number) } or answers.not_found()
end

local function top_tracks(request)
  local number = artist_number(request)
  if not number then return answers.not_found() end
  local list = recordings.by_artist(number)
  return { json = { tracks = answers.items(list, { offset = 0, limit = 10 }, track) } }
end

local function albums(request)
  local number = artist_number(request)
  if not number then return answers.failed(400, "Invalid base62 id") end
  local page = answers.short_page(request)
  if not page then return answers.bad_page() end
  local list, is_known = {}, {}
  for _, index in ipairs(catalogue.by_artist(number, 24)) do
    local song = catalogue.song(index)
    if not is_known[song.album_first] then
      is_known[song.album_first] = true
      list[#list + 1] = song
    end
  end
  return { json = answers.paged(list, page, ("artists/%s/albums"):format(request.parts.id), album) }
end

local function album_tracks(request)
  local first = ids.number("album", request.parts.id)
  if not first then return answers.failed(400, "Invalid base62 id") end
  local page = answers.page(request)
  if not page then return answers.bad_page() end
  local list = {}
  for index = first, first + songs_an_artist - 1 do
    local song = catalogue.song(index)
    if song and song.album_first == first then list[#list + 1] = recordings.of(song, 0) end
  end
  local path = ("albums/%s/tracks"):format(request.parts.id)
  return { json = answers.paged(list, page, path, function(each)
    return objects.track(each, is_old, true)
  end) }
end

-- MARK: Routes

local calls = {
  ["GET /me"] = route(function() return { json = objects.profile(account.user, is_old) } end),
  ["GET /me/top/artists"] = route(top_artists, { "user-top-read" }),
  ["GET /me/following"] = route(following, { "user-follow-read" }),
  ["GET /search"] = route(search),
  ["GET /artists/:id"] = route(one_artist),
  ["GET /artists/:id/top-tracks"] = route(top_tracks, nil, "old"),
  ["GET /artists/:id/albums"] = route(albums),
  ["GET /albums/:id/tracks"] = route(album_tracks),
  ["GET /me/playlists"] = route(playlists.list, reading),
  ["GET /playlists/:id"] = route(playlists.get, reading),
  ["POST /me/playlists"] = route(playlists.create, writing, "new"),
  ["POST /users/:id/playlists"] = route(playlists.create_for, writing, "old"),
  ["DELETE /me/library"] = route(playlists.forget, removing, "new"),
  ["DELETE /playlists/:id/followers"] = route(playlists.unfollow, writing, "old"),
}
for name, contract in pairs({ items = "new", tracks = "old" }) do
  local path = " /playlists/:id/" .. name
  calls["GET" .. path] = route(playlists.items, reading, contract)
  calls["PUT" .. path] = route(playlists.replace, writing, contract)
  calls["POST" .. path] = route(playlists.add, writing, contract)
  calls["DELETE" .. path] = route(playlists.remove, writing, contract)
end

local routes = {}
for name, answer in pairs(calls) do routes[name:gsub(" ", " /spotify_api", 1)] = answer end

return {
  -- Its log-ins take any port, so that several runs can sign in at once.
  settings = {
    ["spotify.client_id"] = "mixhost-mock", ["spotify.redirect_uri"] = "http://127.0.0.1/callback",
  },
  refused_option = behaviour.refused_option,
  is_unlimited = true,
  routes = routes,
  state = account.new,
  missing = function() return answers.failed(404, "Service not found") end,
}
