-- A music server with Subsonic's API (Navidrome, gonic, Airsonic): its songs as a catalogue, and
-- its playlists. docs/connect.md.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local text_of, object_of, list_of = json_values.text, json_values.object, json_values.list

local subsonic = {
  name = "subsonic", title = "the music server", upstream = "subsonic", kind = "track",
  can = { track = { search = true, lookup = true } },
}

local wanted, longest_answer = 20, 500
local not_set = "the music server is not set up: set upstream.subsonic, subsonic.user, "
  .. "subsonic.salt and subsonic.token (docs/connect.md)"
-- Error codes of the API (subsonic.org, "Error handling").
local kinds = { [40] = "token", [41] = "token", [44] = "token", [50] = "forbidden",
  [70] = "not_found" }

--- Converts a song of the server to a track; nil for anything else.
function subsonic.track(raw)
  raw = object_of(raw)
  local id, title, artist = text_of(raw.id), text_of(raw.title), text_of(raw.artist)
  if not (id and title and artist) then return nil end
  local length = type(raw.duration) == "number" and raw.duration or 0
  local maker = text_of(raw.displayAlbumArtist)
  return { id = id, title = title, artist = artist, album = text_of(raw.album),
    album_artist = maker ~= artist and maker or nil,
    duration = length > 0 and length < math.huge and length or nil,
    isrc = text_of(list_of(raw.isrc)[1]) }
end

local function tracks_of(list)
  return json_values.each(list, subsonic.track)
end

local Service = {}
Service.__index = Service

local function no_response(answer)
  local inner = object_of(answer["subsonic-response"])
  if inner.status == "ok" or inner.status == "failed" then return nil end
  return "the answer does not come from a music server"
end

-- Returns the server's answer to a method; nil and the error. `lacks(inner)` returns the missing
-- part.
local function ask(self, method, query, lacks)
  if not self.user then return nil, failure.new(subsonic, "token", not_set) end
  query.u, query.s, query.t = self.user, self.salt, self.token
  query.v, query.c, query.f = "1.16.1", "mixhost", "json"
  local answer, response = json_answers.ask(subsonic, self.client, "/rest/" .. method, {
    query = query, ttl = 0,
  }, function(answer)
    local wrong = no_response(answer)
    if wrong then return wrong end
    local inner = answer["subsonic-response"]
    return inner.status == "ok" and lacks and lacks(inner) or nil
  end)
  if not answer then return nil, response end
  local inner = answer["subsonic-response"]
  if inner.status == "ok" then return inner, { cached = response.source ~= "live" } end
  local err = object_of(inner.error)
  return nil, failure.new(subsonic, kinds[err.code] or "invalid",
    ("%s: %s"):format(subsonic.title, text_of(err.message) or "it refused the request"))
end

local function no_result(inner)
  local result = inner.searchResult3
  if type(result) ~= "table" or result.song ~= nil and not mix.json.is_array(result.song) then
    return "the answer has no result"
  end
end

--- Searches songs by `query.title` and `query.artist`. Returns tracks in the server's order, at
--- most `query.limit`, and {cached}; nil and the error.
function Service:search(query)
  local words = ((query.title or "") .. " " .. (query.artist or "")):match("^%s*(.-)%s*$")
  if words == "" then return {}, { cached = true } end
  local limit = math.min(query.limit or wanted, longest_answer)
  local inner, info = ask(self, "search3", {
    query = words, songCount = limit, artistCount = 0, albumCount = 0,
  }, no_result)
  if not inner then return nil, info end
  local found = tracks_of(inner.searchResult3.song)
  return table.move(found, 1, math.min(limit, #found), 1, {}), info
end

--- Looks up songs by identifier, one request each; unknown ones are left out.
function Service:lookup(ids)
  return json_answers.one_by_one(ids, { not_found = true }, function(id)
    local inner, info = ask(self, "getSong", { id = id }, function(inner)
      return not subsonic.track(inner.song) and "the answer has no song" or nil
    end)
    return inner and subsonic.track(inner.song), info
  end)
end

--- Returns a page of all songs from `offset` on, at most 500, and the number of entries that the
--- server sent, 0 at the end; nil and the error.
function Service:songs(offset)
  local inner, err = ask(self, "search3", {
    query = "", songCount = longest_answer, songOffset = offset, artistCount = 0, albumCount = 0,
  }, no_result)
  if not inner then return nil, err end
  local songs = list_of(inner.searchResult3.song)
  return tracks_of(songs), #songs
end

--- Returns the playlists: {id, name, tracks (their number)}; nil and the error.
function Service:playlists()
  local inner, err = ask(self, "getPlaylists", {}, function(inner)
    return type(inner.playlists) ~= "table" and "the answer has no playlists" or nil
  end)
  if not inner then return nil, err end
  return json_values.each(inner.playlists.playlist, function(raw)
    raw = object_of(raw)
    local id, name = text_of(raw.id), text_of(raw.name)
    return id and name and { id = id, name = name, tracks = math.tointeger(raw.songCount) or 0 }
      or nil
  end)
end

--- Returns a playlist with its tracks: {id, name, tracks}; nil and the error.
function Service:playlist(id)
  local inner, err = ask(self, "getPlaylist", { id = id }, function(inner)
    return not text_of(object_of(inner.playlist).name) and "the answer has no playlist" or nil
  end)
  if not inner then return nil, err end
  return { id = id, name = inner.playlist.name, tracks = tracks_of(inner.playlist.entry) }
end

--- Makes a playlist of songs by their identifiers. Returns its identifier; nil and the error.
function Service:create(name, ids)
  local inner, err = ask(self, "createPlaylist", { name = name, songId = ids }, function(inner)
    return not text_of(object_of(inner.playlist).id) and "the answer has no playlist" or nil
  end)
  return inner and inner.playlist.id, err
end

local function client()
  return { upstream = subsonic.upstream, bearer = "subsonic.token", key_parameter = "t" }
end

--- Opens the server of the settings. `user`, `salt` and `token`: replace the settings'.
function subsonic.open(options)
  options = options or {}
  return setmetatable({
    client = mix.http.client(options.token and { upstream = subsonic.upstream } or client()),
    user = options.user or mix.env.setting("subsonic.user"),
    salt = options.salt or mix.env.setting("subsonic.salt"), token = options.token,
  }, Service)
end

--- The doctor's checks; see docs/doctor.md.
subsonic.checks = {
  {
    title = subsonic.title, upstream = subsonic.upstream, serves = { "subsonic" },
    requires = { "subsonic.token" }, client = client,
    unused = function()
      return not mix.env.setting("subsonic.user") and "not used: subsonic.user is not set" or nil
    end,
    question = function()
      return { path = "/rest/ping", query = {
        u = mix.env.setting("subsonic.user"), s = mix.env.setting("subsonic.salt"), v = "1.16.1",
        c = "mixhost", f = "json",
      } }
    end,
    shape = function(response)
      return json_answers.flaw(response, function(answer)
        local wrong = no_response(answer)
        if wrong then return wrong end
        local inner = answer["subsonic-response"]
        return inner.status ~= "ok" and (text_of(object_of(inner.error).message)
          or "it refused the request") or nil
      end)
    end,
  },
}

return subsonic
