-- `mixhost rules check`: whether a rule file may be used.

local aliases = require("rules.lib.aliases")
local named_rules = require("lib.named_rules")
local prose = require("lib.prose")

local args = mix.args.parse({
  name = "rules check",
  summary = "Loads a rule file and tries it: its functions on made-up records, full and empty, or "
    .. "every state of a filter.",
  positional = {
    { "rules", type = "path", help = "a name, such as match/tracks, or a .lua file" },
  },
  examples = { "$0 match/tracks", "$0 filters/trailers", "$0 my-rules.lua" },
})

local function shown(value) return value or "none" end

local function changes(sets)
  local words = {}
  for field, value in pairs(sets) do words[#words + 1] = field .. "=" .. shown(value) end
  table.sort(words)
  return table.concat(words, " ")
end

-- All values of a field but those of `values`: the shorter way to describe a long list.
local function without(field, values)
  local taken, rest = {}, {}
  for _, value in ipairs(values) do taken[value] = true end
  for _, value in ipairs(field.values) do
    if not taken[value] then rest[#rest + 1] = value end
  end
  return rest
end

local function choice(field, values)
  if #values <= 4 then
    local words = {}
    for i, value in ipairs(values) do words[i] = shown(value) end
    return table.concat(words, ", ")
  end
  local rest = without(field, values)
  if #rest == 0 then return ("any of %d"):format(#values) end
  return ("any but %s"):format(table.concat(rest, ", "))
end

local function print_transitions(findings)
  local fields = {}
  for _, field in ipairs(mix.filter.load(args.rules):fields()) do fields[field.name] = field end
  local rows = {}
  for _, row in ipairs(findings.transitions) do
    rows[#rows + 1] = {
      set = row.field .. " = " .. choice(fields[row.field], row.values), sets = changes(row.sets),
      rules = table.concat(row.rules, ", "), states = row.states,
    }
  end
  print(("\n%d states can be reached, by %d changes. These lead elsewhere than asked for:\n")
    :format(findings.states, findings.changes))
  mix.ui.table(rows, {
    columns = {
      { key = "set", title = "Setting" }, { key = "sets", title = "also sets" },
      { key = "rules", title = "because of" }, { key = "states", title = "in states" },
    },
  })
  if #findings.statements > 0 then
    prose.print("\nOf every state holds: " .. table.concat(findings.statements, "; ") .. ".")
  end
end

local path, found, notes = mix.rules.check(args.rules)
-- Faults of the user's own tables of names concern all rules that read them.
local tables = path and args.rules:find("match", 1, true) and aliases.notes() or {}
local err = not path and found or nil
if args.json then
  print(mix.json.encode({
    ok = path ~= nil, path = path or err.path or mix.json.null,
    problem = err and err.message or mix.json.null, field = err and err.field or mix.json.null,
    findings = path and found or nil, notes = mix.json.array(notes),
    tables = mix.json.array(tables),
  }))
elseif path then
  print(path .. ": good")
  for _, note in ipairs(notes) do mix.ui.problem(note .. ' (docs/rules.md, "Older rule files")') end
  for _, note in ipairs(tables) do mix.ui.problem(note) end
  if found then print_transitions(found) end
end
if err then
  local code = named_rules.code(args.rules, err)
  if not args.json then mix.ui.fail(err.message, code) end
  os.exit(code)
end
