-- Chooses the rules for a table: those that the user names, else those that fit its columns.

local chosen_rules = require("lib.chosen_rules")
local columns = require("lib.linking.columns")
local table_model = require("lib.learning.table_model")

local rules_for = {}

-- Whether rules with a name exist.
local function exists(name) return pcall(mix.rules.load, name) end

-- Guesses the kind of a table from its columns: that of any table when no domain fits.
local function guess(found)
  if found.isbn or found.author then return "books" end
  if found.artist or found.album then return "tracks" end
  if found.director and exists("match/films") then return "films" end
  return "records"
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
    kind = guess(columns.guess(header))
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
  if table_model.is_open(rules) then add(header, hidden) end
  return fields, description.fields.aliases
end

return rules_for
