-- Reads values of a service's decoded answer, whose types may be wrong.

local trimmed = require("lib.trimmed")

local json_values = {}

--- Returns a text that is not blank; nil for anything else.
function json_values.text(value)
  return type(value) == "string" and value:find("%S") and value or nil
end

--- Returns a list; an empty one for anything else.
function json_values.list(value)
  return type(value) == "table" and mix.json.is_array(value) and value or {}
end

--- Returns a list; a single object as a list of one, as answers that were made from XML have it.
function json_values.one_or_many(value)
  local single = json_values.object(value)
  return next(single) ~= nil and { single } or json_values.list(value)
end

--- Returns an identifier as text, which some services write as an integer; nil for anything else.
function json_values.id(value)
  local number = type(value) == "number" and math.tointeger(value)
  return number and tostring(number) or json_values.text(value)
end

--- Returns `read(entry)` for the entries of a list, without nil results, at most `limit` of them.
function json_values.each(value, read, limit)
  local found = {}
  for _, entry in ipairs(json_values.list(value)) do
    if #found < (limit or math.huge) then found[#found + 1] = read(entry) end
  end
  return found
end

--- Returns `read(entry)` for the entries of a list, and for those that it gives nil for the names
--- that `name_of(entry)` gives, else their numbers.
function json_values.parted(value, read, name_of)
  local found, others = {}, {}
  for place, entry in ipairs(json_values.list(value)) do
    local result = read(entry)
    if result then
      found[#found + 1] = result
    else
      others[#others + 1] = name_of(json_values.object(entry)) or ("number %d"):format(place)
    end
  end
  return found, others
end

--- Returns a whole number above 0; nil for anything else.
function json_values.positive(value)
  local number = math.tointeger(value)
  return number and number > 0 and number or nil
end

--- Returns the words of a question, without control characters; nil when none is left.
function json_values.words(text)
  local plain = text and trimmed((text:gsub("%c", " ")))
  return plain ~= "" and plain or nil
end

--- Returns an object; an empty one for anything else.
function json_values.object(value)
  return type(value) == "table" and not mix.json.is_array(value) and value or {}
end

return json_values
