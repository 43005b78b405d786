-- Reads and checks the fields of forms and filters from texts.

local near = require("lib.near")

local inputs = {}

local flags = {
  ["true"] = true, yes = true, on = true, ["1"] = true,
  ["false"] = false, no = false, off = false, ["0"] = false,
}

local function option(field, text)
  local values = {}
  for place, entry in ipairs(field.options or {}) do
    if tostring(entry.value) == text then return entry.value end
    values[place] = tostring(entry.value)
  end
  return nil, ("'%s' is not one of %s%s"):format(text, table.concat(values, ", "),
    near(text, values))
end

local readers = {
  number = function(_, text)
    local number = tonumber(text)
    if number and number == number and math.abs(number) < math.huge then return number end
    return nil, ("'%s' is not a number"):format(text)
  end,
  integer = function(_, text)
    local number = math.tointeger(tonumber(text))
    if number then return number end
    return nil, ("'%s' is not a whole number"):format(text)
  end,
  flag = function(_, text)
    local flag = flags[text:lower()]
    if flag ~= nil then return flag end
    return nil, ("'%s' is neither yes nor no"):format(text)
  end,
  date = function(_, text)
    if text:find("^%d%d%d%d%-%d%d%-%d%d$") and mix.time.parse(text) then return text end
    return nil, ("'%s' is not a date; write 2026-11-21"):format(text)
  end,
  url = function(_, text)
    if text:find("^https://[^%s/]+") then return text end
    return nil, ("'%s' is not an address that begins with https://"):format(text)
  end,
  choice = option,
}

-- A field's value; nil when it is empty, with the reason when it must not be, or when the text is
-- invalid.
local function read(field, given)
  local text = given == nil and "" or tostring(given)
  if text == "" then
    return nil, field.required and "it must not be empty" or nil
  end
  local reader = readers[field.type]
  if reader then return reader(field, text) end
  return text
end

-- The fault of a table of values by name: an unknown field; nil without one.
local function unknown(fields, given)
  local known, names = {}, {}
  for place, field in ipairs(fields) do
    known[field.name], names[place] = true, field.name
  end
  for name in pairs(given) do
    if not known[name] then
      return ("there is no field '%s'%s; there are %s"):format(tostring(name),
        near(tostring(name), names), table.concat(names, ", "))
    end
  end
end

--- Returns the values of all fields by name while they are being typed, unread and unchecked. nil
--- and the reason for anything that is not such a table.
function inputs.typed(fields, given)
  if type(given) ~= "table" then return nil, "it takes values by name" end
  local problem = unknown(fields, given)
  if problem then return nil, problem end
  local values = {}
  for _, field in ipairs(fields) do
    local value = given[field.name]
    if value == nil then value = field.value end
    if type(value) == "table" then return nil, ("%s: it takes one value"):format(field.label) end
    values[field.name] = value
  end
  return values
end

--- Returns the values of all fields by name: the given ones, and present ones for the others. nil
--- and the fault, with the field's label.
function inputs.read(fields, given)
  if given ~= nil and type(given) ~= "table" then return nil, "it takes values by name" end
  local stranger = unknown(fields, given or {})
  if stranger then return nil, stranger end
  local values = {}
  for _, field in ipairs(fields) do
    local value = given and given[field.name]
    if value == nil then value = field.value end
    local result, problem = read(field, value)
    if problem then return nil, ("%s: %s"):format(field.label, problem) end
    values[field.name] = result
  end
  return values
end

return inputs
