-- A table that somebody wrote by hand, in whatever order and language its columns are named.

local languages = require("lib.languages")
local record = require("programs.books.lib.record")
local work_fields = require("lib.work_fields")

local plain_table = { name = "csv", has = {} }

-- Columns of days: of publication in lists of shops, of reading in people's logs.
local of_any_day = { date = true, datum = true, fecha = true }

-- Whether a text is a day, such as 03.02.2024 or 2024-02-03, and no year.
local function is_day(text)
  return text:find("^%d%d?[%./%-]%d%d?[%./%-]%d%d%d%d") ~= nil
    or text:find("^%d%d%d%d[%./%-]%d%d?[%./%-]%d%d?") ~= nil
end

-- Takes the year, but not out of a day of which nobody says what it is of. The first is named.
local function take_year(making, item, text, shown)
  if not text or not of_any_day[mix.text.normalize(shown)] or not is_day(text) then
    return record.take(making, item.field, text, shown)
  end
  making.fields.extra[record.key(shown)] = text
  if item.is_said then return end
  item.is_said = true
  making.remarks[#making.remarks + 1] = ("the days of the column %s are kept as text: they may be "
    .. "of reading; name the column \"year\" if they are of publication"):format(shown)
end

--- The columns that a header has for each field: a list of {field, names}. nil without a title.
function plain_table.plan(map)
  local plan, has_title = {}, false
  for _, field in ipairs(work_fields.list) do
    local names = {}
    for _, name in ipairs(field.columns) do
      if map[name] then names[#names + 1] = name end
    end
    if names[1] then plan[#plan + 1] = { field = field, names = names } end
    has_title = has_title or names[1] ~= nil and field.name == "title"
  end
  return has_title and plan or nil
end

plain_table.fits = plain_table.plan

-- The first of some columns that is not empty, and its name in the file.
local function first(names, get)
  for index = 1, #names do
    local value, shown = get(names[index])
    if value then return value, shown end
  end
end

-- All numbers that a row has: of them one is the edition's.
local function take_numbers(making, names, get)
  local numbers = {}
  for index = 1, #names do numbers[#numbers + 1] = get(names[index]) end
  record.take_isbn(making, numbers)
end

--- See programs.books.lib.formats.
function plain_table.read(making, get, _, plan)
  for place = 1, #plan do
    local item = plan[place]
    local field, names = item.field, item.names
    if field.kind == "isbn" then
      take_numbers(making, names, get)
    else
      local value, shown = first(names, get)
      -- A table of people has one language: what is not known is kept as it stands.
      if field.kind == "language" then value = languages.code(value) or value end
      if field.kind == "year" then
        take_year(making, item, value, shown)
      else
        record.take(making, field, value, shown)
      end
    end
  end
end

return plain_table
