-- The beginnings of people's files: things in place of a table's header, or above it.

local table_start = {}

local packed_by_ending = {
  gz = "gzip", tgz = "gzip", zip = "zip", bz2 = "bzip2", xz = "xz", zst = "zstd", ["7z"] = "7-Zip",
}
local workbooks = { xlsx = true, xlsm = true, xlsb = true, xls = true, ods = true, fods = true,
  numbers = true }
local magic = {
  { "\x1f\x8b", "gzip" }, { "BZh", "bzip2" }, { "\xfd7zXZ", "xz" },
  { "\x28\xb5\x2f\xfd", "zstd" }, { "7z\xbc\xaf", "7-Zip" },
}
-- Other files, of no text or without a table.
local kinds = {
  { "%PDF-", "a PDF" }, { "\x89PNG", "a picture" }, { "\xff\xd8\xff", "a picture" },
  { "SQLite format 3", "a database (SQLite)" }, { "PAR1", "a Parquet file" },
  { "{\\rtf", "a document (RTF)" },
}
-- Larger files are known by their ending alone.
local most_read = 16 * 1024 * 1024

local function packed(name)
  return ("it is packed (%s): unpack it, and give the table inside"):format(name)
end

local save_as = "save the sheet as CSV (Excel: File, Save As, CSV UTF-8; LibreOffice: File, Save "
  .. "As, Text CSV; Google Sheets: File, Download, Comma Separated Values; Numbers: File, Export "
  .. "To, CSV)"
local workbook = "it is a workbook, not a text: " .. save_as
local workbook_or_archive = "it is a workbook or an archive, not a text: unpack it, or " .. save_as
local page = "it is a web page, not a table: open it in a spreadsheet, and " .. save_as

local function ending_of(name) return name:lower():match("%.(%w+)$") or "" end

-- Why a file of this name is not a table; nil for other names.
local function problem_of_name(name)
  local ending = ending_of(name)
  if workbooks[ending] then return workbook end
  return packed_by_ending[ending] and packed(packed_by_ending[ending]) or nil
end

-- Some sites give a web page, or Excel's XML, the name of a workbook.
local function problem_of_markup(bytes)
  local start = bytes:sub(1, 1000):lower()
  local first = start:match("^[^<%w]*<!?(%w+)")
  if first == "html" or first == "table" or start:find("<!doctype html", 1, true) then
    return page
  end
  local is_sheet = start:find("<?mso-application", 1, true)
    or start:find("<office:document", 1, true)
  return is_sheet and workbook or nil
end

--- The fault of an empty file, behind its name.
table_start.nothing = "is empty: a header and a row for each entry, or an entry on each line, are "
  .. "expected"

--- Whether bytes are nothing but blanks and the signs between fields.
function table_start.is_blank(bytes) return not bytes:find('[^%s,;|"\u{feff}]') end

--- Returns why the bytes of a file of this name are not a table; nil when they may be one.
function table_start.problem_of_bytes(bytes, name)
  if table_start.is_blank(bytes) then return "the file " .. table_start.nothing end
  for _, known in ipairs(kinds) do
    if bytes:sub(1, #known[1]) == known[1] then
      return ("it is %s, not a table: export what is in it as CSV"):format(known[2])
    end
  end
  for _, known in ipairs(magic) do
    if bytes:sub(1, #known[1]) == known[1] then return packed(known[2]) end
  end
  if bytes:sub(1, 4) == "\xd0\xcf\x11\xe0" then return workbook end
  -- Workbooks are ZIP files.
  if bytes:sub(1, 4) == "PK\3\4" then return problem_of_name(name) or workbook_or_archive end
  return problem_of_markup(bytes)
end

-- Texts of other kinds by their beginnings, in small letters.
local texts = {
  { "^#extm3u", "a playlist" }, { "^%[playlist%]", "a playlist" },
  { "^begin:vcalendar", "a calendar" }, { "^begin:vcard", "an address book" },
  { "<opml%f[%W]", "a list of feeds (OPML)" },
  { "<playlist%f[%W]", "a playlist" }, { "<smil%f[%W]", "a playlist" },
  { "<asx%f[%W]", "a playlist" }, { "<winampxml%f[%W]", "a playlist" }, { "<rss%f[%W]", "a feed" },
  { "<feed%f[%W]", "a feed" }, { "^<%?xml", "XML" },
}

--- Returns the kind of a text that is not a table, such as "a playlist"; nil for any other text.
function table_start.kind_of(text)
  local start = text:sub(1, 1000):lower():gsub("^[%s\u{feff}]+", "")
  for _, known in ipairs(texts) do
    if start:find(known[1]) then return known[2] end
  end
end

--- Returns why a file is not a table; nil when it may be one. Its bytes say so, whatever its name:
--- a text named .xlsx is a table.
function table_start.problem_of(path)
  local info = mix.fs.info(path)
  if not info or info.type == "folder" then return nil end
  if info.size > most_read then return problem_of_name(path) end
  -- The reason is named where the file is opened.
  local bytes = mix.fs.read(path)
  return bytes and table_start.problem_of_bytes(bytes, path)
end

--- Like problem_of, but reads only files whose names are not those of tables.
function table_start.problem_of_odd(path)
  return problem_of_name(path) and table_start.problem_of(path) or nil
end

--- Returns whether a row has texts beyond its first `width` cells.
function table_start.is_longer(cells, width)
  for place = width + 1, #cells do if cells[place] ~= "" then return true end end
  return false
end

--- Returns whether a row has several texts: it is a header, or a row of one.
function table_start.has_several(cells)
  local count = 0
  for _, cell in ipairs(cells) do count = count + (cell ~= "" and 1 or 0) end
  return count > 1
end

--- The most rows above a header: the name of a list, or a table about it.
table_start.most_above = 7

--- Returns the place of the header among the first rows of a table, and what `read(cells, below)`
--- gives for it: nil for a row above the header, false where there is none further below.
function table_start.header(rows, read)
  for place = 1, math.min(#rows, table_start.most_above + 1) do
    local found = read(rows[place], rows[place + 1])
    if found then return place, found end
    if found == false then return nil end
  end
end

--- Returns whether a row is Excel's line that says what parts the fields, "sep=;".
function table_start.is_separator(cells)
  return #cells <= 2 and cells[1]:lower():find("^sep=.?$") ~= nil and (cells[2] or "") == ""
end

--- Returns whether a row is the line below the header of a Markdown table, "|---|:--:|".
function table_start.is_rule(cells)
  local has_dashes = false
  for _, cell in ipairs(cells) do
    local is_dashes = cell:find("^%s*:?%-%-+:?%s*$") ~= nil
    if not is_dashes and cell:find("%S") then return false end
    has_dashes = has_dashes or is_dashes
  end
  return has_dashes
end

return table_start
