-- A table that somebody wrote by hand, in whatever order and language its columns are named.

local columns = require("lib.linking.columns")
local languages = require("lib.languages")
local record = require("programs.books.lib.record")
local work_fields = require("lib.work_fields")

local plain_table = { name = "csv", has = {} }

-- The kinds other than books in lists of many things.
local other_kinds = {}
for kind in ([[movie movies film films tv show shows series season episode anime game videogame
  boardgame music song album track podcast journalarticle
  magazinearticle newspaperarticle conferencepaper booksection journal]]):gmatch("%a+") do
  other_kinds[kind] = true
end

-- The column of a list of many things that says what each is; its name in the file.
local function kind_of(get)
  for _, name in ipairs({ "mediatype", "itemtype", "lot" }) do
    local kind, shown = get(name)
    if kind then return kind, shown end
  end
end

--- Why a row of a list of many things is not a book; nil for a book.
function plain_table.refuses(get)
  local kind = kind_of(get)
  local key = kind and kind:lower():gsub("%A", "")
  return other_kinds[key] and ("it is a %s, not a book"):format(kind) or nil
end

-- Columns of days: of publication in lists of shops, of reading in people's logs.
local of_any_day = { date = true, datum = true, fecha = true }

-- Whether a text is a day or a month, such as 03.02.2024, 2024-02 or "March 3, 2024", and no year.
local function is_day(text)
  return text:find("%f[%d]%d%d%d%d%f[%D]") ~= nil and text:find("%f[%d]%d%d?%f[%D]") ~= nil
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

-- Names of columns that count beside a column of series, and are the number of a row in others.
local beside_series = { "nr", "no", "number", "num", "sequence", "series sequence", "series order",
  "seriesorder", "book numbers" }

-- The names of a field's columns in a header.
local function names_of(field, map, has_series)
  local names = {}
  local function add(list)
    for _, name in ipairs(list) do
      if map[name] then names[#names + 1] = name end
    end
  end
  add(field.columns)
  if field.name == "series_position" and has_series then add(beside_series) end
  if field.name ~= "title" or names[1] then return names end
  -- A list of one column: "Book".
  for name in pairs(map) do
    if columns.kind_of_title(name) == "books" then return { name } end
  end
  return names
end

--- The columns that a header has for each field: a list of {field, names}. nil without a title.
function plain_table.plan(map)
  local plan, has_title, has_series = {}, false, false
  for _, field in ipairs(work_fields.list) do
    local names = names_of(field, map, has_series)
    has_series = has_series or field.name == "series" and names[1] ~= nil
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
  record.take_asin(making, "asin", get("asin") or get("audibleproductid"))
  local kind, column = kind_of(get)
  if kind then making.fields.extra[record.key(column)] = kind end
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
