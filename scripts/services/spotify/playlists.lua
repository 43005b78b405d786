-- Reads, creates, changes and removes the user's playlists at Spotify. Methods of the service.

local plain_text = require("lib.plain_text")
local json_values = require("lib.json_values")
local lists = require("services.spotify.lists")
local requests = require("services.spotify.requests")
local top_tracks = require("services.spotify.top_tracks")

local text_of = json_values.text

local playlists = {}

local page = lists.page
-- The old contract has longer pages of a playlist's items.
local old_page = 100

-- A playlist in the form that both contracts list.
local function playlist_of(item)
  local id = type(item) == "table" and text_of(item.id)
  if not id then return nil end
  local list = type(item.items) == "table" and item.items or item.tracks
  return {
    id = id, name = type(item.name) == "string" and item.name or "",
    -- Spotify takes plain text and gives it back escaped as HTML.
    description = plain_text.unescaped(text_of(item.description) or ""),
    owner = type(item.owner) == "table" and text_of(item.owner.id) or "",
    public = item.public == true, collaborative = item.collaborative == true,
    snapshot = text_of(item.snapshot_id),
    -- Of others' playlists it does not tell the items.
    total = type(list) == "table" and math.tointeger(list.total) or nil,
  }
end

-- Explains an error about a playlist to its owner.
local function about(id, err, doing)
  if err.kind == "not_found" or err.kind == "invalid" and doing == "read" then
    err.kind = "not_found"
    err.message = ("Spotify: there is no playlist %s, or not any more"):format(id)
  elseif err.kind == "forbidden" then
    err.kind, err.class = "not_owned", "refused"
    err.message = ("Spotify: playlist %s is not yours, so it cannot be %s"):format(id, doing)
  end
  return nil, err
end

--- Returns the playlists on the user's list: {id, name, description, owner, public,
--- collaborative, snapshot, total}.
function playlists:playlists()
  local function ask(offset)
    local query = { limit = page, offset = offset or 0 }
    local answer, err = self.api:send("GET", "/me/playlists", { query = query })
    return answer, answer and query or err
  end
  return lists.all(self.api, "GET /me/playlists", math.huge, lists.next_offset, ask,
    lists.once(playlist_of))
end

--- Returns a playlist by its identifier, in the form of `playlists`.
function playlists:playlist(id)
  local answer, err = self.api:send("GET", "/playlists/" .. id, {
    query = { fields = "id,name,description,owner(id),public,collaborative,snapshot_id,"
      .. "items(total),tracks(total)" },
  })
  if not answer then return about(id, err, "read") end
  local found = playlist_of(answer)
  if not found then return requests.unknown(self.api, "GET /playlists/{id}", "id") end
  return found
end

-- An item: its address ("" for a removed one), its known facts, and when it was added.
local function item_of(entry)
  entry = type(entry) == "table" and entry or {}
  local content = entry.item
  if type(content) ~= "table" then content = entry.track end
  local is_there = type(content) == "table"
  local item = is_there and top_tracks.described(content) or { title = "", artists = {} }
  -- In some countries another track is played, which the list does not have.
  local listed = is_there and type(content.linked_from) == "table" and content.linked_from.uri
  item.uri = is_there and (text_of(listed) or text_of(content.uri)) or ""
  item.added = json_values.moment(entry.added_at)
  item.added_by = type(entry.added_by) == "table" and text_of(entry.added_by.id) or nil
  return item
end

local types = "track,episode"

-- Requests a page of items from `offset` on. Returns it, and what it was asked for.
local function items_page(self, id, offset)
  local function query(limit)
    return { query = { limit = limit, offset = offset, additional_types = types } }
  end
  local answer, form = self.api:either(
    { "GET", ("/playlists/%s/items"):format(id), query(page) },
    { "GET", ("/playlists/%s/tracks"):format(id), query(old_page) })
  return answer, answer and { offset = offset, limit = form == "old" and old_page or page } or form
end

--- Returns the items of a playlist in order: {uri, title, artists, album, duration, isrc, added,
--- added_by, playable (false where it cannot be played)}.
function playlists:entries(id)
  local function ask(offset)
    local answer, asked = items_page(self, id, offset or 0)
    if not answer then return about(id, asked, "read") end
    return answer, asked
  end
  return lists.all(self.api, "GET /playlists/{id}/items", math.huge, lists.next_offset, ask,
    item_of)
end

--- Returns the addresses of a playlist's items in order.
function playlists:items(id)
  local entries, err = self:entries(id)
  if not entries then return nil, err end
  for place, entry in ipairs(entries) do entries[place] = entry.uri end
  return entries
end

--- Creates a playlist, private unless `public`, and returns {id}. One that others may change,
--- `collaborative`, is private.
function playlists:create(user, name, description, public, collaborative)
  local body = {
    json = { name = name, description = description or "",
      public = public == true and not collaborative, collaborative = collaborative or nil },
  }
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
function playlists:replace(id, uris)
  local body = { uris = mix.json.array(uris) }
  return change(self, "PUT", id, body, body)
end

--- Adds at most 100 items at a playlist's end, or before its item number `position`, from 0.
function playlists:add(id, uris, position)
  local body = { uris = mix.json.array(uris), position = position }
  return change(self, "POST", id, body, body)
end

--- Removes at most 100 items from a playlist, wherever they occur in it.
function playlists:remove(id, uris)
  local list = mix.json.array({})
  for place, uri in ipairs(uris) do list[place] = { uri = uri } end
  return change(self, "DELETE", id, { items = list }, { tracks = list })
end

--- Removes a playlist from the user's list, which is Spotify's way to delete.
function playlists:forget(id)
  local answer, err = self.api:either(
    { "DELETE", "/me/library", { query = { uris = "spotify:playlist:" .. id }, empty = true } },
    { "DELETE", ("/playlists/%s/followers"):format(id), { empty = true } })
  if not answer then return nil, err end
  return true
end

return playlists
