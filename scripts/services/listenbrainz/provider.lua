-- ListenBrainz: the public playlists of a user, and those made for the user. It has lists, but no
-- catalogue: docs/connect.md.

local failure = require("lib.failure")
local plain_text = require("lib.plain_text")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")

local text_of, object_of, list_of = json_values.text, json_values.object, json_values.list

local listenbrainz = {
  name = "listenbrainz", title = "ListenBrainz", upstream = "listenbrainz", kind = "playlist",
  can = {},
}

local page = 100
local most_pages, most_idle = 50, 2

local mbid = ("%x"):rep(8) .. "%-" .. ("%x"):rep(4) .. "%-" .. ("%x"):rep(4) .. "%-"
  .. ("%x"):rep(4) .. "%-" .. ("%x"):rep(12)

--- Returns the identifier in a text, which is a playlist's address or the identifier itself; nil
--- without one.
function listenbrainz.id_of(text)
  return text:match("^" .. mbid .. "$") or text:match("/playlist/(" .. mbid .. ")")
end

local function playlist_of(raw)
  raw = object_of(object_of(raw).playlist)
  local address = text_of(raw.identifier)
  local id = address and listenbrainz.id_of(address)
  if not id then return nil end
  return { id = id, name = text_of(raw.title) or id, url = address, creator = text_of(raw.creator),
    description = text_of(plain_text.html(text_of(raw.annotation) or "")),
    date = json_values.moment(raw.date), raw = raw }
end

-- The address of a recording among a track's identifiers, and the identifier in it; else the first
-- address. Before 2024 the service sent one as a text.
local function identified(value)
  local addresses = type(value) == "table" and list_of(value) or { value }
  for _, address in ipairs(addresses) do
    local id = text_of(address) and address:match("/recording/(" .. mbid .. ")")
    if id then return address, id end
  end
  return text_of(addresses[1])
end

-- The names of a track's artists, which `creator` joins to one text.
local function artists_of(more, artist)
  local names = json_values.each(object_of(more.additional_metadata).artists, function(raw)
    return text_of(object_of(raw).artist_credit_name)
  end)
  return mix.json.array(#names > 0 and names or { artist })
end

-- A track; without title and artist where the service knows its recording alone.
local function track_of(raw)
  raw = object_of(raw)
  local title, artist = text_of(raw.title), text_of(raw.creator)
  local address, id = identified(raw.identifier)
  if not (title or id) then return nil end
  local more = object_of(object_of(raw.extension)["https://musicbrainz.org/doc/jspf#track"])
  return { title = title, artist = artist, artists = artists_of(more, artist),
    album = text_of(raw.album), duration = json_values.seconds(raw.duration, 1000),
    url = address or "", id = id, added = json_values.moment(more.added_at) }
end

-- Adds the playlists of a page that no earlier one had; returns whether there was one.
local function add(found, seen, list)
  local count = #found
  for _, raw in ipairs(list) do
    local playlist = playlist_of(raw)
    if playlist and not seen[playlist.id] then
      playlist.raw, seen[playlist.id] = nil, true
      found[#found + 1] = playlist
    end
  end
  return #found > count
end

local Service = {}
Service.__index = Service

local function ask(self, path, query, check)
  local answer, info = json_answers.ask(listenbrainz, self.client, path, { query = query }, check)
  if not answer and info.kind == "token" then
    info.message = info.message .. "; mixhost reads without a token, what is public alone"
  end
  return answer, info
end

-- A user name as a part of an address: MusicBrainz' names have any letters and signs. Nil for a
-- text that would lead elsewhere. The address of a user's page is taken, too.
local function segment_of(user)
  local in_address = user:match("^%a*:?/?/?[%w.]*listenbrainz%.org/user/([^/?#]+)")
  if in_address then
    user = in_address:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)
  end
  if not user:find("%S") or user:find("^%.%.?$") or user:find("%c") then return nil end
  return (user:gsub("[^%w%-._~]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

--- Returns the playlists of a user, newest first; `made_for`: those that the service made for the
--- user. Each is {id, name, url, creator, description, date}; nil and the error.
function Service:playlists(user, made_for)
  local segment = segment_of(user)
  if not segment then
    return nil, failure.new(listenbrainz, "invalid", ("\"%s\" is not a user name"):format(user))
  end
  local path = ("/user/%s/playlists%s"):format(segment, made_for and "/createdfor" or "")
  local found, seen, offset, idle = {}, {}, 0, 0
  for _ = 1, most_pages do
    local answer, err = ask(self, path, { count = page, offset = offset },
      json_answers.has("playlists", true))
    if not answer then return nil, err end
    idle = add(found, seen, answer.playlists) and 0 or idle + 1
    -- A server of one's own may have shorter pages, which it tells.
    local sent, most = #answer.playlists, json_values.positive(answer.count) or page
    offset = offset + (sent > 0 and sent or most)
    local total = math.tointeger(answer.playlist_count) or sent == most and math.huge or offset
    if offset >= total or idle == most_idle then break end
  end
  return found
end

--- Returns a playlist with its tracks: {id, name, url, description, tracks, left_out} with title,
--- artist, album, duration (seconds), url, id (of the recording at MusicBrainz) and the day when it
--- was added. A track may have an id alone; `left_out` counts the entries without id and title. Nil
--- and the error.
function Service:playlist(id)
  local answer, err = ask(self, "/playlist/" .. id, {}, function(answer)
    return not playlist_of(answer) and "the answer is not a playlist" or nil
  end)
  if not answer then return nil, err end
  local playlist = playlist_of(answer)
  local entries = list_of(playlist.raw.track)
  playlist.tracks = mix.json.array(json_values.each(entries, track_of))
  playlist.left_out = #entries - #playlist.tracks
  playlist.raw = nil
  return playlist
end

--- Opens the service.
function listenbrainz.open()
  return setmetatable({
    client = mix.http.client({ upstream = listenbrainz.upstream, ttl = "10m" }),
  }, Service)
end

return listenbrainz
