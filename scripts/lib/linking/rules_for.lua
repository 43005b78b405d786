-- Chooses the rules for a table: those that the user names, else those that fit its columns.

local chosen_rules = require("lib.chosen_rules")
local columns = require("lib.linking.columns")
local export_presets = require("lib.export_presets")
local table_model = require("lib.learning.table_model")
local progress = require("lib.linking.progress")

local rules_for = {}

-- Whether rules with a name exist, and the rules.
local function exists(name) return pcall(mix.rules.load, name) end

--- Returns the kind of rules by their name: tracks, books, films; nil for a user's own.
function rules_for.kind(rules) return rules:name():match("match/(%a+)") end

-- The fields that tell a kind from the others, in the order in which kinds are tried: any of a
-- list, or all of a list in it.
local telling = {
  { "books", { "isbn", "author" } },
  { "releases", { "barcode", "catalogue_number" } },
  { "tracks", { "artist", "album", "isrc" } },
  { "films", { "director", "cast", "imdb_id", "original_title", { "year", "runtime" },
    { "year", "kind" } } },
  { "people", { "born", "died", "known_for" } },
}

-- The fields that the rules of each kind read, {names, known, aliases}; false where there are none.
local read_by = {}

local function fields_of(kind)
  if read_by[kind] ~= nil then return read_by[kind] end
  local ok, rules = exists("match/" .. kind)
  local fields = ok and rules:describe().fields
  local found = ok and { names = {}, known = {}, aliases = fields.aliases }
  for _, list in ipairs(ok and { fields.query, fields.candidate } or {}) do
    for _, field in ipairs(list) do
      if not found.known[field] then found.names[#found.names + 1] = field end
      found.known[field] = true
    end
  end
  read_by[kind] = found
  return found
end

-- The places of a header's fields as the rules of a kind read them, with those of --map; nil where
-- they have no such field.
local function places_of(kind, header, map)
  local fields = fields_of(kind)
  if not fields then return nil end
  local present, own = {}, {}
  for _, name in ipairs(header) do present[name:lower()] = true end
  for column, field in pairs(map) do
    if field and not fields.known[field] then return nil end
    -- A column may be one of the other table.
    if present[column:lower()] then own[column] = field end
  end
  local found = columns.of(header, fields.names, fields.aliases, own)
  return found and found.places
end

-- The kind that the name of a title's column tells: "Song".
local function by_title(header)
  for _, name in ipairs(header) do
    local kind = columns.kind_of_title(name)
    if kind then return kind end
  end
end

-- Guesses the kind of a table from the program that wrote it, or from its columns: that of
-- any table when no domain fits.
local function guess(header, map)
  local preset = export_presets.of(header)
  if preset and preset.lacks then progress.fail(preset.lacks, 1) end
  if preset then return preset.kind end
  for _, kind in ipairs(telling) do
    local places = places_of(kind[1], header, map)
    for _, field in ipairs(places and kind[2] or {}) do
      if export_presets.has_all(places, type(field) == "table" and field or { field }) then
        -- A list of albums has no column for songs.
        local is_of_albums = kind[1] == "tracks" and not places.title and places.album
          and places.artist
        return is_of_albums and "releases" or kind[1]
      end
    end
  end
  return by_title(header) or "records"
end

-- As guess, but a list of titles alone is of what the other table is, nil without one.
local function guess_beside(header, other, map)
  local kind = guess(header, map)
  if kind ~= "records" or not other then return kind end
  local of = guess(other, {})
  local places = of ~= "records" and places_of(of, header, map)
  return places and (places.title or places.name) and of or kind
end

-- `likely`: returns the kind that fits the table, for a message.
local function load(name, likely)
  local kind, rest = name:match("^match/(.+)$"), name
  if kind then rest = kind end
  if name:find("%.lua$") or name:find("^mixhost:") then
    local ok, rules = pcall(mix.rules.load, name)
    if not ok then progress.fail(("--rules: %s"):format(require("lib.failure").line(rules)), 1) end
    return rules
  end
  return chosen_rules("match", rest, nil, likely)
end

--- Returns the match rules for a table with a header, and the blocking rules for them. `name` and
--- `block`: the user's choice, or nil; `map`: from columns.read_map; `other`: the header of the
--- table that it is linked to, or nil.
function rules_for.table(header, name, block, map, other)
  local function likely() return guess_beside(header, other, map or {}) end
  local kind = not name and likely()
    or name:match("^mixhost:match/(%w+)") or name:match("^match/(%w+)") or name:match("^(%w+)")
  local rules = load(name or "match/" .. kind, likely)
  if block then return rules, chosen_rules("block", (block:gsub("^block/", "")), "--block") end
  local has, found = exists("block/" .. tostring(kind))
  return rules, has and found or mix.rules.load("block/generic")
end

--- Returns the fields that rules and blocking read, on either side, each once, and the rules'
--- aliases. A name that is an alias of the rules is none of blocking: the column Name is a film's
--- title, even where blocking reads names of people. Rules for any table read the columns of its
--- header, except the one of --gold.
function rules_for.fields(rules, block, header, gold)
  local description, fields, seen, aliases = rules:describe(), {}, {}, {}
  local function add(list, taken)
    for _, field in ipairs(list) do
      if not seen[field] and not taken[columns.plain(field)] then
        fields[#fields + 1], seen[field] = field, true
      end
    end
  end
  add(description.fields.query, {})
  add(description.fields.candidate, {})
  for _, names in pairs(description.fields.aliases or {}) do
    for _, name in ipairs(names) do aliases[columns.plain(name)] = true end
  end
  add(block:fields(), aliases)
  local hidden = gold and { [columns.plain(gold)] = true } or {}
  if not table_model.is_open(rules) then return fields, description.fields.aliases end
  add(header, hidden)
  -- The other table may have its columns in another language.
  local others = {}
  for _, field in ipairs(fields) do others[field] = columns.same_names(field) end
  return fields, others
end

return rules_for
