-- Tables of `mixhost books export`, perhaps changed in a spreadsheet since.

local record = require("programs.books.lib.record")
local work_fields = require("lib.work_fields")

local own_table = { name = "mixhost", has = { "kind", "status", "creators", "series_position" } }

local numbers = {
  isbn13 = true, isbn10 = true, goodreads = true, storygraph = true, librarything = true,
  calibre = true, asin = true, olid = true, google = true,
}
-- Columns about the book's state in the library that it comes from.
local left_out = { id = true, kind = true, status = true, score = true, decision = true,
  error = true }

-- The text without the apostrophe that keeps spreadsheets from running it.
local function plain(text) return text and (text:gsub("^'('*[=+%-@\t\r])", "%1")) end

-- The columns of other exports that hold numbers.
local counted = { my_rating = true, average_rating = true, star_rating = true, rating = true,
  year_published = true }

--- See programs.books.lib.formats.
function own_table.read(making, get, header)
  local fields = making.fields
  local function take(name) return plain(get(name)) end
  for _, field in ipairs(work_fields.list) do
    -- Numbers have columns of their own.
    local text = field.kind ~= "isbn" and take(field.name) or nil
    if field.kind == "names" then
      for name in (text or ""):gmatch("[^;]+") do
        fields.creators[#fields.creators + 1] = record.cell(name)
      end
    elseif field.kind == "language" then
      fields.language = text
    elseif field.kind ~= "isbn" then
      record.take(making, field, text, field.name)
    end
  end
  for _, name in ipairs(header) do
    local extra = name:match("^extra%.(.+)$")
    local value = (extra or numbers[name]) and take(name:lower())
    if extra and value then
      fields.extra[extra] = counted[extra] and tonumber(value) or value
    elseif value then
      fields.identifiers[name] = value
    elseif left_out[name] or name:find("^original_") then
      get(name:lower())
    end
  end
end

-- Members of a work in JSON that are beside its fields.
local beside = { sources = true, added = true, updated = true }

--- Returns a work of `books export --format json` with the columns of a table; nil for another
--- record.
function own_table.flat(work)
  if type(work.sources) ~= "table" or not (work.kind and work.status) then return nil end
  local flat = { creators = {}, series_position = "" }
  for name, value in pairs(work) do
    local prefix = name == "extra" and "extra." or name == "identifiers" and ""
    if prefix and type(value) == "table" then
      for key, one in pairs(value) do flat[prefix .. key] = one end
    elseif not beside[name] then
      flat[name] = value
    end
  end
  return flat
end

return own_table
