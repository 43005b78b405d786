-- The part of Spotify's Web API that playlists need: the signed-in user, artists, their tracks,
-- playlists. It supports two contracts, that of February 2026 and the one before.

local json_answers = require("lib.json_answers")
local text_of = require("lib.json_values").text
local lists = require("services.spotify.lists")
local playlists = require("services.spotify.playlists")
local requests = require("services.spotify.requests")
local search_words = require("services.spotify.search_words")
local top_tracks = require("services.spotify.top_tracks")

local spotify = {
  name = requests.provider.name, title = requests.provider.title,
  upstream = requests.provider.upstream, kind = "person",
  can = { person = { search = true, lookup = true } },
}

-- The new contract returns at most 10 results of a search.
local search_page = 10

local function artist_of(value)
  local id = type(value) == "table" and text_of(value.id)
  return id and { id = id, name = type(value.name) == "string" and value.name or "" } or nil
end

local Service = {}
Service.__index = Service

for name, method in pairs(playlists) do Service[name] = method end

--- Returns the user: {id, name}.
function Service:me()
  local answer, err = self.api:send("GET", "/me")
  if not answer then return nil, err end
  local id = text_of(answer.id)
  if not id then return requests.unknown(self.api, "GET /me", "id") end
  self.api:recall(id)
  return { id = id, name = text_of(answer.display_name) or text_of(answer.email) or id }
end

--- Looks up artists by identifier, one request each; unknown ones are left out. Returns persons and
--- {cached}; nil and the error.
function Service:lookup(ids)
  -- An identifier of the wrong form is refused as such.
  return json_answers.one_by_one(ids, { not_found = true, invalid = true }, function(id)
    local answer, err, is_kept = self.api:look_up("/artists/" .. id)
    if not answer then return nil, err end
    local artist = artist_of(answer)
    if not artist then return requests.unknown(self.api, "GET /artists/{id}", "id") end
    return artist, { cached = is_kept == true }
  end)
end

--- Searches artists by `query.name`. Returns persons, best first, at most `query.limit` and at most
--- 10, and {cached}; nil and the error.
function Service:search(query)
  local limit = math.min(query.limit or search_page, search_page)
  local answer, err, is_kept = self.api:look_up("/search", {
    type = "artist", q = search_words.plain(query.name), limit = limit,
  })
  if not answer then return nil, err end
  local found, problem = lists.items(self.api, "GET /search", answer.artists, artist_of, limit)
  return found, found and { cached = is_kept == true } or problem
end

--- Returns the artists that the user heard most in the last six months.
function Service:top_artists(limit)
  local function ask(offset, most)
    local query = { time_range = "medium_term", limit = most, offset = offset or 0 }
    local answer, err = self.api:send("GET", "/me/top/artists", { query = query })
    return answer, answer and query or err
  end
  return lists.all(self.api, "GET /me/top/artists", limit, lists.next_offset, ask,
    lists.once(artist_of))
end

--- Returns the artists that the user follows.
function Service:followed_artists(limit)
  local function ask(after, most)
    local query = { type = "artist", limit = most, after = after }
    local answer, err = self.api:send("GET", "/me/following", { query = query })
    if not answer then return nil, err end
    return answer.artists or {}, query
  end
  return lists.all(self.api, "GET /me/following", limit, lists.next_cursor, ask,
    lists.once(artist_of))
end

--- Returns an artist's most heard tracks, at most `limit`. Where Spotify does not tell them,
--- Deezer's order stands in, then a search, then albums; `sources` counts the sources in use.
function Service:top_tracks(artist, limit)
  local tracks, source = top_tracks.find(self, artist, limit)
  if not tracks then return nil, source end
  self.sources[source] = (self.sources[source] or 0) + 1
  return tracks
end

--- Returns at most 10 tracks of a search: {id, title, artists, album, duration, isrc}. `wanted`:
--- {isrc}, or {title, artist}, or {words} for a search of all fields.
function Service:search_tracks(wanted)
  return top_tracks.search(self.api, search_words.of(wanted))
end

--- Opens the service. `token(refused)`: returns a bearer token other than the refused one;
--- `deezer`: an open providers.deezer, and with it `recording_key(title)`, which is equal for two
--- services' spellings of one recording.
function spotify.open(options)
  return setmetatable({
    api = requests.open(options), deezer = options.deezer,
    recording_key = options.recording_key, sources = {},
  }, Service)
end

--- Returns the address of a playlist for people.
function spotify.link(id) return "https://open.spotify.com/playlist/" .. id end

--- The doctor's checks; see docs/doctor.md.
spotify.checks = {
  {
    title = spotify.title, upstream = spotify.upstream,
    serves = { "playlist" }, requires = { "spotify.client_id" }, sign_in = "spotify",
    client = requests.client,
    question = function() return { path = "/me" } end,
    shape = function(response) return requests.flaw(response, "GET /me") end,
  },
  {
    title = "Spotify's log-in", upstream = "spotify_accounts", serves = { "playlist" },
    requires = { "spotify.client_id" },
    client = function() return { upstream = "spotify_accounts" } end,
  },
}

return spotify
