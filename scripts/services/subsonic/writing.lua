-- How playlists are made on a music server. The API writes by GET, and by forms where the server
-- has OpenSubsonic's extension formPost. A request whose answer is lost may have been carried out,
-- so before it is sent again the server is asked what there is.

local failure = require("lib.failure")
local json_values = require("lib.json_values")
local made_playlist = require("lib.made_playlist")

local writing = {}

local most_tries = 3
local first_pause = 1
local longest_form = 2000
-- Servers and proxies take addresses of 8 KB at the least; the first of both may count the host,
-- too.
local longest_address = 4000

-- Whether a request may have been carried out, or may be if it is sent again.
local function is_open(err)
  return failure.may_have_arrived(err) or failure.class(err) == "limit"
end

-- The length of a value in an address.
local function encoded_length(value)
  local _, plain = value:gsub("[%w%-._~]", "")
  return plain + 3 * (#value - plain)
end

-- The identifiers in parts of a form.
local function form_parts(ids)
  local parts = {}
  for first = 1, #ids, longest_form do
    local last = math.min(#ids, first + longest_form - 1)
    parts[#parts + 1] = table.move(ids, first, last, 1, {})
  end
  return parts
end

-- The identifiers in parts, each short enough for an address. `name`: the playlist's.
local function address_parts(service, name, ids)
  local base = mix.http.service(service.provider.upstream).base
  local room = longest_address - #base - encoded_length(name)
  for parameter, value in pairs(service:signed({})) do
    room = room - #parameter - encoded_length(value or "") - 2
  end
  room = room - #"/rest/updatePlaylist?name=&playlistId="
  local parts, left = {}, 0
  for _, id in ipairs(ids) do
    local length = #"&songIdToAdd=" + encoded_length(id)
    if #parts == 0 or length > left then
      parts[#parts + 1], left = {}, room
    end
    left = left - length
    table.insert(parts[#parts], id)
  end
  return parts
end

-- Sends a request that writes, at most a few times. `done()` looks on the server: returns what
-- the request gives if it was carried out, false if it was not, nil and an error if that cannot be
-- told.
local function write(send, done)
  for try = 1, most_tries do
    local value, err = send()
    if value then return value end
    if not is_open(err) then return nil, err end
    local found, problem = done()
    if found then return found end
    if problem then return nil, problem end
    if try == most_tries then return nil, err end
    mix.task.sleep(first_pause * 2 ^ (try - 1))
  end
end

-- Makes the playlist with its first songs. Returns {id}; the API before 1.14 does not tell it.
local function make(service, name, ids)
  return write(function()
    local inner, err = service:ask("createPlaylist", { name = name, songId = ids }, nil, true)
    return inner and { id = json_values.id(json_values.object(inner.playlist).id) }, err
  end, function()
    local id, err = made_playlist(service, name, ids)
    return id and { id = id }, err
  end)
end

-- Adds songs behind the `before` songs of a playlist.
local function add(service, id, ids, before)
  return write(function()
    return service:ask("updatePlaylist", { playlistId = id, songIdToAdd = ids }, nil, true)
  end, function()
    local playlist, err = service:playlist(id)
    if not playlist then return nil, err end
    if #playlist.ids == before then return false end
    if #playlist.ids == before + #ids then return true end
    return nil, failure.new(service.provider, "changed",
      ("%s: the playlist has %d songs where %d were written: somebody else changed it"):format(
        service.provider.title, #playlist.ids, before + #ids))
  end)
end

-- Learns, once, whether the server takes writes as forms.
local function learn_forms(service)
  if service.takes_forms ~= nil then return end
  service.takes_forms = false
  for _, name in ipairs(service:extensions() or {}) do
    if name == "formPost" then service.takes_forms = true end
  end
end

--- Makes a playlist of songs by their identifiers. Returns {id (nil where the server does not tell
--- it), songs (how many it has)}, and an error if songs are missing in it; nil and the error.
function writing.create(service, name, ids)
  learn_forms(service)
  local parts = service.takes_forms and form_parts(ids) or address_parts(service, name, ids)
  local first = parts[1] or {}
  local made, err = make(service, name, first)
  if not made then return nil, err end
  made.songs = #first
  if not made.id then
    local found, problem = made_playlist(service, name, first)
    made.id = found or nil
    if #parts > 1 and not made.id then
      return made, problem or failure.new(service.provider, "answer",
        ("%s: it does not tell which playlist it made"):format(service.provider.title))
    end
  end
  for place = 2, #parts do
    local ok, problem = add(service, made.id, parts[place], made.songs)
    if not ok then return made, problem end
    made.songs = made.songs + #parts[place]
  end
  return made
end

return writing
