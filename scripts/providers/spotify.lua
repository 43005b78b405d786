-- Spotify's Web API as playlists need it: who is signed in, artists, their tracks, playlists. Two
-- contracts are spoken, that of February 2026 and the one before.

local json_answers = require("lib.json_answers")
local text_of = require("lib.json_values").text
local lists = require("providers.spotify.lists")
local playlists = require("providers.spotify.playlists")
local requests = require("providers.spotify.requests")
local top_tracks = require("providers.spotify.top_tracks")

local spotify = {
  name = requests.provider.name, title = requests.provider.title,
  upstream = requests.provider.upstream, kind = "person",
  can = { person = { search = true, lookup = true } },
}

local page = lists.page
-- The new contract finds no more at once.
local search_page = 10

local each, has_next = lists.each, lists.has_next

local function artist_of(value)
  local id = type(value) == "table" and text_of(value.id)
  return id and { id = id, name = type(value.name) == "string" and value.name or "" } or nil
end

local Service = {}
Service.__index = Service

for name, method in pairs(playlists) do Service[name] = method end

--- The user: {id, name}.
function Service:me()
  local answer, err = self.api:send("GET", "/me")
  if not answer then return nil, err end
  local id = text_of(answer.id)
  if not id then return requests.unknown(self.api, "GET /me", "id") end
  self.api:recall(id)
  return { id = id, name = text_of(answer.display_name) or text_of(answer.email) or id }
end

--- Looks artists up by identifier, a request each; what Spotify does not know is left out. Returns
--- persons and {cached}; nil and the error.
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

--- The artists that a search for `query.name` finds, best first, at most `query.limit`, which is 10
--- and no more. Returns persons and {cached}; nil and the error.
function Service:search(query)
  local limit = math.min(query.limit or search_page, search_page)
  local answer, err, is_kept = self.api:look_up("/search", {
    type = "artist", q = query.name, limit = limit,
  })
  if not answer then return nil, err end
  local found = {}
  local ok, problem = each(self.api, "GET /search", answer.artists, function(item)
    if #found < limit then found[#found + 1] = artist_of(item) end
  end)
  if not ok then return nil, problem end
  return found, { cached = is_kept == true }
end

--- The artists that the user hears most, over the last six months.
function Service:top_artists(limit)
  local found, offset = {}, 0
  for _ = 1, lists.most_pages do
    local answer, err = self.api:send("GET", "/me/top/artists", {
      query = { time_range = "medium_term", limit = math.min(page, limit - #found),
        offset = offset },
    })
    if not answer then return nil, err end
    local count, problem = each(self.api, "GET /me/top/artists", answer, function(item)
      found[#found + 1] = artist_of(item)
    end)
    if not count then return nil, problem end
    offset = offset + count
    if count == 0 or #found >= limit or not has_next(answer) then break end
  end
  return found
end

--- The artists that the user follows.
function Service:followed_artists(limit)
  local found, after = {}, nil
  for _ = 1, lists.most_pages do
    local answer, err = self.api:send("GET", "/me/following", {
      query = { type = "artist", limit = math.min(page, limit - #found), after = after },
    })
    if not answer then return nil, err end
    local list = answer.artists
    local count, problem = each(self.api, "GET /me/following", list, function(item)
      found[#found + 1] = artist_of(item)
    end)
    if not count then return nil, problem end
    local cursors = type(list.cursors) == "table" and list.cursors or {}
    local following = text_of(cursors.after)
    if #found >= limit or not has_next(list) or not following or following == after then break end
    after = following
  end
  return found
end

--- The tracks of an artist that are heard most, at most `limit`. Where Spotify does not say,
--- Deezer's order stands in, then a search, then albums; `sources` counts what was used.
function Service:top_tracks(artist, limit)
  local tracks, source = top_tracks.find(self, artist, limit)
  if not tracks then return nil, source end
  self.sources[source] = (self.sources[source] or 0) + 1
  return tracks
end

--- The tracks that a search finds, at most 10: {id, name, artists, album, duration, isrc}; `words`
--- as Spotify's search takes them.
function Service:search_tracks(words)
  return top_tracks.search(self.api, words)
end

--- Opens the service. `token(refused)`: a bearer token, another one than was refused; `deezer`: an
--- open providers.deezer, and with it `recording_key(title)`, which is equal for two services'
--- spellings of one recording.
function spotify.open(options)
  return setmetatable({
    api = requests.open(options), deezer = options.deezer,
    recording_key = options.recording_key, sources = {},
  }, Service)
end

--- The address of a playlist for people.
function spotify.link(id)
  return "https://open.spotify.com/playlist/" .. id
end

--- See docs/doctor.md.
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
