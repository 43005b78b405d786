-- A table that somebody wrote by hand, in whatever order and language its columns are named.

local languages = require("lib.languages")
local record = require("programs.books.lib.record")
local work_fields = require("lib.work_fields")

local plain_table = { name = "csv", has = {} }

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
    local field, names = plan[place].field, plan[place].names
    if field.kind == "isbn" then
      take_numbers(making, names, get)
    else
      local value, shown = first(names, get)
      -- A table of people has one language: what is not known is kept as it stands.
      if field.kind == "language" then value = languages.code(value) or value end
      record.take(making, field, value, shown)
    end
  end
end

return plain_table
