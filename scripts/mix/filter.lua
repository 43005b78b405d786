-- The work of mix.filter (Sources/Bindings/Rules/Filter declares it): states of a filter, what its
-- invariants make of them, and the survey that `mixhost rules check` prints.
--
-- `rules` is the table of a rule file (filter.rule in docs/api.md), `own` the values by field that
-- a script knows better, or nil. A state is {fields, values by name, fired}; it is never changed.

local host = ...

local filter = {}

local fold, suggest, array = mix.text.casefold, mix.args.suggest, mix.json.array
-- Invariants that make up new values never come back to one: they are stopped as well.
local most_rounds = 100
-- The most combinations of values that a survey looks at.
local most_states = 500000
local longest_value = 200

local function copy(from)
  local to = {}
  for key, value in pairs(from) do to[key] = value end
  return to
end

local function type_name(value) return math.type(value) or type(value) end

local function usage(message) host.raise({ kind = "usage", message = message }) end

-- A fault in what the user has written: it is returned.
local function fault(message, field)
  return nil, host.error({ kind = "filter", message = message, field = field })
end

local function wrong(rules, field, message)
  host.raise({
    kind = "rule", path = rules.file, field = field,
    message = ("%s: field '%s' %s"):format(rules.file, field, message),
  })
end

-- Fields

local function hint(word, words, known)
  local near = suggest(word, words)
  return near and (' (did you mean "%s"?)'):format(near) or "; known: " .. table.concat(known, ", ")
end

-- The field of a name or key in any case, and its place; nil and what is wrong.
local function field_of(fields, name)
  local words, known = {}, {}
  for place, field in ipairs(fields) do
    known[place] = field.name
    for _, word in ipairs({ field.name, table.unpack(field.keys) }) do
      if fold(word) == fold(name) then return field, place end
      words[#words + 1] = word
    end
  end
  return nil, ('field "%s" is not known'):format(name) .. hint(name, words, known)
end

-- The value that a text stands for, in any case; nil and what is wrong.
local function value_of(field, text)
  local words = copy(field.aliases)
  for place = #field.values, 1, -1 do words[field.values[place]] = field.values[place] end
  if words[text] then return words[text] end
  for _, value in ipairs(field.values) do
    if fold(value) == fold(text) then return value end
  end
  for word, value in pairs(field.aliases) do
    if fold(word) == fold(text) then return value end
  end
  local is_text = #text <= longest_value and not text:find("%c")
  if field.open and is_text then return text end
  return nil, ('%s: "%s" is not known'):format(field.name, is_text and text or "…")
    .. hint(text, field.values, field.values)
end

-- As value_of for what a script or an invariant sets: a text, or false for none.
local function value_set(field, value)
  if not value then return field.default end
  if type(value) == "string" then return value_of(field, value) end
  return nil, ("%s is a text, or false for none, not %s"):format(field.name, type_name(value))
end

-- The changes in a table that an invariant sets: a list of {name, value}; nil and what is wrong.
local function changes_of(fields, set)
  if type(set) ~= "table" then
    return nil, "a table of values by field expected, not " .. type_name(set)
  end
  local changes = {}
  for name, given in pairs(set) do
    if type(name) ~= "string" then return nil, "the keys are names of fields" end
    local field, problem = field_of(fields, name)
    if not field then return nil, problem end
    local value, fault_of_value = value_set(field, given)
    if fault_of_value then return nil, fault_of_value end
    changes[#changes + 1] = { name = field.name, value = value }
  end
  return changes
end

local function fields_of(rules, own)
  local fields = copy(rules.fields)
  for name, values in pairs(own or {}) do
    local field, place = field_of(fields, name)
    if not field then usage("bad option 'values': " .. place) end
    fields[place] = copy(field)
    fields[place].values, fields[place].open = values, false
  end
  return fields
end

local function standard(fields)
  local values = {}
  for _, field in ipairs(fields) do values[field.name] = field.default end
  return values
end

-- Texts

local function text_of(fields, values)
  local parts = {}
  for _, field in ipairs(fields) do
    local value = values[field.name]
    if value ~= field.default then
      if not value or value:find('[ "\\]') then
        value = '"' .. (value or ""):gsub('[\\"]', "\\%0") .. '"'
      end
      parts[#parts + 1] = field.name .. "=" .. value
    end
  end
  return table.concat(parts, " ")
end

-- Takes a name=value pair off a text at a place. Returns both and the place behind; nil, what is
-- wrong and the field that it is about. In `text` the sign behind each backslash is a number.
local function pair_of(text, at)
  local name, quote, behind = text:match('^([^=%s]+)=("?)()', at)
  if not name then
    local shown = text:match("^[^=%s]+", at)
      or text:sub(at, (utf8.offset(text, 21, at) or #text + 1) - 1)
    return nil, ('"%s" is not of the form name=value'):format(shown)
  end
  local value, rest = text:match(quote == "" and "^(%S*)()" or '^([^"]*)"()', behind)
  if not value then return nil, name .. ": the closing quote is missing", name end
  if text:find("^%S", rest) then
    return nil, name .. ": a space must follow the closing quote", name
  end
  return name, value:gsub("\\(%d%d%d)", function(sign)
    return (quote == "" and "\\" or "") .. string.char(sign)
  end), rest
end

-- The values that name=value pairs stand for; nil, what is wrong and the field that it is about.
local function parsed(fields, text)
  text = text:gsub("\\(.)", function(sign) return ("\\%03d"):format(sign:byte()) end)
  local values, named = standard(fields), {}
  local at = text:find("%S")
  while at do
    local name, value, rest = pair_of(text, at)
    if not name then return nil, value, rest end
    local field, problem = field_of(fields, name)
    if not field then return nil, problem end
    if named[field] then return nil, field.name .. " is given twice", field.name end
    local known, fault_of_value = value_set(field, value ~= "" and value)
    if fault_of_value then return nil, fault_of_value, field.name end
    named[field], values[field.name] = true, known
    at = text:find("%S", rest)
  end
  return values
end

-- Invariants

-- Equal for equal values.
local function key_of(fields, values)
  local parts = {}
  for place, field in ipairs(fields) do parts[place] = values[field.name] or "\0" end
  return table.concat(parts, "\1")
end

local function shown(fields, values)
  local text = text_of(fields, values)
  return text ~= "" and text or "the initial state"
end

local function raise_cycle(rules, fields, values, fired)
  local names, seen = array({}), {}
  for _, firing in ipairs(fired) do
    if not seen[firing.name] then names[#names + 1] = firing.name end
    seen[firing.name] = true
  end
  host.raise({
    kind = "rule", path = rules.file, field = "invariants", rules = names,
    message = ("%s: the invariants '%s' %s, at %s"):format(rules.file,
      table.concat(names, "' and '"),
      #names > 1 and "undo each other" or "comes to no end", shown(fields, values)),
  })
end

-- Applies one invariant. Returns the values, and what it has changed, if anything.
local function applied(fields, invariant, values)
  if not host.ask(invariant.when, values) then return values end
  local changes = invariant.changes
  if not changes then
    local problem
    changes, problem = changes_of(fields, host.ask(invariant.set, values))
    if problem then host.wrong(invariant.set, "returned a table of changes: " .. problem) end
  end
  local after, changed = copy(values), {}
  for _, change in ipairs(changes) do
    if values[change.name] ~= change.value then
      after[change.name], changed[change.name] = change.value, change.value or false
    end
  end
  return after, next(changed) and changed
end

-- Applies the invariants in their order, and again, until a whole round changes nothing. Returns
-- the values, and the firings: which invariants have changed something.
local function settled(rules, fields, values)
  local fired, rounds = {}, {}
  for _ = 1, most_rounds do
    local before = rounds[key_of(fields, values)]
    if before then
      raise_cycle(rules, fields, values, table.move(fired, before + 1, #fired, 1, {}))
    end
    before = #fired
    rounds[key_of(fields, values)] = before
    for _, invariant in ipairs(rules.invariants) do
      local changes
      values, changes = applied(fields, invariant, values)
      if changes then
        fired[#fired + 1] = { name = invariant.name, doc = invariant.doc, changes = changes }
      end
    end
    if #fired == before then return values, fired end
  end
  raise_cycle(rules, fields, values, fired)
end

-- The state that the invariants make of some values, and its text.
local function state_of(rules, fields, asked)
  local values, fired = settled(rules, fields, asked)
  return { fields = fields, values = values, fired = array(fired) }, text_of(fields, values)
end

-- Rule files

local function check_field(rules, at, field)
  -- A name can be written before an equals sign.
  if field.name:find("[^%w_]") then
    wrong(rules, at .. "name", ("has letters, digits and _ only, not '%s'"):format(field.name))
  end
  if #field.values == 0 and not field.open then
    wrong(rules, at .. "values", "is a list of the values, or the field is open")
  end
  if field.default and value_of(field, field.default) ~= field.default then
    wrong(rules, at .. "default", ("'%s' is not one of the values"):format(field.default))
  end
  local known = {}
  for _, value in ipairs(field.values) do known[value] = true end
  for alias, value in pairs(field.aliases) do
    if not known[value] then
      wrong(rules, at .. "aliases." .. alias, ("'%s' is not one of the values"):format(value))
    end
  end
end

--- Checks what the fields of a rule file say together, and reads what its invariants set.
function filter.read(rules)
  if #rules.fields == 0 then wrong(rules, "fields", "is an empty list") end
  local taken = {}
  for place, field in ipairs(rules.fields) do
    local at = ("fields[%d]."):format(place)
    check_field(rules, at, field)
    for _, name in ipairs({ field.name, table.unpack(field.keys) }) do
      if taken[fold(name)] then
        wrong(rules, at .. "name", ("'%s' is taken by another field"):format(name))
      end
      taken[fold(name)] = true
    end
  end
  for place, invariant in ipairs(rules.invariants) do
    if type(invariant.set) ~= "userdata" then
      local problem
      invariant.changes, problem = changes_of(rules.fields, invariant.set)
      if problem then wrong(rules, ("invariants[%d].set"):format(place), problem) end
    end
  end
end

--- Applies the invariants once; `filter.findings` goes through every state.
filter["try"] = function(rules) settled(rules, rules.fields, standard(rules.fields)) end

--- Checks the values that a script knows better.
function filter.check(rules, own)
  for _, values in pairs(own or {}) do
    local is_list = type(values) == "table" and (next(values) == nil or #values > 0)
    if not is_list or not pcall(table.concat, values) then
      usage("bad argument 'values' to mix.filter.load: lists of texts by field expected")
    end
  end
  fields_of(rules, own)
end

-- Filters and states

function filter.fields(rules, own) return array(fields_of(rules, own)) end

function filter.initial(rules, own)
  local fields = fields_of(rules, own)
  return state_of(rules, fields, standard(fields))
end

function filter.parse(rules, own, text)
  local fields = fields_of(rules, own)
  local values, problem, name = parsed(fields, text)
  if not values then return fault(problem, name) end
  return state_of(rules, fields, values)
end

--- The state with another value of a field, or of all that `given` holds.
function filter.with(rules, own, state, given, value)
  -- A changed rule file may declare other fields.
  local fields = fields_of(rules, own)
  local values, problem, name = parsed(fields, text_of(state.fields, state.values))
  if not values then return fault(problem, name) end
  if type(given) ~= "table" then given = { [given or 1] = value or false } end
  for key, new in pairs(given) do
    if type(key) ~= "string" then usage("a field's name, or a table by field, expected") end
    local field, unknown = field_of(fields, key)
    if not field then usage(unknown) end
    values[field.name], problem = value_set(field, new)
    if problem then return fault(problem, field.name) end
  end
  return state_of(rules, fields, values)
end

function filter.get(state, name)
  local field, problem = field_of(state.fields, name)
  return state.values[field and field.name or usage(problem)]
end

function filter.values(state) return state.values end

function filter.fired(state) return state.fired end

function filter.active(state)
  local names = array({})
  for _, field in ipairs(state.fields) do
    if field.filter and state.values[field.name] ~= field.default then
      names[#names + 1] = field.name
    end
  end
  return names
end

function filter.equals(state, other)
  return #state.fields == #other.fields
    and text_of(state.fields, state.values) == text_of(other.fields, other.values)
    and key_of(state.fields, state.values) == key_of(other.fields, other.values)
end

-- The survey

-- The values that each field can be set to: false is none, where that may be.
local function choices_of(rules)
  local choices, product = {}, 1
  for place, field in ipairs(rules.fields) do
    choices[place] = copy(field.values)
    if not field.default then table.insert(choices[place], 1, false) end
    product = product * #choices[place]
  end
  if product > most_states then
    usage(("%s: the fields have %.0f combinations of values; at most %d are looked at: list fewer "
      .. "values of open fields"):format(rules.file, product, most_states))
  end
  return choices
end

-- Calls `body` with each change of one field of a state, and the values that it asks for.
local function each_change(field, choices, state, body)
  for _, choice in ipairs(choices) do
    local value = choice or nil
    if value ~= state[field.name] then
      local asked = copy(state)
      asked[field.name] = value
      body(choice, asked)
    end
  end
end

-- The side effects of asking for some values: {key, sets, rules}; nil without any.
local function effect_of(fields, asked, outcome)
  local effect, key = { sets = {}, rules = array({}) }, {}
  for _, field in ipairs(fields) do
    local value = outcome.values[field.name]
    if value ~= asked[field.name] then
      effect.sets[field.name] = value or false
      key[#key + 1] = field.name .. "=" .. (value or "\0")
    end
  end
  if #key == 0 then return nil end
  for place, firing in ipairs(outcome.fired) do
    effect.rules[place], key[#key + 1] = firing.name, firing.name
  end
  effect.key = table.concat(key, "\1")
  return effect
end

-- The effects of changes of one field: of each value in how many states; values with the same share
-- a row.
local function add_rows(rows, field, choices, effects)
  local by_key = {}
  for _, choice in ipairs(choices) do
    for _, effect in ipairs(effects[choice] or {}) do
      local key = effect.key .. "\1" .. effect.states
      if not by_key[key] then
        by_key[key] = { field = field.name, values = array({}), sets = effect.sets,
          rules = effect.rules, states = effect.states }
        rows[#rows + 1] = by_key[key]
      end
      table.insert(by_key[key].values, choice)
    end
  end
end

--- Goes through every state that can be reached: rules.findings (docs/api.md). Raises what does not
-- hold.
function filter.findings(rules)
  local fields, choices = rules.fields, choices_of(rules)
  local outcomes, known, states = {}, {}, {}
  local function outcome_of(values)
    local key = key_of(fields, values)
    local outcome = outcomes[key]
    if not outcome then
      outcome = {}
      outcome.values, outcome.fired = settled(rules, fields, values)
      outcomes[key], key = outcome, key_of(fields, outcome.values)
      if not known[key] then known[key], states[#states + 1] = true, outcome.values end
    end
    return outcome
  end
  outcome_of(standard(fields))
  for _, state in ipairs(states) do
    for place, field in ipairs(fields) do
      each_change(field, choices[place], state, function(_, asked) outcome_of(asked) end)
    end
  end
  local rows, tried, statements = array({}), 0, array({})
  for place, field in ipairs(fields) do
    local effects = {}
    for _, state in ipairs(states) do
      each_change(field, choices[place], state, function(choice, asked)
        tried = tried + 1
        local effect = effect_of(fields, asked, outcome_of(asked))
        if not effect then return end
        local list = effects[choice] or {}
        local first = list[effect.key]
        if not first then
          first, effect.states, list[effect.key], list[#list + 1] = effect, 0, effect, effect
        end
        effects[choice], first.states = list, first.states + 1
      end)
    end
    add_rows(rows, field, choices[place], effects)
  end
  for place, statement in ipairs(rules.always) do
    statements[place] = statement.name
    for _, values in ipairs(states) do
      if not host.ask(statement.holds, values) then
        host.wrong(statement.holds, "does not hold of " .. shown(fields, values))
      end
    end
  end
  return { states = #states, changes = tried, statements = statements, transitions = rows }
end

return filter
