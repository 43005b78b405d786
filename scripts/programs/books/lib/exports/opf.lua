-- A book as the metadata.opf beside which Calibre keeps it (OPF 2.0, with Calibre's own `meta`).

local calibre = require("programs.books.lib.exports.calibre")
local cover_files = require("programs.books.lib.cover_files")
local cut_text = require("lib.cut_text")
local escaped = require("lib.xml_text")
local failure = require("lib.failure")
local shelf = require("programs.books.lib.exports.shelf")
local table_text = require("programs.books.lib.exports.table_text")
local terminal_text = require("lib.terminal_text")
local work_fields = require("lib.work_fields")

local opf = {}

-- The same book gets the same UUID each time: Calibre tells books by it.
local function uuid(work)
  local own = calibre.uuid(work)
  if own then return own end
  local numbers = work.identifiers or {}
  local hex = mix.crypto.sha256(table.concat({
    "mixhost", numbers.isbn13 or numbers.isbn10 or "", work.title, (work.creators or {})[1] or "",
    tostring(work.id),
  }, "\0"))
  -- Version 8, the kind for own makings (RFC 9562).
  return ("%s-%s-8%s-a%s-%s"):format(hex:sub(1, 8), hex:sub(9, 12), hex:sub(14, 16),
    hex:sub(18, 20), hex:sub(21, 32))
end

local function element(lines, name, value, attributes)
  if value == nil or value == "" then return end
  lines[#lines + 1] = ("    <dc:%s%s>%s</dc:%s>"):format(
    name, attributes and " " .. attributes or "", escaped(value), name)
end

local function meta(lines, name, value)
  if value == nil or value == "" then return end
  lines[#lines + 1] = ('    <meta name="%s" content="%s"/>'):format(name, escaped(value))
end

local function creators(lines, work)
  for _, name in ipairs(work.creators or {}) do
    element(lines, "creator", name,
      ('opf:file-as="%s" opf:role="aut"'):format(escaped(shelf.last_first(name))))
  end
end

local function subjects(lines, work)
  for tag in (shelf.tags(work) or ""):gmatch("[^,]+") do
    element(lines, "subject", tag:match("^%s*(.-)%s*$"))
  end
  for _, subject in ipairs(work.subjects or {}) do element(lines, "subject", subject) end
end

--- The text of a book's metadata.opf. `cover`: the name of the image beside it, or nil.
function opf.text(work, cover)
  local lines = {}
  element(lines, "identifier", uuid(work), 'opf:scheme="uuid" id="uuid_id"')
  element(lines, "title", work.title .. (work.subtitle and ": " .. work.subtitle or ""))
  creators(lines, work)
  for _, pair in ipairs(calibre.identifiers(work)) do
    element(lines, "identifier", pair[2], ('opf:scheme="%s"'):format(escaped(pair[1]:upper())))
  end
  element(lines, "date", calibre.date(work))
  for _, field in ipairs(work_fields.list) do
    if field.dc and field.name ~= "title" then
      element(lines, field.dc, table_text.value(work, field))
    end
  end
  subjects(lines, work)
  meta(lines, "calibre:series", work.series)
  meta(lines, "calibre:series_index", work.series and ("%g"):format(work.series_position or 1))
  meta(lines, "calibre:rating", calibre.half_stars(work))
  local guide = cover and ('  <guide>\n    <reference type="cover" title="Cover" href="%s"/>\n'
    .. "  </guide>\n"):format(escaped(cover)) or ""
  return '<?xml version="1.0" encoding="utf-8"?>\n'
    .. '<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id" version="2.0">\n'
    .. '  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" '
    .. 'xmlns:opf="http://www.idpf.org/2007/opf">\n'
    .. table.concat(lines, "\n") .. "\n  </metadata>\n" .. guide .. "</package>\n"
end

-- The longest name in characters and in bytes: file systems take 255 bytes, with the number behind.
local longest_name, most_bytes = 80, 240

-- Names that Windows keeps for devices, whatever their ending.
local devices = { con = true, prn = true, aux = true, nul = true }

-- A name that every file system takes.
local function file_name(text)
  local name = terminal_text.line((text:gsub("[%c/\\:*?\"<>|]", "_"))):gsub("^[%.%s]+", "")
  local stop = utf8.len(name) and utf8.offset(name, longest_name + 1)
  if stop and stop <= #name then name = name:sub(1, stop - 1) end
  name = cut_text(name, most_bytes):gsub("[%.%s]+$", "")
  local first = name:lower():match("^[^.]*")
  if devices[first] or first:find("^com%d$") or first:find("^lpt%d$") then name = "_" .. name end
  return name ~= "" and name or "Unknown"
end

local function write(path, text)
  -- A link in the folder may lead out of it.
  local _, problem = failure.caught(mix.fs.write, path, text)
  if problem then mix.ui.fail(problem.message) end
end

local function image_of(work, covers, endings)
  local name = cover_files.name(work)
  if not endings[name] then return nil end
  return assert(mix.fs.read(("%s/%s.%s"):format(covers, name, endings[name]))), endings[name]
end

--- Writes works as a folder of Calibre: AUTHOR/TITLE (NUMBER)/metadata.opf, and cover.jpg beside
-- it. `covers`: the folder with their images, or nil. Returns how many there were.
function opf.write_folder(works, folder, covers)
  local endings = covers and cover_files.endings(covers) or {}
  local count = 0
  for work in works do
    local place = ("%s/%s/%s (%d)"):format(folder, file_name((work.creators or {})[1] or "Unknown"),
      file_name(work.title), work.id)
    local image, ending = image_of(work, covers, endings)
    local cover = image and "cover." .. ending or nil
    if image then write(place .. "/" .. cover, image) end
    write(place .. "/metadata.opf", opf.text(work, cover))
    count = count + 1
  end
  return count
end

return opf
