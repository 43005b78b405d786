-- Chooses the rules for a table: those that the user names, else those that fit its columns.

local chosen_rules = require("lib.chosen_rules")
local columns = require("lib.linking.columns")
local export_presets = require("lib.export_presets")

local rules_for = {}

-- Whether rules with a name exist.
local function exists(name) return pcall(mix.rules.load, name) end

--- Returns the kind of rules by their name: tracks, books, films; nil for a user's own.
function rules_for.kind(rules) return rules:name():match("match/(%a+)") end

-- Guesses the kind of a table from its columns; nil when unknown.
local function guess(header)
  local preset = export_presets.of(header)
  if preset and preset.lacks then mix.ui.fail(preset.lacks, 1) end
  if preset then return preset.kind end
  local found = columns.guess(header)
  if found.isbn or found.author then return "books" end
  -- A list of albums has no column for songs.
  if found.album and found.artist and not found.title then return "releases" end
  if found.artist or found.album then return "tracks" end
  if found.director or found.cast or found.imdb_id or found.tmdb_id then return "films" end
  return found.born and "people" or nil
end

local function load(name)
  local kind, rest = name:match("^match/(.+)$"), name
  if kind then rest = kind end
  if name:find("%.lua$") or name:find("^mixhost:") then
    local ok, rules = pcall(mix.rules.load, name)
    if not ok then mix.ui.fail(("--rules: %s"):format(require("lib.failure").line(rules)), 1) end
    return rules
  end
  return chosen_rules("match", rest)
end

--- Returns the match rules for a table with a header, and the blocking rules for them. `name` and
--- `block`: the user's choice, or nil.
function rules_for.table(header, name, block)
  local kind
  if not name then
    kind = guess(header)
    if not kind then
      mix.ui.fail(("the columns do not say which rules to take (%s); name them with --rules, "
        .. "such as --rules match/tracks, or name a column with --map COLUMN=FIELD"):format(
        columns.shown(header)), 1)
    end
    name = "match/" .. kind
  else
    kind = name:match("^mixhost:match/(%w+)") or name:match("^match/(%w+)") or name:match("^(%w+)")
  end
  local rules = load(name)
  if block then return rules, chosen_rules("block", (block:gsub("^block/", "")), "--block") end
  local has, found = exists("block/" .. tostring(kind))
  return rules, has and found or mix.rules.load("block/generic")
end

--- Returns the fields that rules and blocking read, on either side, each once, and the rules'
--- aliases. A name that is an alias of the rules is none of blocking: the column Name is a film's
--- title, even where blocking reads names of people.
function rules_for.fields(rules, block)
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
  return fields, description.fields.aliases
end

return rules_for
