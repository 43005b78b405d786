-- Imitates a reconciliation service: songs and books of the catalogue, with properties.

local catalogue = require("lib.mock.catalogue")
local real_books = require("lib.mock.real_books")

local service = "openlibrary"
local site = "https://reconcile.mixhost.invalid"
local types = { song = { id = "song", name = "Song" }, book = { id = "book", name = "Book" } }
local most_asked, usual = 50, 5

-- The properties of each type, with what they are of a song or a book.
local properties = {
  song = {
    { id = "P1", name = "artist", of = function(song) return { song.credited_artist } end },
    { id = "P2", name = "album", of = function(song) return { song.album } end },
    { id = "P3", name = "year", of = function(song) return { song.year } end },
  },
  book = {
    { id = "P4", name = "author", of = function(book)
      local names = {}
      for place, author in ipairs(book.authors) do names[place] = author.name end
      return names
    end },
    { id = "P5", name = "first published", of = function(book) return { book.year } end },
  },
}

local function candidate(kind, index, title, place)
  return { id = ("%s-%d"):format(kind, index), name = title, score = 100 - 7 * place,
    match = place == 1, type = { types[kind] },
    features = { { id = "place", value = place } } }
end

local function songs(words, limit, list)
  local found, same_title = catalogue.search(words, "title", limit)
  table.move(same_title, 1, #same_title, #found + 1, found)
  for place = 1, math.min(limit, #found) do
    local index = found[place]
    list[#list + 1] = candidate("song", index, catalogue.song(index).credited_title, place)
  end
end

local function books(words, limit, list)
  local wanted = { title = words, author = "", any = "", isbns = {} }
  for place, book in ipairs(real_books.find(wanted, service, limit)) do
    list[#list + 1] = candidate("book", book.number, book.title, place)
  end
end

local function answered(query)
  local list, limit = mix.json.array({}), math.min(query.limit or usual, 50)
  if query.type ~= "book" then songs(query.query or "", limit, list) end
  if query.type ~= "song" then books(query.query or "", limit, list) end
  return { result = list }
end

local function entity_of(id)
  local kind, index = tostring(id):match("^(%a+)-(%d+)$")
  index = math.tointeger(tonumber(index))
  if kind == "song" then return catalogue.song(index), kind end
  return kind == "book" and real_books.listing(index, service), kind
end

local function extended(wanted)
  local rows, meta = mix.json.object(), mix.json.array({})
  for place, property in ipairs(wanted.properties) do
    meta[place] = { id = property.id, name = property.id }
  end
  for _, id in ipairs(wanted.ids) do
    local entity, kind = entity_of(id)
    rows[id] = mix.json.object()
    for _, asked in ipairs(wanted.properties) do
      rows[id][asked.id] = mix.json.array({})
      for _, property in ipairs(entity and properties[kind] or {}) do
        for place, value in ipairs(property.id == asked.id and property.of(entity) or {}) do
          rows[id][asked.id][place] = type(value) == "number" and { int = value } or { str = value }
        end
      end
    end
  end
  return { json = { rows = rows, meta = meta } }
end

local function manifest()
  return { json = {
    versions = { "0.1", "0.2" }, name = "mixhost mock", identifierSpace = site .. "/id/",
    schemaSpace = site .. "/property/", view = { url = site .. "/id/{{id}}" },
    defaultTypes = { types.song, types.book },
    extend = { property_settings = mix.json.array({}),
      propose_properties = { service_url = site, service_path = "/properties" } },
  } }
end

local function failed(message)
  return { status = 400, json = { status = "error", message = message } }
end

local function asked(request)
  local form = request.form or {}
  local wanted = form.extend and mix.json.decode(form.extend)
  if wanted then return extended(wanted) end
  local queries = mix.json.decode(form.queries or "")
  if type(queries) ~= "table" then return failed("queries is missing") end
  local answer, count = mix.json.object(), 0
  for name, query in pairs(queries) do
    answer[name], count = answered(query), count + 1
  end
  return count > most_asked and { status = 413 } or { json = answer }
end

return {
  routes = {
    ["GET /reconcile"] = manifest,
    ["POST /reconcile"] = asked,
    ["GET /reconcile/properties"] = function(request)
      local list = mix.json.array({})
      for kind, entries in pairs(properties) do
        for _, property in ipairs(request.query.type ~= "book" and kind == "song" and entries
          or request.query.type ~= "song" and kind == "book" and entries or {}) do
          list[#list + 1] = { id = property.id, name = property.name }
        end
      end
      table.sort(list, function(a, b) return a.id < b.id end)
      return { json = { properties = list, type = request.query.type } }
    end,
  },
  is_unlimited = true,
}
