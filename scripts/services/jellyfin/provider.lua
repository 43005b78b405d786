-- A Jellyfin server (API of version 10.9 and later): its songs as a catalogue, and its playlists.
-- docs/connect.md.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local made_playlist = require("lib.made_playlist")
local trimmed = require("lib.trimmed")

local text_of, object_of = json_values.text, json_values.object

local jellyfin = {
  name = "jellyfin", title = "Jellyfin", upstream = "jellyfin", kind = "track",
  can = { track = { search = true, lookup = true } },
}

local wanted, longest_answer, ids_a_request = 20, 500, 50
-- RunTimeTicks last 100 nanoseconds each.
local ticks_a_second = 10000000

local not_set = "Jellyfin is not set up: set upstream.jellyfin, jellyfin.user and jellyfin.token "
  .. "(docs/connect.md)"
local wrong_key = "Jellyfin does not accept the key: make one in Dashboard, API Keys, and set "
  .. "jellyfin.token (docs/connect.md)"

local function names_of(value)
  local names = json_values.texts(value)
  return #names > 0 and table.concat(names, ", ") or nil
end

--- Converts an item of the server to a track, without an artist where its file names none; nil for
--- other kinds of items.
function jellyfin.track(raw)
  raw = object_of(raw)
  local id, title, maker = text_of(raw.Id), text_of(raw.Name), text_of(raw.AlbumArtist)
  local artist = names_of(raw.Artists) or maker
  if not (id and title) or raw.Type ~= "Audio" then return nil end
  return { id = id, title = title, artist = artist, album = text_of(raw.Album),
    album_artist = maker ~= artist and maker or nil,
    track_number = json_values.count(raw.IndexNumber),
    disc_number = json_values.count(raw.ParentIndexNumber),
    duration = json_values.seconds(raw.RunTimeTicks, ticks_a_second) }
end

-- The tracks of a list, and the names of its items that are not songs.
local function tracks_of(list)
  return json_values.parted(list, jellyfin.track, function(raw)
    return text_of(raw.Name) or text_of(raw.Id)
  end)
end

-- An error; a refusal of the key says what to do.
local function refusal_of(err)
  if err.kind == "token" then err.message = wrong_key end
  return err
end

-- Requests JSON.
local function get(self, path, query, check)
  local answer, info = json_answers.ask(jellyfin, self.client, path, { query = query, ttl = 0 },
    check)
  return answer, answer and info or refusal_of(info)
end

local Service = {}
Service.__index = Service

local function no_items(answer)
  return not mix.json.is_array(answer.Items) and "the answer has no items" or nil
end

-- The identifier of the user whose libraries and playlists are used, because an API key has no
-- user.
local function user_of(self)
  if self.user_id then return self.user_id end
  if not self.user then return nil, failure.new(jellyfin, "token", not_set) end
  local users, err = get(self, "/Users", {}, function(answer)
    return not mix.json.is_array(answer) and "the answer is not a list of users"
  end)
  if not users then return nil, err end
  local name = mix.text.casefold(self.user)
  for _, raw in ipairs(users) do
    raw = object_of(raw)
    if text_of(raw.Name) and mix.text.casefold(raw.Name) == name then
      self.user_id = text_of(raw.Id)
      if self.user_id then return self.user_id end
    end
  end
  return nil, failure.new(jellyfin, "not_found",
    ("Jellyfin has no user \"%s\" (the setting jellyfin.user)"):format(self.user),
    { class = "lasting" })
end

-- Returns the answer of a list of items, and {cached}; nil and the error.
local function ask(self, path, query)
  local user, problem = user_of(self)
  if not user then return nil, problem end
  query.userId = user
  return get(self, path, query, no_items)
end

local function songs_query(fields)
  fields.recursive, fields.includeItemTypes = "true", "Audio"
  return fields
end

-- The searches for a song, the narrowest first. The server finds `searchTerm` only in titles;
-- `artists` takes whole names separated by |.
local function searches(query)
  local title, artist = text_of(query.title), text_of(query.artist)
  if artist and artist:find("|", 1, true) then artist = nil end
  if not title then return artist and { { artists = artist } } or {} end
  local list = { { searchTerm = title } }
  if artist then table.insert(list, 1, { searchTerm = title, artists = artist }) end
  local bracket = title:find("[%(%[]")
  local bare = bracket and trimmed(title:sub(1, bracket - 1))
  if bare and bare ~= "" then list[#list + 1] = { searchTerm = bare } end
  return list
end

--- Searches songs by `query.title` and `query.artist`. Returns tracks in the server's order, at
--- most `query.limit`, and {cached}; nil and the error.
function Service:search(query)
  local limit = math.min(query.limit or wanted, longest_answer)
  local found, info = {}, { cached = true }
  for _, step in ipairs(searches(query)) do
    step.limit = limit
    local answer, err = ask(self, "/Items", songs_query(step))
    if not answer then return nil, err end
    found, info = tracks_of(answer.Items), err
    if #found > 0 then break end
  end
  return table.move(found, 1, math.min(limit, #found), 1, {}), info
end

--- Looks up songs by identifier, 50 in a request; unknown ones are left out.
function Service:lookup(ids)
  local found, cached, known = {}, true, {}
  for _, id in ipairs(ids) do
    -- An invalid identifier would fail the whole request.
    if type(id) == "string" and #id:gsub("-", "") == 32 and not id:find("[^%x-]") then
      known[#known + 1] = id
    end
  end
  for start = 1, #known, ids_a_request do
    local answer, info = ask(self, "/Items", songs_query({
      ids = table.concat(known, ",", start, math.min(#known, start + ids_a_request - 1)),
    }))
    if not answer then return nil, info end
    for _, track in ipairs(tracks_of(answer.Items)) do found[#found + 1] = track end
    cached = cached and info.cached
  end
  return found, { cached = cached }
end

--- Returns a page of all songs from `offset` on, at most 500, the number of entries that the server
--- sent, 0 at the end, and the names of those that are not songs; nil and the error.
function Service:songs(offset)
  local answer, err = ask(self, "/Items", songs_query({
    startIndex = offset, limit = longest_answer, sortBy = "SortName",
  }))
  if not answer then return nil, err end
  local tracks, left_out = tracks_of(answer.Items)
  return tracks, #answer.Items, left_out
end

--- Returns the playlists: {id, name, tracks (their number)}; nil and the error.
function Service:playlists()
  local answer, err = ask(self, "/Items", {
    recursive = "true", includeItemTypes = "Playlist", fields = "ChildCount", sortBy = "SortName",
  })
  if not answer then return nil, err end
  return json_values.each(answer.Items, function(raw)
    raw = object_of(raw)
    local id = text_of(raw.Id)
    return id and { id = id, name = text_of(raw.Name) or id,
      tracks = json_values.count(raw.ChildCount) or 0 } or nil
  end)
end

--- Returns a playlist's tracks: {id, tracks, left_out (names of items that are not songs), ids
--- (of all items)}; nil and the error.
function Service:playlist(id)
  if id:find("[^%x-]") then
    return nil, failure.new(jellyfin, "invalid",
      ("\"%s\" is not an identifier of Jellyfin"):format(id))
  end
  local answer, err = ask(self, ("/Playlists/%s/Items"):format(id), {})
  if not answer then return nil, err end
  local tracks, left_out = tracks_of(answer.Items)
  return { id = id, tracks = tracks, left_out = left_out,
    ids = json_values.each(answer.Items, function(raw) return text_of(object_of(raw).Id) end) }
end

--- Makes a playlist of songs by their identifiers. Returns {id (nil where the server does not tell
--- it), songs (how many it has)}; nil and the error.
function Service:create(name, ids)
  local user, problem = user_of(self)
  if not user then return nil, problem end
  local made, err = json_answers.ask(jellyfin, self.client, "/Playlists", {
    json = { Name = name, Ids = mix.json.array(ids), UserId = user, MediaType = "Audio" },
  })
  local id = made and text_of(made.Id)
  if id then return { id = id, songs = #ids } end
  if not made and not failure.may_have_arrived(err) then return nil, refusal_of(err) end
  local found = made_playlist(self, name, ids)
  -- Some versions say nothing of it.
  local is_made = made or err.kind == "answer"
  if found or is_made then return { id = found or nil, songs = #ids } end
  return nil, err
end

local function client()
  return { upstream = jellyfin.upstream, bearer = "jellyfin.token", key_parameter = "ApiKey" }
end

--- Opens the server of the settings. `user` (a name) or `user_id`: replace the settings'.
function jellyfin.open(options)
  options = options or {}
  return setmetatable({
    client = mix.http.client(client()),
    user = options.user or mix.env.setting("jellyfin.user"), user_id = options.user_id,
  }, Service)
end

--- The doctor's checks; see docs/doctor.md.
jellyfin.checks = { {
  title = jellyfin.title, upstream = jellyfin.upstream, serves = { "jellyfin" },
  requires = { "jellyfin.token" }, client = client,
  unused = function()
    return not mix.env.setting("jellyfin.user") and "not used: jellyfin.user is not set" or nil
  end,
  question = function() return { path = "/System/Info" } end,
  shape = function(response)
    return json_answers.flaw(response, function(answer)
      return not text_of(answer.Version) and "the answer does not come from Jellyfin" or nil
    end)
  end,
} }

return jellyfin
