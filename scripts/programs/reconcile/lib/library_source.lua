-- The library as a catalogue: its works are the entities, their numbers the identifiers.

local field_source = require("programs.reconcile.lib.field_source")
local kinds = require("programs.reconcile.lib.kinds")

local library_source = {}

-- The kind of works for each kind of rules.
local works = { tracks = "track", books = "book", films = "film" }
-- Works that are compared with a query.
local most_near = 50

local Source = setmetatable({}, field_source)
Source.__index = Source

--- Opens the library.
function library_source.open()
  local source = setmetatable({ title = "library", types = {} }, Source)
  for _, kind in ipairs(kinds.order) do
    if works[kind] then
      source.types[#source.types + 1] = kinds.type(kind, mix.rules.load("match/" .. kind))
    end
  end
  return field_source.of(source, "query")
end

local function entity_of(source, work)
  local type_of
  for _, each in ipairs(source.types) do
    if works[each.kind] == work.kind then type_of = each end
  end
  if not type_of then return nil end
  local record = {}
  for field, value in pairs(work) do
    if source.known[field] or field == "title" then record[field] = value end
  end
  record.author = work.creators
  -- Songs and films name their people otherwise.
  if type_of.kind == "tracks" then record.artist = record.artist or kinds.text(work.creators) end
  if type_of.kind == "films" then record.director = record.director or kinds.text(work.creators) end
  local numbers = work.identifiers or {}
  record.isbn = numbers.isbn13 or numbers.isbn10
  return { id = tostring(work.id), name = work.title, record = record, type = type_of,
    description = kinds.description(type_of, record) }
end

-- The works that a record may mean: by its ISBN, else by its title, its words and its people.
local function found_for(type_of, record)
  local kind, list, seen = works[type_of.kind], {}, {}
  local function add(condition)
    condition.kind, condition.limit = kind, most_near
    for _, work in ipairs(mix.library.find(condition) or {}) do
      if not seen[work.id] then list[#list + 1], seen[work.id] = work, true end
    end
  end
  local title, people = kinds.text(record.title), kinds.text(record.author)
    or kinds.text(record.artist) or kinds.text(record.director)
  if record.isbn then pcall(add, { isbn = kinds.text(record.isbn) }) end
  if title then add({ title = title }) end
  -- The longest word says most where the whole title is spelled otherwise.
  local longest = ""
  for word in (title or ""):gmatch("[%w\x80-\xff]+") do
    if #word > #longest then longest = word end
  end
  if #list == 0 and #longest > 3 then add({ title = longest }) end
  if #list == 0 and people then add({ creator = people }) end
  return list
end

--- Returns the entities near each of some records.
function Source:near(type_of, records, texts)
  local lists = {}
  for place, record in ipairs(records) do
    local entities = {}
    local meant = self:get({ texts[place] })[texts[place]]
    if meant and meant.type == type_of then entities[1] = meant end
    for _, work in ipairs(found_for(type_of, record)) do
      local entity = entity_of(self, work)
      if entity and not (meant and entity.id == meant.id) then entities[#entities + 1] = entity end
    end
    lists[place] = entities
  end
  return lists
end

--- Returns the entities with identifiers, by these.
function Source:get(ids)
  local found = {}
  for _, id in ipairs(ids) do
    local number = id:find("^%d+$") and #id < 16 and math.tointeger(tonumber(id))
    local work = number and number > 0 and mix.library.get(number)
    found[id] = work and entity_of(self, work) or nil
  end
  return found
end

--- Returns the entities whose titles or people have the words of a text, after the first `skipped`.
function Source:suggest(prefix, limit, skipped)
  local entities = {}
  local list = prefix ~= "" and mix.library.find({ text = prefix, limit = limit + skipped }) or {}
  for place = skipped + 1, #list do entities[#entities + 1] = entity_of(self, list[place]) end
  return entities
end

return library_source
