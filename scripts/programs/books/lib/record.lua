-- Makes a record of the library from the cells of one row.

local absent_words = require("lib.absent_words")
local isbn = require("programs.books.lib.isbn")
local languages = require("lib.languages")
local measures = require("rules.lib.measures")
local numbers = require("rules.lib.numbers")
local names = require("rules.lib.names")
local plain_text = require("lib.plain_text")
local series_marks = require("rules.lib.series")
local set_of = require("lib.set_of")
local single_byte = require("lib.single_byte")
local booktitles = require("rules.lib.booktitles")
local memo = require("rules.lib.memo")
local trimmed = require("lib.trimmed")
local work_fields = require("lib.work_fields")

local record = {}

local longest_title = 1000
-- The longest cell in which a year, a place or a series is looked for, in bytes: patterns that look
-- from each sign to the end take the square of its length.
local longest_mark = 1000

--- The text of a cell without blanks around it; nil when it is empty. HTML entities are read, but
-- not those of HTML, and signs that came as controls.
function record.cell(text)
  if not text or text == "" then return nil end
  if text:find("\xC2[\x80-\x9F]") then text = single_byte.mended(text) end
  if text:find("&", 1, true) and not text:find("<", 1, true) then
    -- Some programs write them twice: "&amp;#39;".
    local is_twice = text:find("&amp;#?%w+;")
    text = plain_text.unescaped(text)
    if is_twice then text = plain_text.unescaped(text) end
  end
  -- No blank, tab or line end at either end: the cell is its own text.
  if text:byte(1) > 32 and text:byte(-1) > 32 then return text end
  local inner = trimmed(text)
  return inner ~= "" and inner or nil
end

--- A column's name as the key of an extra field.
record.key = memo(function(name)
  local key = mix.text.fold(name):gsub("[^%w\x80-\xff]+", "_"):gsub("^_+", ""):gsub("_+$", "")
  return key ~= "" and key or "column"
end, 512)

--- A row in the making: `fields` is the record, `remarks` what was odd about it.
function record.new(row)
  local fields = { row = row, creators = {}, identifiers = {}, extra = {} }
  return { fields = fields, remarks = {} }
end

--- Why a title cannot be one; nil when it can.
function record.title_problem(title)
  if not title then return "the title is empty" end
  if #title <= longest_title then return nil end
  local length = utf8.len(title)
  if length and length > longest_title then
    return ("the title has %d characters, more than %d"):format(length, longest_title)
  end
  return nil
end

local function remark(making, text) making.remarks[#making.remarks + 1] = text end

-- Further words of an empty cell; in tables of anything they may be values.
local absent = set_of("NA None none undefined nil")

local function is_absent(text) return absent[text] or absent_words.is_absent(text) end

--- Takes numbers of the edition, the first that is one; those of other editions are kept in
-- `extra.other_isbns`, anything else in `extra.isbn`.
function record.take_isbn(making, texts)
  local fields = making.fields
  local taken, others, bad = fields.identifiers, nil, nil
  local parts = {}
  for index = 1, #texts do
    local list = is_absent(texts[index]) and {} or isbn.each(texts[index])
    for _, text in ipairs(list) do parts[#parts + 1] = text end
  end
  for index = 1, #parts do
    local text = parts[index]
    local thirteen, other = isbn.read(text)
    if thirteen and not taken.isbn13 then
      taken.isbn13, taken.isbn10 = thirteen, other
    elseif thirteen and thirteen ~= taken.isbn13 then
      others = others or {}
      if not others[thirteen] then
        others[thirteen], others[#others + 1] = true, thirteen
      end
    elseif not thirteen and other and not bad then
      bad = other
      fields.extra.isbn = isbn.unwrap(text)
    end
  end
  if others then fields.extra.other_isbns = table.concat(others, ", ") end
  if bad then remark(making, bad) end
end

--- Takes the number of a book at Amazon; anything else is kept as text.
function record.take_asin(making, name, text)
  if text and text:find("^B0%w%w%w%w%w%w%w%w$") then
    making.fields.identifiers.asin = text
  elseif text then
    making.fields.extra[record.key(name)] = text
  end
end

--- Takes a number into `extra`; anything else as its text.
function record.take_number(making, name, text)
  making.fields.extra[record.key(name)] = tonumber(text) or text
end

-- The digits of the year in a text; nil without one.
local function year_in(text)
  -- Most files write four digits.
  if #text == 4 and not text:find("%D") then return text end
  if #text > longest_mark then return nil end
  return text:match("^%-?%d+%.?0*$") or text:match("^(%-?%d%d%d%d)%-%d%d")
    or text:match("^%d%d%d%d%f[%D]")
    -- "01.05.2003", "1/5/2003", "May 1, 2003", "c2003", "[1999?]".
    or text:match("%f[%d](%d%d%d%d)%D?$") or text:match("%f[%d](%d%d%d%d)%??[%])]%.?$")
end

--- Takes a year from the first text that has one; anything else is kept as text.
function record.take_year(making, name, text)
  if not text or making.fields.year then return end
  local digits = year_in(text)
  local year = digits and math.tointeger(tonumber(digits))
  if year and year ~= 0 and year >= -3000 and year <= 2200 then
    making.fields.year = year
    if #text > #digits then making.fields.extra[record.key(name)] = text end
    return
  end
  making.fields.extra[record.key(name)] = text
  remark(making, ("%s \"%s\" is not a year; kept as text"):format(name, text:sub(1, 40)))
end

-- The pages of a book as catalogues and people write them: "412 pages", "1,002", "xii + 300 p.".
local function count_of_pages(text)
  local plain = text:gsub("^[ivxlcIVXLC]+%s*[,+]%s*", ""):gsub("^(%d+)[.,](%d%d%d)%f[%D]", "%1%2")
  return tonumber(plain:match("^(%d+)%s*%a*%.?$") or text)
end

--- Takes a count of pages; anything else is kept as text.
function record.take_pages(making, name, text)
  if not text then return end
  local pages = math.tointeger(count_of_pages(text))
  if pages and pages > 0 and pages < 100000 then
    making.fields.pages = pages
  elseif pages ~= 0 then
    making.fields.extra[record.key(name)] = text
  end
end

--- Takes the place in the series, or the volume of a work without one: "3", "Vol. 3", "III";
--- anything but a number is kept as text, and the index that Calibre gives a book without a series.
function record.take_position(making, name, text)
  if not text then return end
  local fields = making.fields
  if #text <= longest_mark and (fields.series or record.key(name) ~= "series_index") then
    text = text:gsub("^(%d+),(%d+)$", "%1.%2")
    fields.series_position = measures.count(text) or tonumber(numbers.of(text:lower()))
      or tonumber(text:match("^(%d+%.?%d*)%s*:"))
  end
  if not fields.series_position then fields.extra[record.key(name)] = text end
end

--- Takes the language; what is not known, and more than one, is kept as text.
function record.take_language(making, name, text)
  making.fields.language = languages.code(text)
  if text and (not making.fields.language or text:find(",")) then
    making.fields.extra[record.key(name)] = text
  end
end

--- One name as "First Last"; `reversed` is the same name as "Last, First" where the file says so.
function record.name(text, reversed)
  if reversed and text == reversed then return names.split(text)[1] or text end
  return text
end

--- Names of a list.
function record.names(text)
  -- A cell of a spreadsheet may have a name on each line.
  return text and names.split((text:gsub("%s*[\r\n]+%s*", ";"))) or {}
end

--- Names of a list that has them in their order with commas between, as services write it: of
--- "Homer, Bo Ray" both are names. "Jr." is part of the one before.
function record.names_in_order(text)
  text = text and text:gsub(",%s+", ";"):gsub(";(%u[%a.]*%.)%f[;%z]", ", %1")
  return record.names(text)
end

local takes = {
  year = record.take_year, pages = record.take_pages, position = record.take_position,
  language = record.take_language,
  names = function(making, _, text) making.fields.creators = record.names(text) end,
}

--- Takes a field of lib.work_fields from a cell; `column`: its name in the file.
function record.take(making, field, text, column)
  if is_absent(text) and (field.name ~= "title" or absent_words.is_never(text)) then return end
  local take = takes[field.kind]
  if take then take(making, column, text) else making.fields[field.name] = text end
end

-- The fields that a program's table has as they are, with the keys of their columns.
local plain_columns = memo(function(program)
  local list = {}
  for _, field in ipairs(work_fields.list) do
    if field[program] then list[#list + 1] = { field, field[program]:lower() } end
  end
  return list
end, 8)

--- Takes the fields that a program's table has as they are.
function record.take_plain(making, program, get)
  for _, column in ipairs(plain_columns(program)) do
    record.take(making, column[1], get(column[2]))
  end
end

-- The series and the place behind it: "Old Kingdom (#2)", "Tides, Book 4", "Dune(1)"; nil for a
-- series alone.
local function with_place(text)
  if #text > longest_mark then return nil end
  local name, place = text:match("^(.-)[%s,]*%(?#%s?(%d+%.?%d*)%)?$")
  if not name then name, place = text:match("^(.-%D)%s*%((%d+%.?%d*)%)$") end
  if not name then name, place = series_marks.mark(text) end
  if place and name ~= "" then return name, tonumber(place) end
end

--- Takes the place out of the series, and both from the title, where the file has no column for
--- them.
function record.take_series(making)
  local fields = making.fields
  local name, place = with_place(fields.series or "")
  if name then fields.series, fields.series_position = name, fields.series_position or place end
  local series, number = booktitles.series(fields.title)
  fields.series = fields.series or series
  if not fields.series_position and fields.series then fields.series_position = tonumber(number) end
end

return record
