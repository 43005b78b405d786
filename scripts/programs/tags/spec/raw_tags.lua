-- Tags that specs make byte by byte, and read in their parts: ID3v2.2 to 2.4, ID3v1, APEv2, the
-- blocks of FLAC, the boxes of MP4, the packets of Ogg and the chunks of WAV and AIFF. It shares no
-- code with the host.

local raw = {}

local function safe(number)
  return string.char(number >> 21 & 127, number >> 14 & 127, number >> 7 & 127, number & 127)
end

local function from_safe(bytes)
  local a, b, c, d = bytes:byte(1, 4)
  return a << 21 | b << 14 | c << 7 | d
end

-- MARK: Making

function raw.utf16(text) return "\1\xFF\xFE" .. (text:gsub(".", "%0\0")) end

local function frame(version, id, body, flags)
  if version == 2 then return id .. string.pack(">I3", #body) .. body end
  local size = version == 3 and string.pack(">I4", #body) or safe(#body)
  return id .. size .. (flags or "\0\0") .. body
end

--- An ID3v2 tag of frames {id, body, flags}. `options`: is_split (unsynchronised), has_footer,
--- padding (bytes).
function raw.id3(version, frames, options)
  options = options or {}
  local list, flags = {}, 0
  for place, one in ipairs(frames) do list[place] = frame(version, table.unpack(one)) end
  local body = table.concat(list)
  if options.is_split then body, flags = body:gsub("\xFF", "\xFF\0"), 0x80 end
  if options.has_footer then
    local rest = string.char(version, 0, flags | 0x10) .. safe(#body)
    return "ID3" .. rest .. body .. "3DI" .. rest
  end
  body = body .. ("\0"):rep(options.padding or 64)
  return "ID3" .. string.char(version, 0, flags) .. safe(#body) .. body
end

--- An ID3v1 tag of title, artist, album, year, comment, track and genre.
function raw.id3v1(title, artist, album, year, comment, track, genre)
  local function field(text, size) return (text .. ("\0"):rep(size)):sub(1, size) end
  return "TAG" .. field(title, 30) .. field(artist, 30) .. field(album, 30) .. field(year, 4)
    .. field(comment, 28) .. "\0" .. string.char(track, genre)
end

--- An APEv2 tag of items {name, value, flags}.
function raw.ape(items, has_header)
  local list = {}
  for place, item in ipairs(items) do
    list[place] = string.pack("<I4I4", #item[2], item[3] or 0) .. item[1] .. "\0" .. item[2]
  end
  local body = table.concat(list)
  local function ends(flags)
    return "APETAGEX" .. string.pack("<I4I4I4I4", 2000, #body + 32, #items, flags) .. ("\0"):rep(8)
  end
  if has_header then return ends(0xA0000000) .. body .. ends(0x80000000) end
  return body .. ends(0)
end

-- MARK: Reading

local function read_id3(bytes, list)
  local version, flags = bytes:byte(4), bytes:byte(6)
  local body = bytes:sub(11, 10 + from_safe(bytes:sub(7)))
  list[#list + 1] = { "ID3v2 version", string.char(version, flags) }
  if version < 4 and flags & 0x80 ~= 0 then body = body:gsub("\xFF%z", "\xFF") end
  local place, letters = 1, version == 2 and 3 or 4
  local head = version == 2 and 6 or 10
  while place + head <= #body and body:byte(place) ~= 0 do
    local id, size = body:sub(place, place + letters - 1), body:sub(place + letters)
    local length = version == 4 and from_safe(size)
      or string.unpack(version == 2 and ">I3" or ">I4", size)
    list[#list + 1] = { id, body:sub(place + letters, place + head + length - 1) }
    place = place + head + length
  end
  return 11 + from_safe(bytes:sub(7)) + (flags & 0x10 ~= 0 and 10 or 0)
end

local function read_comments(body, list)
  local vendor, count, from = string.unpack("<s4I4", body)
  list[#list + 1] = { "vendor", vendor }
  for _ = 1, count do
    local comment
    comment, from = string.unpack("<s4", body, from)
    list[#list + 1] = { (comment:match("^(.-)=") or ""):upper(), comment }
  end
  list[#list + 1] = { "behind comments", body:sub(from) }
end

local function read_flac(bytes, place, list)
  place = place + 4
  local kind, length
  repeat
    kind, length = string.unpack(">I1I3", bytes, place)
    local body = bytes:sub(place + 4, place + 3 + length)
    if kind & 127 == 4 then
      read_comments(body, list)
    elseif kind & 127 ~= 1 then
      list[#list + 1] = { "block " .. (kind & 127), body }
    end
    place = place + 4 + length
  until kind & 128 ~= 0
  return place
end

local function read_tail(bytes, list)
  local last = #bytes
  if bytes:sub(-128, -126) == "TAG" then
    for _, field in ipairs({ { "title", 3 }, { "artist", 33 }, { "album", 63 }, { "year", 93, 4 },
      { "comment", 97, 28 }, { "track", 126, 1 }, { "genre", 127, 1 } }) do
      local from = last - 127 + field[2]
      list[#list + 1] = { "ID3v1 " .. field[1], bytes:sub(from, from + (field[3] or 30) - 1) }
    end
    last = last - 128
  end
  if bytes:sub(last - 31, last - 24) ~= "APETAGEX" then return last end
  local size, count, flags = string.unpack("<I4I4I4", bytes, last - 19)
  local place = last - size + 1
  local first = place - (flags & 0x80000000 ~= 0 and 32 or 0)
  for _ = 1, count do
    local length, kind, name, from = string.unpack("<I4I4z", bytes, place)
    list[#list + 1] = { "APE " .. name, kind .. ":" .. bytes:sub(from, from + length - 1) }
    place = from + length
  end
  return first - 1
end

local holders = { moov = 0, trak = 0, mdia = 0, minf = 0, stbl = 0, udta = 0, meta = 4, ilst = 0 }

local function read_boxes(bytes, place, last, path, list)
  while place < last do
    local length, name = string.unpack(">I4c4", bytes, place)
    local inner = place + 8
    if path:find("ilst/$") then
      list[#list + 1] = { "atom " .. name, bytes:sub(inner, place + length - 1) }
    elseif holders[name] then
      read_boxes(bytes, inner + holders[name], place + length, path .. name .. "/", list)
    elseif name == "stco" then
      -- The sound that the places lead to, in place of the places.
      local sound = {}
      for number = 1, string.unpack(">I4", bytes, inner + 4) do
        local at = string.unpack(">I4", bytes, inner + 4 + number * 4)
        sound[number] = bytes:sub(at + 1, at + 8)
      end
      list[#list + 1] = { path .. name, table.concat(sound) }
    elseif name ~= "free" then
      list[#list + 1] = { path .. name, bytes:sub(inner, place + length - 1) }
    end
    place = place + length
  end
end

-- The packets of headers; the sound is all pages behind them, byte by byte.
local function read_ogg(bytes, list)
  local place, packet, packets = 1, "", {}
  local wanted = bytes:find("OpusHead", 1, true) and 2 or 3
  while #packets < wanted do
    local lacing = string.unpack("s1", bytes, place + 26)
    place = place + 27 + #lacing
    for piece in lacing:gmatch(".") do
      packet = packet .. bytes:sub(place, place + piece:byte() - 1)
      place = place + piece:byte()
      if piece ~= "\xFF" then
        packets[#packets + 1], packet = packet, ""
      end
    end
  end
  local mark = wanted == 2 and 8 or 7
  read_comments(table.remove(packets, 2):sub(mark + 1), list)
  for number, one in ipairs(packets) do list[#list + 1] = { "header " .. number, one } end
  list[#list + 1] = { "sound", bytes:sub(place) }
end

local function read_chunks(bytes, list)
  local format = bytes:sub(1, 4) == "RIFF" and "<I4" or ">I4"
  assert(string.unpack(format, bytes, 5) == #bytes - 8)
  local place = 13
  while place < #bytes do
    local name, length = bytes:sub(place, place + 3), string.unpack(format, bytes, place + 4)
    local body = bytes:sub(place + 8, place + 7 + length)
    if name:lower() == "id3 " then
      read_id3(body, list)
    elseif body:sub(1, 4) == "INFO" then
      local from = 5
      while from < #body do
        local text = body:sub(from, from + 3)
        list[#list + 1] = { "text " .. text, (string.unpack("<s4", body, from + 4)) }
        from = from + 8 + #list[#list][2] + #list[#list][2] % 2
      end
    else
      list[#list + 1] = { "chunk " .. name, body }
    end
    place = place + 8 + length + length % 2
  end
end

--- The parts of all tags of a file, and its sound, as {name, bytes}; padding is none.
function raw.parts(bytes)
  local list, place = {}, 1
  if bytes:sub(5, 8) == "ftyp" then
    read_boxes(bytes, 1, #bytes, "", list)
    return list
  end
  local mark = bytes:sub(1, 4)
  if mark == "OggS" or mark == "RIFF" or mark == "FORM" then
    (mark == "OggS" and read_ogg or read_chunks)(bytes, list)
    return list
  end
  while bytes:sub(place, place + 2) == "ID3" do
    place = place + read_id3(bytes:sub(place), list) - 1
  end
  if bytes:sub(place, place + 3) == "fLaC" then place = read_flac(bytes, place, list) end
  local last = read_tail(bytes, list)
  list[#list + 1] = { "sound", bytes:sub(place, last) }
  return list
end

--- The names of the parts that are in one file alone, but for those that may change (a set).
function raw.differences(old, new, may_change)
  local counts, names = {}, {}
  local function count(bytes, step)
    for _, part in ipairs(raw.parts(bytes)) do
      local id = part[1] .. "\0" .. part[2]
      if not may_change[part[1]] then counts[id] = (counts[id] or 0) + step end
    end
  end
  count(old, 1)
  count(new, -1)
  for id, number in pairs(counts) do
    if number ~= 0 then names[#names + 1] = id:match("^%Z*") end
  end
  table.sort(names)
  return names
end

return raw
