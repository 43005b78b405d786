-- Items of Wikidata as books, films and people: labels, aliases and statements.

local json_values = require("lib.json_values")
local languages = require("lib.languages")

local text_of, object_of = json_values.text, json_values.object

local items = {}

-- The items that say what an item is ("instance of", P31), by what they make of it here.
local classes = {}
for class, ids in pairs({
  book = "571 7725634 8261 47461344 3331189 49084 277759 1279564 14406742 21198342 149537 112983 "
    .. "725377 25379 116476516 5185279 37484 12106333 35760 36279 20540385 1667921 747381 "
    .. "104213567 1004 1760610 8274 562214 74262765 838795 2831984 17991521 699 179461 23622 "
    .. "193495 12799318 11825892 8275050 13136 16363676 13593966 17710980 867335 2005755 "
    .. "17518461 10992055 34620 193934 193955 57933693 83790 5292 4184 605076",
  movie = "11424 24862 202866 506240 29168811 93204 226730 18011172 20650540 24869 17517379 229390 "
    .. "336144 220898 1261214",
  tv = "5398426 1259759 63952888 117467246 581714 526877 15416 11086742 113687694 113671041",
  person = "5 215380 5741069 2088357 9212979 281643 216337 641066 61002 16017119 "
    .. "10648343 14073567 1400264 334471 1690980",
}) do
  for id in ids:gmatch("%d+") do classes["Q" .. id] = class end
end
local kinds = { book = "book", movie = "film", tv = "film", person = "person" }
-- Minutes of each unit of lengths.
local units = { Q7727 = 1, Q25235 = 60, Q11574 = 1 / 60 }

--- Returns the name of an item, in a language or in one that stands in for it, and its other names.
function items.names(item, language)
  local found, seen = {}, {}
  for _, member in ipairs({ "labels", "aliases" }) do
    for _, code in ipairs({ language, "en", "mul" }) do
      for _, entry in ipairs(json_values.list(object_of(item[member])[code])) do
        local text = text_of(object_of(entry).value)
        if text and not seen[text] then seen[text], found[#found + 1] = true, text end
      end
    end
  end
  local label = table.remove(found, 1)
  return label, #found > 0 and found or nil
end

-- The values of a property, without those that are marked as wrong; the preferred ones alone where
-- there are some. "Unknown" and "none" are statements without a value.
local function values(item, property)
  local of = { normal = {}, preferred = {} }
  for _, statement in ipairs(json_values.list(object_of(item.claims)[property])) do
    local list, snak = of[object_of(statement).rank], object_of(object_of(statement).mainsnak)
    local value = snak.snaktype == "value" and object_of(snak.datavalue).value
    if list and value then list[#list + 1] = value end
  end
  return #of.preferred > 0 and of.preferred or of.normal
end

-- The identifiers and texts of a property's values, or what `read` makes of them.
local function members(item, property, read)
  return json_values.each(mix.json.array(values(item, property)), function(value)
    local text = text_of(value) or text_of(object_of(value).id)
    return text and (read and read(text) or not read and text) or nil
  end)
end

-- The dates of a property in their order, as precise as they are; centuries and the like are left
-- out.
local function dates_of(item, property)
  local dates = {}
  for _, value in ipairs(values(item, property)) do
    local length = ({ [9] = 4, [10] = 7, [11] = 10 })[object_of(value).precision]
    local day = (text_of(object_of(value).time) or ""):match("^%+(%d%d%d%d%-%d%d%-%d%d)T")
    dates[#dates + 1] = length and day and json_values.date(day:sub(1, length))
  end
  table.sort(dates)
  return dates
end

-- The year of the earliest date of a property, and that date.
local function year_of(item, property)
  local first = dates_of(item, property)[1]
  return first and math.tointeger(tonumber(first:sub(1, 4))), first
end

-- The date of a birth or death, as far as its sources agree: the year at the least.
local function date_of_life(item, property)
  local dates = dates_of(item, property)
  local first, last = dates[1], dates[#dates]
  if not first or last:sub(1, 4) ~= first:sub(1, 4) then return nil end
  return last:sub(1, #first) == first and last or first:sub(1, 4)
end

-- A whole number of a property, in its unit where it has one; nil for anything but 1 and more.
local function count_of(item, property)
  local value = object_of(values(item, property)[1])
  local unit = units[(text_of(value.unit) or ""):match("Q%d+$")] or 1
  return json_values.count(((json_values.number(value.amount) or 0) * unit + 0.5) // 1)
end

local function class_of(item)
  return members(item, "P31", function(id) return classes[id] end)[1]
end

-- The ISBNs of thirteen digits, then those of ten.
local function numbers_of(item)
  local function plain(number) return number:gsub("[%s-]", ""):match("^%d+[%dXx]$") end
  local found, short = members(item, "P212", plain), members(item, "P957", plain)
  return table.move(short, 1, #short, #found + 1, found)
end

local readers = {}

-- Titles are in the language of the label; a row may have another one of them. Authors without an
-- item are texts.
function readers.book(item, label, others, query, name_of)
  local title, sought = label, mix.text.fold(text_of(query.title) or "")
  for _, other in ipairs(mix.text.fold(label) ~= sought and others or {}) do
    if mix.text.fold(other) == sought then title = other end
  end
  local authors = members(item, "P50", name_of)
  return {
    source = "wikidata", key = item.id, title = title, year = (year_of(item, "P577")),
    author = table.move(members(item, "P2093"), 1, 99, #authors + 1, authors),
    numbers = numbers_of(item),
    pages = count_of(item, "P1104"), publishers = members(item, "P123", name_of),
    language = languages.code(members(item, "P407", name_of)[1]),
  }
end

-- A series begins with its first episode, and who created it stands for the director.
function readers.film(item, label, others, _, name_of)
  local kind = class_of(item)
  local year, date = year_of(item, kind == "tv" and "P580" or "P577")
  return {
    key = ("%s/%s"):format(kind, item.id), type = kind, id = item.id, title = label, votes = 0,
    popularity = 0, alternative_titles = others, date = date and date:match("^.-%-.-%-.*$"),
    year = year, imdb = members(item, "P345", json_values.imdb)[1],
    minutes = count_of(item, "P2047"), cast = members(item, "P161", name_of),
    directors = members(item, kind == "tv" and "P170" or "P57", name_of),
  }
end

--- Converts an item to a result of `query.kind`; nil for items of other kinds. `query.title`: a
--- spelling that is wanted; `name_of` returns the name of an identifier that a statement has.
function items.result(item, language, query, name_of)
  local label, others = items.names(item, language)
  if not label or kinds[class_of(item)] ~= query.kind then return nil end
  if query.kind == "person" then
    return { id = item.id, name = label, aliases = others,
      born = date_of_life(item, "P569"), died = date_of_life(item, "P570") }
  end
  return readers[query.kind](item, label, others, query, name_of)
end

return items
