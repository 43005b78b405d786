-- Imitates Wikidata for --mock: an item for each book of the catalogue, for a film of the same
-- name, for its author, and for each artist. An identifier is Q90, a digit for that, and a number.

local catalogue = require("lib.mock.catalogue")

-- The statements of an item: one value of each property.
local function claims_of(values)
  local claims = {}
  for property, value in pairs(values) do
    if type(value) == "string" then value = { ["entity-type"] = "item", id = value } end
    claims[property] = { { rank = "normal", type = "statement", mainsnak = {
      snaktype = "value", property = property,
      datavalue = { value = value, type = value.time and "time" or value.unit and "quantity"
        or "wikibase-entityid" },
    } } }
  end
  return claims
end

local function year(number)
  return { time = ("+%d-00-00T00:00:00Z"):format(number), precision = 9, timezone = 0, before = 0,
    after = 0, calendarmodel = "http://www.wikidata.org/entity/Q1985727" }
end

-- The name and the statements of what a digit and a number stand for.
local function known(kind, number)
  if kind == "4" then return catalogue.artist(number), { P31 = "Q215380" } end
  local book = catalogue.listing(number, "openlibrary")
  local author = book and book.authors[1]
  if not author then return nil end
  if kind == "1" then
    return book.title, { P31 = "Q7725634", P577 = year(book.year), P50 = "Q903" .. number,
      P407 = "Q1860" }
  elseif kind == "2" then
    local minutes = { amount = "+120", unit = "http://www.wikidata.org/entity/Q7727" }
    return book.title, { P31 = "Q11424", P577 = year(book.year + 10), P57 = "Q904" .. number % 10,
      P2047 = minutes }
  end
  return author.name, { P31 = "Q5" }
end

local function item(id)
  local kind, number = id:match("^Q90([1-4])(%d+)$")
  local label, values = id == "Q1860" and "English" or nil, {}
  if kind then label, values = known(kind, math.tointeger(number)) end
  if not label then return { id = id, missing = "" } end
  return { id = id, type = "item", labels = { en = { language = "en", value = label } },
    aliases = {}, claims = claims_of(values) }
end

-- The items that a search finds, each name once: works by their title, people by their name.
local function hits(words)
  local list, seen = mix.json.array({}), {}
  local function add(kind, number)
    local id = ("Q90%d%d"):format(kind, number)
    local label = (item(id).labels or {}).en
    if not label or kind > 2 and seen[kind .. label.value] then return end
    seen[kind .. label.value] = true
    list[#list + 1] = { id = id, title = id, pageid = number, label = label.value,
      display = { label = label }, match = { type = "label", language = "en", text = label.value } }
  end
  for _, book in ipairs(catalogue.find_books({ title = words }, "openlibrary", 10)) do
    add(1, book.number)
    add(2, book.number)
  end
  local books = catalogue.find_books({ author = words }, "openlibrary", 10)
  for _, book in ipairs(books) do add(3, book.number) end
  local songs = catalogue.search(words, "artist", 100)
  for _, index in ipairs(songs) do add(4, catalogue.song(index).artist_number) end
  return list
end

return { routes = { ["GET /wikidata/api.php"] = function(request)
  local query = request.query
  if query.action == "wbsearchentities" and query.search then
    return { json = { searchinfo = { search = query.search }, search = hits(query.search),
      success = 1 } }
  elseif query.action == "wbgetentities" and query.ids then
    local found = {}
    for id in query.ids:gmatch("[^|]+") do found[id] = item(id) end
    return { json = { entities = found, success = 1 } }
  end
  return { json = { error = { code = "missingparam", info = "A parameter must be set." } } }
end } }
