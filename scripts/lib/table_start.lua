-- The beginnings of people's files: things in place of a table's header, or above it.

local table_start = {}

local packed_by_ending = {
  gz = "gzip", tgz = "gzip", zip = "zip", bz2 = "bzip2", xz = "xz", zst = "zstd", ["7z"] = "7-Zip",
}
local workbooks = { xlsx = true, xlsm = true, xls = true, ods = true, numbers = true }
local magic = {
  { "\x1f\x8b", "gzip" }, { "PK\3\4" }, { "\xd0\xcf\x11\xe0" }, { "BZh", "bzip2" },
  { "\xfd7zXZ", "xz" }, { "\x28\xb5\x2f\xfd", "zstd" }, { "7z\xbc\xaf", "7-Zip" },
}
-- Other files that are no text, or no table.
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

local workbook = "it is a workbook or an archive, not a text: save the sheet as CSV (Excel and "
  .. "LibreOffice: File, Save as, CSV UTF-8; Google Sheets: File, Download, CSV)"

--- Returns why a file of this name is not a table; nil for other names.
function table_start.problem_of_name(path)
  local ending = path:lower():match("%.(%w+)$")
  if workbooks[ending] then return workbook end
  return packed_by_ending[ending] and packed(packed_by_ending[ending]) or nil
end

local function of_kind(kind)
  return ("it is %s, not a table: export what is in it as CSV"):format(kind)
end

local function is_page(bytes)
  local start = bytes:sub(1, 1024):gsub("^\u{FEFF}", ""):match("^%s*(.*)"):lower()
  return start:find("^<!doctype html") ~= nil or start:find("^<html[%s>]") ~= nil
end

--- Returns why bytes are not a table; nil when they may be one.
function table_start.problem_of_bytes(bytes)
  for _, known in ipairs(kinds) do
    if bytes:sub(1, #known[1]) == known[1] then return of_kind(known[2]) end
  end
  if is_page(bytes) then return of_kind("a web page (HTML)") end
  for _, known in ipairs(magic) do
    if bytes:sub(1, #known[1]) == known[1] then
      return known[2] and packed(known[2]) or workbook
    end
  end
end

--- Returns why a file is not a table, by its name or its bytes; nil when it may be one.
function table_start.problem_of(path)
  local info = path ~= "-" and mix.fs.info(path)
  if not info or info.type == "folder" then return nil end
  return table_start.problem_of_name(path) or info.size <= most_read
    and table_start.problem_of_bytes(mix.fs.read(path) or "") or nil
end

--- Returns whether a row is Excel's line that says what parts the fields, "sep=;".
function table_start.is_separator(cells)
  return #cells <= 2 and cells[1]:lower():find("^sep=.?$") ~= nil and (cells[2] or "") == ""
end

return table_start
