-- Audio files of silence that specs make: FLAC (RFC 9639), MP3 (ISO/IEC 11172-3), M4A (ISO/IEC
-- 14496-12), Ogg (RFC 3533), WAV and AIFF, written by hand, with audio data that tells files apart.

local audio = {}

local function crc(bytes, width, polynomial)
  local value, top, mask = 0, 1 << (width - 1), (1 << width) - 1
  for place = 1, #bytes do
    value = value ~ bytes:byte(place) << (width - 8)
    for _ = 1, 8 do value = (value & top ~= 0 and value << 1 ~ polynomial or value << 1) & mask end
  end
  return value
end

-- MARK: FLAC

local rate, block = 44100, 4096

local function flac_frame(number, level)
  local coded = utf8.char(number)
  local head = "\xFF\xF8\xC9\x18" .. coded
  local frame = head .. string.char(crc(head, 8, 0x07))
    .. ("\0" .. string.pack(">i2", level)):rep(2)
  return frame .. string.pack(">I2", crc(frame, 16, 0x8005))
end

local function comment_block(tags, more)
  local list, lists = {}, {}
  for key, values in pairs(tags) do
    for _, value in ipairs(type(values) == "table" and values or { values }) do
      list[#list + 1] = key .. "=" .. value
    end
  end
  table.sort(list)
  table.move(more or {}, 1, more and #more or 0, #list + 1, list)
  for place, text in ipairs(list) do lists[place] = string.pack("<s4", text) end
  return string.pack("<s4I4", "made by a spec", #list) .. table.concat(lists)
end

local function metadata(kind, bytes, is_last)
  return string.pack(">I1I3", kind | (is_last and 0x80 or 0), #bytes) .. bytes
end

--- A FLAC file. `options`: seed, frames, padding (bytes), picture (bytes of one), comments (further
--- ones, whole), blocks (further ones, {kind, bytes}).
function audio.flac(tags, options)
  options = options or {}
  local frames, count = {}, options.frames or 60
  for number = 0, count - 1 do
    frames[#frames + 1] = flac_frame(number, ((options.seed or 1) * 31 + number) % 3)
  end
  local info = string.pack(">I2I2I3I3", block, block, 0, 0)
    .. string.pack(">I8", rate << 44 | 1 << 41 | 15 << 36 | count * block) .. ("\0"):rep(16)
  local parts = { "fLaC", metadata(0, info), metadata(4, comment_block(tags, options.comments)) }
  for _, more in ipairs(options.blocks or {}) do parts[#parts + 1] = metadata(more[1], more[2]) end
  if options.picture then
    parts[#parts + 1] = metadata(6, string.pack(">I4s4s4I4I4I4I4s4", 3, "image/png", "", 1, 1, 24,
      0, options.picture))
  end
  parts[#parts + 1] = metadata(1, ("\0"):rep(options.padding or 512), true)
  return table.concat(parts) .. table.concat(frames)
end

-- MARK: MP3

local frames_of_id3 = { TITLE = "TIT2", ARTIST = "TPE1", ALBUM = "TALB", DATE = "TDRC",
  TRACKNUMBER = "TRCK", GENRE = "TCON", ALBUMARTIST = "TPE2" }

local function safe(number)
  return string.char(number >> 21 & 127, number >> 14 & 127, number >> 7 & 127, number & 127)
end

local function id3(tags, options)
  local list = {}
  for key, value in pairs(tags) do
    local text = "\3" .. value
    list[#list + 1] = frames_of_id3[key] .. safe(#text) .. "\0\0" .. text
  end
  table.sort(list)
  if options.picture then
    local body = "\0image/png\0\3\0" .. options.picture
    list[#list + 1] = "APIC" .. safe(#body) .. "\0\0" .. body
  end
  local body = table.concat(list) .. ("\0"):rep(options.padding or 256)
  return "ID3\4\0\0" .. safe(#body) .. body
end

local function id3v1(title)
  return "TAG" .. (title .. ("\0"):rep(30)):sub(1, 30) .. ("\0"):rep(95)
end

--- An MP3 file. `options`: seed, frames, padding, picture, old (with an ID3v1 tag), bare (no tags).
function audio.mp3(tags, options)
  options = options or {}
  local state, frames = options.seed or 1, {}
  for number = 1, options.frames or 60 do
    state = (state * 1103515245 + 12345) % 2147483648
    -- Bytes behind silence in a frame are nobody's: ancillary data.
    frames[number] = "\xFF\xFB\x90\x64" .. ("\0"):rep(32)
      .. (("%08x"):format(state):rep(48)):sub(1, 381)
  end
  return (options.bare and "" or id3(tags, options)) .. table.concat(frames)
    .. (options.old and id3v1(tags.TITLE or "") or "")
end

-- MARK: M4A

local function box(kind, ...)
  local body = table.concat({ ... })
  return string.pack(">I4", #body + 8) .. kind .. body
end

audio.box = box

local function full(kind, ...) return box(kind, "\0\0\0\0", ...) end

local names_of_mp4 = { TITLE = "\xA9nam", ARTIST = "\xA9ART", ALBUM = "\xA9alb", DATE = "\xA9day",
  ALBUMARTIST = "aART", GENRE = "\xA9gen" }

local function ilst(tags, options)
  local list = {}
  for key, value in pairs(tags) do
    list[#list + 1] = box(names_of_mp4[key], box("data", string.pack(">I4I4", 1, 0), value))
  end
  table.sort(list)
  return box("udta", full("meta", full("hdlr", ("\0"):rep(4), "mdirappl", ("\0"):rep(9)),
    box("ilst", table.concat(list) .. (options.atoms or "")),
    options.is_tight and "" or box("free", ("\0"):rep(100))), options.data or "")
end

local function track(samples, place)
  local descriptor = "\3\25\0\0\0\4\17\64\21\0\0\0\0\1\xF4\0\0\1\xF4\0\5\2\18\16\6\1\2"
  local entry = box("mp4a", ("\0"):rep(6), string.pack(">I2", 1), ("\0"):rep(8),
    string.pack(">I2I2I4I4", 2, 16, 0, rate << 16), full("esds", descriptor))
  local one = string.pack(">I4", 1)
  return box("trak", full("tkhd", ("\0"):rep(80)), box("mdia",
    full("mdhd", string.pack(">I4I4I4I4I4", 0, 0, rate, samples * 1024, 0)),
    full("hdlr", ("\0"):rep(4), "soun", ("\0"):rep(13)),
    box("minf", full("smhd", ("\0"):rep(4)), box("stbl",
      full("stsd", one, entry), full("stts", one, string.pack(">I4I4", samples, 1024)),
      full("stsc", one, string.pack(">I4I4I4", 1, samples, 1)),
      full("stsz", string.pack(">I4I4", 8, samples)),
      full("stco", one, string.pack(">I4", place))))))
end

--- An M4A file. `options`: seed, frames, first (the audio before the description), atoms (bytes of
--- further ones), data (boxes beside the tags), is_tight (no free space), without_tags.
function audio.m4a(tags, options)
  options = options or {}
  local samples = options.frames or 60
  local data = {}
  for number = 1, samples do data[number] = string.pack(">I4I4", options.seed or 1, number) end
  local mdat, ftyp = box("mdat", table.concat(data)), box("ftyp", "M4A \0\0\0\0M4A isom")
  local function moov(place)
    return box("moov", full("mvhd", string.pack(">I4I4I4I4", 0, 0, rate, samples * 1024),
      ("\0"):rep(80)), track(samples, place), options.without_tags and "" or ilst(tags, options))
  end
  if options.first then return ftyp .. mdat .. moov(#ftyp + 8) end
  local place = #ftyp + #moov(0) + 8
  return ftyp .. moov(place) .. mdat
end

-- MARK: Ogg

local function page_of(serial, packets, number, position, kind)
  local lacing = {}
  for _, packet in ipairs(packets) do
    lacing[#lacing + 1] = ("\xFF"):rep(#packet // 255) .. string.char(#packet % 255)
  end
  local lengths = table.concat(lacing)
  local function bytes(sum)
    return "OggS\0" .. string.char(kind or 0) .. string.pack("<i8I4I4I4s1", position, serial,
      number, sum, lengths) .. table.concat(packets)
  end
  return bytes(crc(bytes(0), 32, 0x04C11DB7))
end

local function ogg(heads, options, step)
  local function page(...) return page_of(options.serial or 77, ...) end
  local pages = { page({ heads[1] }, 0, 0, 2) }
  local rest = table.move(heads, 2, #heads, 1, {})
  if options.is_split then
    -- The packets behind the first one, each on a page of its own.
    for _, packet in ipairs(rest) do pages[#pages + 1] = page({ packet }, #pages, 0) end
  else
    pages[#pages + 1] = page(rest, 1, 0)
  end
  for number = 1, options.frames or 60 do
    pages[#pages + 1] = page({ string.pack("<I4I4", options.seed or 1, number) }, #pages,
      number * step, number == (options.frames or 60) and 4 or 0)
  end
  return table.concat(pages)
end

--- An Ogg file with Vorbis. `options`: seed, frames, comments (further ones), is_split, serial.
function audio.ogg(tags, options)
  options = options or {}
  return ogg({ "\1vorbis" .. string.pack("<I4I1I4I4I4I4I1I1", 0, 2, rate, 0, 128000, 0, 0xB8, 1),
    "\3vorbis" .. comment_block(tags, options.comments) .. "\1",
    "\5vorbis" .. ("setup"):rep(300) }, options, 1024)
end

--- An Ogg file with Opus. `options` as for Vorbis.
function audio.opus(tags, options)
  options = options or {}
  return ogg({ "OpusHead" .. string.pack("<I1I1I2I4I2I1", 1, 2, 312, rate, 0, 0),
    "OpusTags" .. comment_block(tags, options.comments) }, options, 960)
end

-- MARK: WAV and AIFF

local function chunk(format, kind, body)
  return kind .. string.pack(format, #body) .. body .. (#body % 2 == 1 and "\0" or "")
end

--- A WAV file. `options`: seed, frames, chunks (a list of {name, bytes}).
function audio.wav(_, options)
  options = options or {}
  local sound = string.pack("<I4", options.seed or 1):rep(options.frames or 60) .. "\0"
  local body = "WAVE" .. chunk("<I4", "fmt ", string.pack("<I2I2I4I4I2I2", 1, 1, 8000, 8000, 1, 8))
    .. chunk("<I4", "data", sound)
  for _, one in ipairs(options.chunks or {}) do body = body .. chunk("<I4", one[1], one[2]) end
  return chunk("<I4", "RIFF", body)
end

--- An AIFF file. `options` as for WAV.
function audio.aiff(_, options)
  options = options or {}
  local count = options.frames or 60
  local body = "AIFF" .. chunk(">I4", "COMM", string.pack(">I2I4I2", 1, count * 4, 8)
    .. "\x40\x0B\xFA" .. ("\0"):rep(7))
  for _, one in ipairs(options.chunks or {}) do body = body .. chunk(">I4", one[1], one[2]) end
  return chunk(">I4", "FORM", body .. chunk(">I4", "SSND", ("\0"):rep(8)
    .. string.pack(">I4", options.seed or 1):rep(count)))
end

--- The file of a format.
function audio.make(format, tags, options) return audio[format](tags, options) end

return audio
