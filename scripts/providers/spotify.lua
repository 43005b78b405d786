-- Spotify's Web API as playlists need it: who is signed in, artists, their tracks, playlists. Two
-- contracts are spoken, that of February 2026 and the one before.

local requests = require("providers.spotify.requests")
local top_tracks = require("providers.spotify.top_tracks")

local spotify = {
  name = requests.provider.name, title = requests.provider.title,
  upstream = requests.provider.upstream, kind = "person",
  can = { person = { search = true, lookup = true } },
}

local page = 50
-- The old contract has longer pages of a playlist's items.
local old_page = 100
-- The most pages of any list: 100,000 items and some.
local most_pages = 2500
-- The new contract finds no more at once.
local search_page = 10

local function text_of(value)
  return type(value) == "string" and value ~= "" and value or nil
end

local function artist_of(value)
  local id = type(value) == "table" and text_of(value.id)
  return id and { id = id, name = type(value.name) == "string" and value.name or "" } or nil
end

-- Calls `take` for each item of a list; nil and the error when there is no such list.
local function each(api, endpoint, list, take)
  if type(list) ~= "table" or type(list.items) ~= "table" then
    return requests.unknown(api, endpoint, "a list of items")
  end
  for _, item in ipairs(list.items) do take(item) end
  return #list.items
end

local function has_next(list)
  return text_of(list.next) ~= nil
end

local Service = {}
Service.__index = Service

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
  local found, cached = {}, true
  for _, id in ipairs(ids) do
    local answer, err, is_kept = self.api:look_up("/artists/" .. id)
    -- An identifier of the wrong form is refused as such.
    if not answer and err.kind ~= "not_found" and err.kind ~= "invalid" then return nil, err end
    if answer then
      found[#found + 1] = artist_of(answer)
      cached = cached and is_kept == true
      if not artist_of(answer) then
        return requests.unknown(self.api, "GET /artists/{id}", "id")
      end
    end
  end
  return found, { cached = cached }
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
  for _ = 1, most_pages do
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
  for _ = 1, most_pages do
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
  local tracks, source = top_tracks.find(self.api, self.deezer, artist, limit)
  if not tracks then return nil, source end
  self.sources[source] = (self.sources[source] or 0) + 1
  return tracks
end

--- The playlists on the user's list: {id, name, owner, total}.
function Service:playlists()
  local found, offset = {}, 0
  for _ = 1, most_pages do
    local answer, err = self.api:send("GET", "/me/playlists", {
      query = { limit = page, offset = offset },
    })
    if not answer then return nil, err end
    local count, problem = each(self.api, "GET /me/playlists", answer, function(item)
      local id = type(item) == "table" and text_of(item.id)
      if not id then return end
      local list = type(item.items) == "table" and item.items or item.tracks
      found[#found + 1] = {
        id = id, name = type(item.name) == "string" and item.name or "",
        owner = type(item.owner) == "table" and text_of(item.owner.id) or "",
        total = type(list) == "table" and math.tointeger(list.total) or 0,
      }
    end)
    if not count then return nil, problem end
    offset = offset + count
    if count == 0 or not has_next(answer) then break end
  end
  return found
end

-- The address of an item: track, episode or file of the user's; "" for what Spotify has no more.
local function uri_of(entry)
  local content = type(entry) == "table" and (entry.item or entry.track)
  return type(content) == "table" and text_of(content.uri) or ""
end

-- An error about a playlist in words for its owner.
local function about(id, err, doing)
  if err.kind == "not_found" then
    err.message = ("Spotify: there is no playlist %s, or not any more"):format(id)
  elseif err.kind == "forbidden" then
    err.kind = "not_owned"
    err.message = ("Spotify: playlist %s is not yours, so it cannot be %s"):format(id, doing)
  end
  return nil, err
end

local types = "track,episode"

--- The addresses of a playlist's items in order.
function Service:items(id)
  local uris = {}
  for _ = 1, most_pages do
    local answer, err = self.api:either(
      { "GET", ("/playlists/%s/items"):format(id),
        { query = { limit = page, offset = #uris, additional_types = types } } },
      { "GET", ("/playlists/%s/tracks"):format(id),
        { query = { limit = old_page, offset = #uris, additional_types = types } } })
    if not answer then return about(id, err, "read") end
    local count, problem = each(self.api, "GET /playlists/{id}/items", answer, function(entry)
      uris[#uris + 1] = uri_of(entry)
    end)
    if not count then return nil, problem end
    if count == 0 or not has_next(answer) then break end
  end
  return uris
end

--- Makes a private playlist: {id}.
function Service:create(user, name, description)
  local body = { json = { name = name, description = description or "", public = false } }
  local answer, err = self.api:either(
    { "POST", "/me/playlists", body },
    { "POST", ("/users/%s/playlists"):format(user), body })
  if not answer then return nil, err end
  local id = text_of(answer.id)
  if not id then return requests.unknown(self.api, "POST /me/playlists", "id") end
  return { id = id }
end

-- Changes a playlist's items.
local function change(self, method, id, new_body, old_body)
  local answer, err = self.api:either(
    { method, ("/playlists/%s/items"):format(id), { json = new_body, empty = true } },
    { method, ("/playlists/%s/tracks"):format(id), { json = old_body, empty = true } })
  if answer then return true end
  return about(id, err, "changed")
end

--- Replaces a playlist's items by at most 100.
function Service:replace(id, uris)
  local body = { uris = mix.json.array(uris) }
  return change(self, "PUT", id, body, body)
end

--- Adds at most 100 items at a playlist's end.
function Service:add(id, uris)
  local body = { uris = mix.json.array(uris) }
  return change(self, "POST", id, body, body)
end

--- Takes at most 100 items out of a playlist, wherever they stand in it.
function Service:remove(id, uris)
  local list = mix.json.array({})
  for place, uri in ipairs(uris) do list[place] = { uri = uri } end
  return change(self, "DELETE", id, { items = list }, { tracks = list })
end

--- Takes a playlist off the user's list, which is how Spotify deletes.
function Service:forget(id)
  local answer, err = self.api:either(
    { "DELETE", "/me/library", { query = { uris = "spotify:playlist:" .. id }, empty = true } },
    { "DELETE", ("/playlists/%s/followers"):format(id), { empty = true } })
  if not answer then return nil, err end
  return true
end

--- Opens the service. `token(refused)`: a bearer token, another one than was refused; `deezer`: an
--- open providers.deezer.
function spotify.open(options)
  return setmetatable({
    api = requests.open(options), deezer = options.deezer, sources = {},
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
