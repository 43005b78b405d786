-- A table that somebody wrote by hand, in whatever order and language its columns are named.

local columns = require("programs.books.lib.columns")
local languages = require("lib.languages")
local record = require("programs.books.lib.record")

local plain_table = { name = "csv", has = {} }

--- Whether a header names a title. `map` has the places of the columns by their keys.
function plain_table.fits(map)
  for _, name in ipairs(columns.names("title")) do
    if map[name] then return true end
  end
  return false
end

--- The names of this table's columns for each of what a record has.
function plain_table.plan(map)
  return setmetatable({}, { __index = function(plan, what)
    local found = {}
    for _, name in ipairs(columns.names(what)) do
      if map[name] then found[#found + 1] = name end
    end
    plan[what] = found
    return found
  end })
end

--- See programs.books.lib.formats.
function plain_table.read(making, get, _, plan)
  local fields = making.fields
  local function first(what)
    for _, name in ipairs(plan[what]) do
      local value, shown = get(name)
      if value then return value, shown end
    end
  end
  fields.title = first("title")
  fields.subtitle = first("subtitle")
  fields.creators = record.names(first("authors"))
  local numbers = {}
  for _, name in ipairs(plan.isbn) do numbers[#numbers + 1] = get(name) end
  record.take_isbn(making, numbers)
  local year, column = first("year")
  record.take_year(making, column, year)
  fields.publisher = first("publisher")
  local pages
  pages, column = first("pages")
  record.take_pages(making, column, pages)
  local language = first("language")
  fields.language = languages.code(language) or language
  fields.series = first("series")
  local position
  position, column = first("position")
  record.take_position(making, column, position)
end

return plain_table
