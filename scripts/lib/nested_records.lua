-- Makes plain records of JSON that services and their exports nest: the list within a document, the
-- work within an entry ({"movie": {"title": …, "ids": {…}}}), names in place of objects.

local nested_records = {}

-- The members of a document that are its list, in lower case, in the order in which they count.
-- Lists that stand in one pair of quotes are one together.
local lists = { "tracks songs", "movies films shows series anime", "releases", "albums", "books",
  "items entries results docs works reading_log_entries listens history watchlist ratings track "
  .. "metadata" }
-- The members of an entry that are the work; the first one counts.
local works = { "media", "movie", "film", "show", "series", "track", "song", "album", "release",
  "basic_information", "book", "work", "edition", "volumeInfo", "item", "node", "attributes",
  "track_metadata", "episode", "fields", "_source" }
-- Parts of a series, which are found by it and by their numbers.
local parts = { "season", "episode" }

local function is_object(value)
  return type(value) == "table" and value ~= mix.json.null and #value == 0 and next(value) ~= nil
end

local function is_list(value)
  return type(value) == "table" and #value > 0 and type(value[1]) == "table"
end

-- Objects within a document that may hold its list.
local deepest = 4

-- The members of a document in lower case.
local function lower_case(document)
  local members, names = {}, {}
  for name, value in pairs(document) do
    if type(name) == "string" then
      members[name:lower()], names[#names + 1] = value, name:lower()
    end
  end
  table.sort(names)
  return members, names
end

-- The members of an object that counts them by digits, in that order; nil for any other one.
local function counted(object)
  local keys = {}
  for key in pairs(object) do
    if type(key) ~= "string" or key:find("%D") then return nil end
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b) return #a == #b and a < b or #a < #b end)
  local values = {}
  for place, key in ipairs(keys) do values[place] = object[key] end
  return values
end

-- The records of a document that has a list for each column, as data frames are written; nil for
-- any other one.
local function of_columns(document)
  local columns, length, count = {}, nil, 0
  for name, value in pairs(document) do
    local cells = type(value) == "table" and value ~= mix.json.null
      and (#value > 0 and value or counted(value))
    if not cells or #cells < 2 or #cells ~= (length or #cells) then return nil end
    for _, cell in ipairs(cells) do if type(cell) == "table" then return nil end end
    columns[name], length, count = cells, #cells, count + 1
  end
  if count < 2 then return nil end
  local list = {}
  for place = 1, length do
    list[place] = {}
    for name, cells in pairs(columns) do list[place][name] = cells[place] end
  end
  return list
end

--- Returns the list of records in a document, nil when it has no list.
function nested_records.entries(document, depth)
  local of_frame = not depth and of_columns(document)
  if of_frame then return of_frame end
  -- LibraryThing's entries stand by their numbers.
  local numbered = is_object(document) and counted(document)
  if numbered and is_object(numbered[1]) then return numbered end
  local members, names = lower_case(document)
  for _, group in ipairs(lists) do
    local all = {}
    for name in group:gmatch("%S+") do
      if is_list(members[name]) then table.move(members[name], 1, #members[name], #all + 1, all) end
    end
    if #all > 0 then return all end
  end
  local longest
  for _, name in ipairs((depth or 0) < deepest and names or {}) do
    local value = members[name]
    local inner = is_object(value) and nested_records.entries(value, (depth or 0) + 1)
      or is_list(value) and not (members.title or members.name) and value
    -- One account with its list.
    if inner and #inner == 1 and value == inner then
      inner = nested_records.entries(inner[1], (depth or 0) + 1) or inner
    end
    if inner and #inner > #(longest or {}) then longest = inner end
  end
  return longest
end

-- The members of an object that are its name.
local named = { "name", "title", "#text", "english", "romaji", "fl" }

-- The value of an object that says its type beside it, as queries of SPARQL and databases write it:
-- {"type": "literal", "value": "Ebb"}, {"$numberInt": "1999"}; nil for another object.
local function typed_value(object)
  local name, value = next(object)
  if next(object, name) == nil then return name:sub(1, 1) == "$" and value or nil end
  if type(object.type) ~= "string" or type(object.value) == "table" then return nil end
  return object.value
end

-- A name in place of an object, the year of a day, the author of a contribution; in lists as well.
local function plain(value)
  if is_object(value) then
    local typed = typed_value(value)
    if typed ~= nil then return typed end
    -- CSL's people and days (Zotero, Crossref).
    if type(value.family) == "string" then
      return type(value.given) == "string" and value.given .. " " .. value.family or value.family
    end
    local days = value["date-parts"]
    if is_list(days) and days[1][1] then return days[1][1] end
    for _, name in ipairs(named) do
      if type(value[name]) == "string" then return value[name] end
    end
    local values = counted(value)
    return values and plain(values) or value.year or value.author and plain(value.author) or value
  end
  if not is_list(value) then return value end
  local names = {}
  for place, part in ipairs(value) do
    names[place] = type(part) == "table" and plain(part) or part
    if type(names[place]) ~= "string" then return value end
  end
  return names
end

-- The members of a record that hold identifiers, and codes that have no "id" in their name.
local identifiers = { ids = true, external_ids = true, providerids = true }
local codes = { isrc = true, isbn = true, ean = true, upc = true }

-- Whether a value is a list of typed identifiers: {"type": "ISBN_13", "identifier": "978…"}.
local function has_types(value)
  return is_list(value) and type(value[1].type) == "string" and value[1].identifier ~= nil
end

-- Adds the members of a work to a record, without those that it has.
local function add(record, work)
  for name, value in pairs(work) do
    if has_types(value) then
      for _, id in ipairs(value) do
        local key = type(id) == "table" and type(id.type) == "string" and id.type:lower()
        if key and record[key] == nil then record[key] = id.identifier end
      end
    elseif identifiers[name:lower()] and is_object(value) then
      for of, id in pairs(value) do
        local key = codes[of:lower()] and of or of .. "_id"
        if record[key] == nil then record[key] = id end
      end
    elseif record[name] == nil then
      record[name] = plain(value)
    end
  end
end

local function work_in(record)
  for _, name in ipairs(works) do
    if is_object(record[name]) then return name end
  end
end

-- Takes an entry's season and episode. Returns the kind of the part; nil for another entry.
local function take_part(flat, rest)
  local kind
  for _, name in ipairs(parts) do
    local part = rest[name]
    if is_object(part) then
      kind, rest[name] = name, nil
      flat[name .. "_number"] = part.number
      if name == "episode" then flat.season_number = part.season end
      if is_object(part.ids) then flat[name .. "_imdb_id"] = part.ids.imdb end
    end
  end
  return kind
end

--- Returns a record without the objects in which services nest what it is of; the record itself
--- when it has none.
function nested_records.flat(record, depth)
  local flat, rest, has_object = {}, {}, false
  for name, value in pairs(record) do
    rest[name], has_object = value, has_object or type(value) == "table"
  end
  if not has_object then return record end
  local is_work = type(record.title) == "string" or type(record.name) == "string"
  local name = not is_work and (depth or 0) < 3 and work_in(record)
  if name then
    local work, kind = nested_records.flat(record[name], (depth or 0) + 1), name
    rest[name] = nil
    if name == "show" or name == "series" then kind = take_part(flat, rest) or name end
    -- The identifiers of a series are not those of its parts.
    add(flat, kind == name and work or { title = work.title, year = work.year })
    if kind == "movie" or kind == "show" or kind ~= name then flat.type = record.type or kind end
  end
  add(flat, rest)
  -- AniList's works begin in a year.
  if flat.year == nil and math.type(flat.startDate) == "integer" then flat.year = flat.startDate end
  return flat
end

return nested_records
