-- Compares values for specs by their contents, and shows them and their differences.

local texts = require("lib.spec.texts")

local values = {}

local most_shown = 2000
local most_differences = 20

-- Keys in an order that is the same each time.
local function sorted_keys(t)
  local keys = {}
  for key in next, t do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    local ta, tb = type(a), type(b)
    if ta ~= tb then return ta < tb end
    if ta == "number" or ta == "string" then return a < b end
    return tostring(a) < tostring(b)
  end)
  return keys
end

local function show_key(key)
  if type(key) == "string" and key:find("^[%a_][%w_]*$") then return key end
  return "[" .. values.show(key) .. "]"
end

-- Shows all digits where Lua's usual form would be another number.
local function show_number(number)
  local text = tostring(number)
  if number ~= number or tonumber(text) == number then return text end
  return ("%.17g"):format(number)
end

local function append(parts, value, open)
  local kind = type(value)
  if kind == "string" then
    -- More would be cut below.
    parts[#parts + 1] = texts.quoted(value:sub(1, most_shown))
  elseif kind == "number" then
    parts[#parts + 1] = show_number(value)
  elseif kind ~= "table" then
    parts[#parts + 1] = tostring(value)
  elseif open[value] then
    parts[#parts + 1] = "{…}"
  elseif next(value) == nil then
    parts[#parts + 1] = "{}"
  else
    open[value] = true
    parts[#parts + 1] = "{ "
    local last = #value
    for index, key in ipairs(sorted_keys(value)) do
      if index > 1 then parts[#parts + 1] = ", " end
      if #parts > most_shown then
        parts[#parts + 1] = "…"
        break
      end
      if math.type(key) ~= "integer" or key < 1 or key > last then
        parts[#parts + 1] = show_key(key) .. " = "
      end
      append(parts, value[key], open)
    end
    parts[#parts + 1] = " }"
    open[value] = nil
  end
end

--- Returns a value as Lua text on one line, cut where it is very long.
function values.show(value)
  local parts = {}
  append(parts, value, {})
  local text = table.concat(parts)
  if #text <= most_shown then return text end
  return text:sub(1, texts.character_start(text, most_shown) - 1) .. "…"
end

--- Returns two different values as texts, cut around the difference where they are long strings;
--- third, the place of the difference, or nil.
function values.show_both(a, b)
  if type(a) == "string" and type(b) == "string" and a ~= b then
    local shown_a, shown_b, where = texts.compared(a, b, most_shown)
    if where then return shown_a, shown_b, where end
  end
  return values.show(a), values.show(b)
end

local function same(a, b, seen)
  if rawequal(a, b) then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  local met = seen[a]
  if met and met[b] then return true end
  if not met then
    met = {}
    seen[a] = met
  end
  met[b] = true
  for key, value in next, a do
    local other = b[key]
    if other == nil or not same(value, other, seen) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

--- Whether two values are equal by their contents; metatables do not count, as in luassert.
function values.same(a, b) return same(a, b, {}) end

local function add(list, path, expected, found, where)
  list.count = list.count + 1
  if #list >= most_differences then return end
  list[#list + 1] = {
    path = path, expected = expected, found = found, where = where and "; " .. where or "",
  }
end

local function step(path, key)
  local text = show_key(key)
  return path .. (text:sub(1, 1) == "[" and text or "." .. text)
end

local function differences(list, path, expected, found, open)
  if same(expected, found, {}) then return end
  local is_deep = type(expected) == "table" and type(found) == "table"
  if not is_deep or open[expected] then
    return add(list, path, values.show_both(expected, found))
  end
  open[expected] = true
  for _, key in ipairs(sorted_keys(expected)) do
    if found[key] == nil then
      add(list, step(path, key), values.show(expected[key]), "nothing")
    else
      differences(list, step(path, key), expected[key], found[key], open)
    end
  end
  for _, key in ipairs(sorted_keys(found)) do
    if expected[key] == nil then add(list, step(path, key), "nothing", values.show(found[key])) end
  end
  open[expected] = nil
end

--- Returns the differences, one line for each place: its path, the expected and the found value.
function values.diff(expected, found)
  local list = { count = 0 }
  differences(list, "", expected, found, {})
  local lines = {}
  for index, item in ipairs(list) do
    lines[index] = ("%s  expected %s, got %s%s"):format(
      item.path == "" and "the value" or item.path, item.expected, item.found, item.where)
  end
  if list.count > #list then lines[#lines + 1] = ("… and %d more"):format(list.count - #list) end
  return table.concat(lines, "\n")
end

return values
