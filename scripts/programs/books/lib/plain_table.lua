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

-- The first of some columns that is not empty, and its name in the file.
local function first(names, get)
  for index = 1, #names do
    local value, shown = get(names[index])
    if value then return value, shown end
  end
end

--- See programs.books.lib.formats.
function plain_table.read(making, get, _, plan)
  local fields = making.fields
  fields.title = first(plan.title, get)
  fields.subtitle = first(plan.subtitle, get)
  fields.creators = record.names(first(plan.authors, get))
  local numbers, names = {}, plan.isbn
  for index = 1, #names do numbers[#numbers + 1] = get(names[index]) end
  record.take_isbn(making, numbers)
  local year, column = first(plan.year, get)
  record.take_year(making, column, year)
  fields.publisher = first(plan.publisher, get)
  local pages
  pages, column = first(plan.pages, get)
  record.take_pages(making, column, pages)
  local language = first(plan.language, get)
  fields.language = languages.code(language) or language
  fields.series = first(plan.series, get)
  local position
  position, column = first(plan.position, get)
  record.take_position(making, column, position)
end

return plain_table
