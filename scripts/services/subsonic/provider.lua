-- A music server with Subsonic's API (Navidrome, gonic, Airsonic): its songs as a catalogue, and
-- its playlists. docs/connect.md.

local failure = require("lib.failure")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local trimmed = require("lib.trimmed")
local writing = require("services.subsonic.writing")

local text_of, object_of, list_of = json_values.text, json_values.object, json_values.list
-- Some servers write identifiers, and titles such as "1979", as numbers, and numbers as texts.
local label_of = json_values.id

local subsonic = {
  name = "subsonic", title = "the music server", upstream = "subsonic", kind = "track",
  can = { track = { search = true, lookup = true } },
}

local wanted, longest_answer = 20, 500
local settings = "subsonic.user, subsonic.salt and subsonic.token (docs/connect.md)"
local not_set = "the music server is not set up: set upstream.subsonic, " .. settings
-- Error codes of the API (subsonic.org, "Error handling") and of OpenSubsonic (42, 43).
local kinds = { [20] = "version", [30] = "version", [40] = "token", [41] = "token", [42] = "token",
  [43] = "token", [44] = "token", [50] = "forbidden", [60] = "forbidden", [70] = "not_found" }

-- The words of Navidrome for a file without them.
local no_names = { ["[Unknown Artist]"] = true, ["[Unknown Album]"] = true }

local function name_of(value)
  local name = label_of(value)
  return not no_names[name or ""] and name or nil
end

-- The words of servers with OpenSubsonic on a song's lyrics.
local explicit = { explicit = true, clean = false }

-- The names of artists, as servers with OpenSubsonic list them: joined unless they are also given
-- as one text.
local function names_of(shown, artists, single)
  local names = json_values.each(list_of(artists), function(raw)
    return name_of(object_of(raw).name)
  end)
  return name_of(shown) or #names > 0 and table.concat(names, ", ") or name_of(single)
end

--- Converts a song of the server to a track, without an artist where its file names none; nil for
--- anything else, such as a video.
function subsonic.track(raw)
  raw = object_of(raw)
  local id, title = label_of(raw.id), label_of(raw.title)
  local is_other = tostring(raw.isDir) == "true" or tostring(raw.isVideo) == "true"
  if not (id and title) or is_other then return nil end
  local artist = names_of(raw.displayArtist, raw.artists, raw.artist)
  local maker = names_of(raw.displayAlbumArtist, raw.albumArtists)
  return { id = id, title = title, artist = artist, album = name_of(raw.album),
    album_artist = maker ~= artist and maker or nil,
    duration = json_values.seconds(raw.duration),
    track_number = json_values.count(raw.track),
    disc_number = json_values.count(raw.discNumber), is_explicit = explicit[raw.explicitStatus],
    isrc = json_values.texts(raw.isrc)[1] }
end

-- The tracks of a list, and the names of its entries that are not songs.
local function tracks_of(list)
  return json_values.parted(list_of(list), subsonic.track, function(raw)
    return label_of(raw.title) or text_of(raw.path) or label_of(raw.id)
  end)
end

local Service = {}
Service.__index = Service

-- The answer within an answer; nil for another service's.
local function response_of(answer)
  local inner = object_of(object_of(answer)["subsonic-response"])
  local is_known = inner.status == "ok" or inner.status == "failed" or inner.error ~= nil
  return is_known and inner or nil
end

-- An element as the API's JSON has it: attributes and elements are members. All values are texts,
-- all elements are lists.
local function of_xml(element)
  local made = {}
  for name, value in pairs(element.attributes) do made[name] = value end
  for _, child in ipairs(element.children) do
    if type(made[child.name]) ~= "table" then made[child.name] = mix.json.array({}) end
    table.insert(made[child.name], of_xml(child))
  end
  return next(made) and made or element.text
end

-- Servers of before 1.4 know XML alone, others refuse in it. Nil for a page.
local function decoded_xml(body)
  local root = body:find("<subsonic%-response") and mix.xml.decode(body)
  return root and { [root.name] = of_xml(root) } or nil
end

local function no_response(answer)
  return not response_of(answer) and "the answer does not come from a music server" or nil
end

-- Of accounts kept elsewhere (LDAP) a server has no password to compare a token with.
local no_tokens = { [41] = true, [42] = true }

-- `status`: of an answer that has none of a success.
local function refusal(inner, status)
  local err = object_of(inner.error)
  local code = math.tointeger(tonumber(err.code))
  local kind = kinds[code] or status and failure.kind_of_status(subsonic, status) or "invalid"
  local advice = no_tokens[code] and "mixhost signs in by a token: use an account that the server "
    .. "keeps itself (docs/connect.md)" or kind == "token" and "set " .. settings
  return failure.new(subsonic, kind, ("%s: %s%s"):format(subsonic.title,
    text_of(err.message) or "it refused the request", advice and ": " .. advice or ""),
    { status = status })
end

-- Some servers refuse with a status as well; nil for limits and faults.
local function fault_of(response)
  local status = response and response.status or 200
  if status < 400 or status == 429 or status >= 500 then return nil end
  local inner = response_of(mix.json.decode(response.body) or decoded_xml(response.body))
  return inner and inner.status ~= "ok" and refusal(inner, status) or nil
end

--- Returns the parameters with what every request has.
function Service:signed(query)
  query.u, query.s = self.user, self.salt
  query.v, query.c, query.f = "1.16.1", "mixhost", "json"
  return query
end

-- The options of a request. Nothing is kept, and mix.http does not repeat one that writes.
local function options_of(self, query, writes)
  -- The log-in stays in the address, where its token is put.
  if writes and self.takes_forms then return { query = self:signed({}), form = query } end
  return { query = self:signed(query), ttl = 0, writes = writes }
end

--- Returns the server's answer to a method, and {cached}; nil and the error. `lacks(inner)` returns
--- the missing part; `writes`: whether the method changes something.
function Service:ask(method, query, lacks, writes)
  if not self.user then return nil, failure.new(subsonic, "token", not_set) end
  local answer, info = json_answers.ask(subsonic, self.client, "/rest/" .. method,
    options_of(self, query, writes), function(answer)
      local wrong = no_response(answer)
      if wrong then return wrong end
      local inner = response_of(answer)
      return inner.status == "ok" and lacks and lacks(inner) or nil
    end, { decode = decoded_xml, fault = fault_of })
  local inner = answer and response_of(answer)
  if inner and inner.status ~= "ok" then return nil, refusal(inner) end
  if info.kind == "token" and not info.message:find(settings, 1, true) then
    info.message = ("%s: set %s"):format(info.message, settings)
  end
  return inner, info
end

-- A part of an answer. Servers whose JSON is made from XML write an empty one as "".
local function part_of(inner, name)
  local value = inner[name]
  local part = list_of(value)[1]
  if value == "" or part == "" or type(value) == "table" and next(value) == nil then return {} end
  return type(part) == "table" and part or nil
end

local function no_result(inner)
  local result = part_of(inner, "searchResult3")
  if not result or result.song ~= nil and type(result.song) ~= "table" then
    return "the answer has no result"
  end
end

local function found_songs(inner) return part_of(inner, "searchResult3").song end

--- Searches songs by `query.title` and `query.artist`. Returns tracks in the server's order, at
--- most `query.limit`, and {cached}; nil and the error.
function Service:search(query)
  local words = trimmed((query.title or "") .. " " .. (query.artist or ""))
  if words == "" then return {}, { cached = true } end
  local limit = math.min(query.limit or wanted, longest_answer)
  local inner, info = self:ask("search3", {
    query = words, songCount = limit, artistCount = 0, albumCount = 0,
  }, no_result)
  if not inner then return nil, info end
  local found = tracks_of(found_songs(inner))
  return table.move(found, 1, math.min(limit, #found), 1, {}), info
end

-- The song of an answer, which some servers send as a list of one.
local function song_of(inner) return subsonic.track(list_of(inner.song)[1]) end

--- Looks up songs by identifier, one request each; unknown ones are left out.
function Service:lookup(ids)
  return json_answers.one_by_one(ids, { not_found = true }, function(id)
    local inner, info = self:ask("getSong", { id = id }, function(inner)
      return not song_of(inner) and "the answer has no song" or nil
    end)
    return inner and song_of(inner), info
  end)
end

-- A page of all songs, asked for by words that the server takes for all.
local function page_of(self, words, offset)
  local inner, err = self:ask("search3", {
    query = words, songCount = longest_answer, songOffset = offset, artistCount = 0,
    albumCount = 0,
  }, no_result)
  return inner and list_of(found_songs(inner)), err
end

--- Returns a page of all songs from `offset` on, at most 500, the number of entries that the server
--- sent, 0 at the end, and the names of those that are not songs; nil and the error.
function Service:songs(offset)
  local songs, err = page_of(self, self.all_words, offset)
  -- Servers without OpenSubsonic find nothing by no words, or miss the parameter; some of them take
  -- a pair of quotes.
  if offset == 0 and (songs and #songs == 0 or not songs and failure.is_of_question(err)) then
    local others = page_of(self, '""', offset)
    if others and #others > 0 then self.all_words, songs = '""', others end
  end
  if not songs then return nil, err end
  local tracks, left_out = tracks_of(songs)
  return tracks, #songs, left_out
end

local function playlist_of(raw)
  raw = object_of(raw)
  local id = label_of(raw.id)
  return id and { id = id, name = label_of(raw.name) or id,
    tracks = math.tointeger(tonumber(raw.songCount)) } or nil
end

--- Returns the playlists: {id, name, tracks (their number)}; nil and the error.
function Service:playlists()
  local inner, err = self:ask("getPlaylists", {}, function(inner)
    return not part_of(inner, "playlists") and "the answer has no playlists" or nil
  end)
  if not inner then return nil, err end
  return json_values.each(list_of(part_of(inner, "playlists").playlist), playlist_of)
end

--- Returns a playlist with its tracks: {id, name, tracks, left_out (names of entries that are no
--- songs), ids (of all entries)}; nil and the error.
function Service:playlist(id)
  local inner, err = self:ask("getPlaylist", { id = id }, function(inner)
    return not label_of(object_of(inner.playlist).name) and "the answer has no playlist" or nil
  end)
  if not inner then return nil, err end
  local playlist = object_of(inner.playlist)
  local entries = list_of(playlist.entry)
  local tracks, left_out = tracks_of(entries)
  return { id = id, name = label_of(playlist.name), tracks = tracks, left_out = left_out,
    ids = json_values.each(entries, function(raw) return label_of(object_of(raw).id) end) }
end

--- Returns the names of the server's extensions of the API, none where it does not know them; nil
--- and the error.
function Service:extensions()
  local inner, info = self:ask("getOpenSubsonicExtensions", {})
  if not inner then
    if failure.is_of_question(info) then return {}, { cached = false } end
    return nil, info
  end
  return json_values.each(list_of(inner.openSubsonicExtensions), function(raw)
    return text_of(object_of(raw).name)
  end), info
end

--- Makes a playlist of songs by their identifiers. Returns {id (nil where the server does not tell
--- it), songs (how many it has)}, and an error if songs are missing in it; nil and the error.
function Service:create(name, ids)
  if not self.user then return nil, failure.new(subsonic, "token", not_set) end
  return writing.create(self, name, ids)
end

local function client()
  return { upstream = subsonic.upstream, bearer = "subsonic.token", key_parameter = "t" }
end

--- Opens the server of the settings. `user` and `salt`: replace the settings'.
function subsonic.open(options)
  options = options or {}
  return setmetatable({
    provider = subsonic,
    client = mix.http.client(client()),
    user = options.user or mix.env.setting("subsonic.user"),
    salt = options.salt or mix.env.setting("subsonic.salt"), all_words = "",
  }, Service)
end

--- The doctor's checks; see docs/doctor.md.
subsonic.checks = { {
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
      local inner = response_of(answer)
      return inner.status ~= "ok" and (text_of(object_of(inner.error).message)
        or "it refused the request") or nil
    end, decoded_xml)
  end,
} }

return subsonic
