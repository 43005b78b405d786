-- Finds the field of each column: by the names that rules declare, by usual names in exports, and
-- by the user's --map COLUMN=FIELD.

local export_presets = require("lib.export_presets")
local near = require("lib.near")
local usual_columns = require("lib.linking.usual_columns")
local work_fields = require("lib.work_fields")

local columns = {}

local known = usual_columns.fields
local identifiers = { "id", "key", "isrc", "uri", "tconst", "identifier", "rowid" }

columns.plain = export_presets.plain

local plain = columns.plain

for _, field in ipairs(work_fields.list) do
  -- A date is a year for books alone.
  if field.compared and field.kind ~= "year" then
    local names = known[field.input] or {}
    for _, name in ipairs(field.columns) do names[#names + 1] = plain(name) end
    known[field.input] = names
  end
end

-- The field of each name, lower-case and plain; names that come first in `fields` go first.
local function names_of(fields, aliases)
  local map = {}
  local function add(name, field)
    local key = plain(name)
    if key ~= "" and not map[key] then map[key] = field end
  end
  for _, field in ipairs(fields) do add(field, field) end
  for _, field in ipairs(fields) do
    for _, name in ipairs(aliases[field] or {}) do add(name, field) end
  end
  for _, field in ipairs(fields) do
    for _, name in ipairs(known[field] or {}) do add(name, field) end
  end
  return map
end

local kind_of_title = {}
for kind, names in pairs(usual_columns.titles) do
  for _, name in ipairs(names) do kind_of_title[name] = kind end
end

-- The names of the fields that stand beside a title in one column, with the kind that they tell.
local beside = { artist = "tracks", author = "books", director = "films" }
local roles = {}
for _, field in ipairs({ "title", "artist", "author", "director" }) do
  for _, name in ipairs(known[field]) do roles[name] = roles[name] or field end
  roles[field] = field
end

-- A longer cell is a text: the pattern below takes the square of its length for a run of blanks.
local longest_name = 200

-- The kind of a column "Artist - Title"; nil for any other.
local function kind_of_both(name)
  if #name > longest_name then return nil end
  local one, other = name:match("^(.-)%s*[%-/&|\u{2013}\u{2014}]+%s*(.+)$")
  one, other = one and roles[plain(one)], other and roles[plain(other)]
  if one and other and (one == "title") ~= (other == "title") then
    return beside[one] or beside[other], one == "title"
  end
end

--- Returns the kind of which a column's name says that it has titles, and whether the title stands
--- before its maker: "Song", "Artist - Title", "Title / Artist"; nil for other names.
function columns.kind_of_title(name)
  local kind = kind_of_title[plain(name)]
  if kind then return kind, false end
  return kind_of_both(name)
end

-- The names of all fields' columns.
local usual = {}
for _, names in pairs(known) do
  for _, name in ipairs(names) do usual[name] = true end
end

--- Whether a row has the usual name of a column, so that it may be a header.
function columns.has_usual_name(cells)
  for _, cell in ipairs(cells) do
    if usual[plain(cell)] or columns.kind_of_title(cell) then return true end
  end
  return false
end

--- Returns the usual names of a field's column, in their plain form.
function columns.usual_names(field) return known[field] or {} end

--- Returns the names that say the same as a column's: "title" and "film" for "Titel"; those of a
--- person are too many things.
function columns.same_names(name)
  local key, found = plain(name), {}
  for field, names in pairs(known) do
    local is_one = field == key
    for _, other in ipairs(names) do is_one = is_one or other == key end
    if is_one and field ~= "name" then
      found[#found + 1] = field
      table.move(names, 1, #names, #found + 1, found)
    end
  end
  return found
end

--- Returns the place of the column of that name in any case, of several the first; nil without one.
function columns.place(header, name)
  for index, column in ipairs(header) do
    if column:lower() == name:lower() then return index end
  end
end

--- Returns the fields of --map: {column = field}; nil and the fault.
function columns.read_map(list)
  local map = {}
  for _, item in ipairs(list) do
    local column, field = item:match("^%s*(.-)%s*=%s*(.-)%s*$")
    if not column or column == "" or field == "" then
      return nil, ("--map: COLUMN=FIELD expected, got \"%s\""):format(item)
    end
    map[column] = field
  end
  return map
end

-- Columns that count in thousandths of a second.
local function is_milliseconds(field, name)
  return (field == "duration" or field == "runtime") and name:find("ms$") ~= nil
end

-- Whether a source reads a column that the user has left out.
local function reads(source, left_out)
  for _, place in ipairs(type(source) == "table" and source or { source }) do
    if left_out[place] then return true end
  end
  return false
end

-- Takes the columns of a known program; false for any other table.
local function take_preset(result, header, wanted, kind, left_out)
  local preset = export_presets.of(header)
  local sources = preset and export_presets.sources(preset, header, kind)
  for field, source in pairs(sources or {}) do
    if wanted[field] and not result.places[field] and not reads(source, left_out) then
      result.places[field] = source
    end
  end
  return sources ~= nil
end

-- A column "Track" beside one of titles has numbers.
local function is_numbered(header, names)
  local titles = 0
  for _, name in ipairs(header) do
    titles = titles + (names[plain(name)] == names.track and 1 or 0)
  end
  return names.track and names.tracknumber and titles > 1
end

-- Fields that several columns fill in turn: ISBN-10 and ISBN-13, volume and issue.
local shared = { isbn = true, position = true }

-- Takes each column by its name.
local function take_names(result, header, names, used)
  local present, exact = {}, {}
  for index, name in ipairs(header) do
    local key = plain(name)
    present[name] = true
    -- A column with the name of the field itself has it, also behind one that may stand for it.
    if names[key] == key and not shared[key] then exact[key] = exact[key] or index end
  end
  local track = is_numbered(header, names) and names.tracknumber
  for index, name in ipairs(header) do
    -- A second column "title" is read as "title_2".
    local bare = name:match("^(.*)_%d+$")
    local key = plain(bare and present[bare] and bare or name)
    local field = not used[index] and (key == "track" and track or names[key])
    if field and not result.places[field] and (exact[field] or index) == index then
      local source = is_milliseconds(field, key) and { index, per = 1000 } or index
      result.places[field], used[index] = source, true
    elseif field and shared[field] then
      local source = result.places[field]
      if type(source) == "number" then source = { source } end
      source[#source + 1] = index
      result.places[field], used[index] = source, true
    elseif field then
      result.repeated[#result.repeated + 1] = name
    elseif not used[index] then
      result.unknown[#result.unknown + 1] = name
    end
  end
end

-- The place of the first column whose name tells that it has titles: "Songs", "Artist - Title". The
-- maker beside it is one of that kind. Nil without one, and for a list of albums.
local function place_of_titles(places, header, used)
  if places.album then return nil end
  local kind = places.artist and "tracks" or places.author and "books"
    or places.director and "films"
  for index, name in ipairs(header) do
    local of = not used[index] and columns.kind_of_title(name)
    if of and of == (kind or of) then return index end
  end
end

-- The place of the first column that is free and has one of the names; nil without one.
local function place_of_any(names, header, used)
  for _, name in ipairs(names) do
    for index, column in ipairs(header) do
      if not used[index] and plain(column) == name then return index end
    end
  end
end

-- Takes given and family names in two columns as a person's name.
local function take_person(result, header, used)
  local family = place_of_any(usual_columns.family, header, used)
  local given = place_of_any(usual_columns.given, header, used)
  if not (family and given) or family == given then return end
  result.places.name = { given, family, joint = " " }
  used[given], used[family] = true, true
end

--- Returns the sources of a table's fields (see export_presets.value), and the remaining columns:
--- `fields` and `aliases` as rules declare them, `map` from read_map (false: a column that says
--- nothing), `kind` of the rules. `id` is the place of the identifier. A known program's columns
--- say what its entry says; of two other columns for one field the first counts (of ISBNs and
--- volumes the first that is filled), and `repeated` names the others. Nil and the reason when no
--- column is a field, or when `map` names a missing column.
function columns.of(header, fields, aliases, map, kind)
  local result = { places = {}, unknown = {}, repeated = {} }
  local wanted, used, left_out = {}, {}, {}
  for _, field in ipairs(fields) do wanted[field] = true end
  for column, field in pairs(map or {}) do
    if field and not wanted[field] then
      return nil, ("--map %s=%s: the rules read no such field%s; they read %s"):format(
        column, field, near(field, fields), table.concat(fields, ", "))
    end
    local place
    for index, name in ipairs(header) do
      if name == column or not place and name:lower() == column:lower() then place = index end
    end
    if not place then
      return nil, ("--map %s=%s: there is no such column%s; the columns are %s"):format(
        column, tostring(field), near(column, header, true), columns.shown(header))
    end
    used[place], left_out[place] = true, not field
    if field then result.places[field] = place end
  end
  if not take_preset(result, header, wanted, kind, left_out) then
    if wanted.name and not result.places.name then take_person(result, header, used) end
    take_names(result, header, names_of(fields, aliases or {}), used)
  end
  if wanted.title and not (result.places.title or result.places.name) then
    result.places.title = place_of_titles(result.places, header, used)
      or place_of_any(usual_columns.files, header, used)
  end
  for _, name in ipairs(identifiers) do
    for index, column in ipairs(header) do
      if not result.id and plain(column) == name then result.id = index end
    end
  end
  if not next(result.places) then
    return nil, ("no column is known: the columns are %s, the fields %s; name one with --map "
      .. "COLUMN=FIELD"):format(columns.shown(header), columns.shown(fields))
  end
  return result
end

--- Returns a record with the fields that names of its columns stand for, beside what it has; the
--- record itself when there are none.
function columns.renamed(record, fields, aliases)
  local names, found = names_of(fields or {}, aliases or {}), nil
  local keys = {}
  for key in pairs(record) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  for _, key in ipairs(keys) do
    local field = names[plain(key)]
    if field and (record[field] == nil or record[field] == "") and not (found and found[field]) then
      if not found then
        found = {}
        for name, value in pairs(record) do found[name] = value end
      end
      found[field] = record[key]
    end
  end
  return found or record
end

--- Returns the names of at most ten columns for a message.
function columns.shown(header)
  local shown = {}
  for index = 1, math.min(10, #header) do
    local name = header[index]
    local rest = not utf8.len(name) and 41 or utf8.offset(name, 41) or math.huge
    shown[index] = rest <= #name and name:sub(1, rest - 1) .. "…" or name == "" and "(no name)"
      or name
  end
  return table.concat(shown, ", ") .. (#header > 10 and (" and %d more"):format(#header - 10) or "")
end

return columns
