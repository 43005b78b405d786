-- Values of a decoded answer of a service, whose types may be wrong.

local json_values = {}

--- A text with more than blanks; nil for anything else.
function json_values.text(value)
  return type(value) == "string" and value:find("%S") and value or nil
end

--- A list; an empty one for anything else.
function json_values.list(value)
  return type(value) == "table" and mix.json.is_array(value) and value or {}
end

--- The values that `read` makes of the entries of a list; entries without one are left out.
function json_values.each(value, read)
  local found = {}
  for _, entry in ipairs(json_values.list(value)) do found[#found + 1] = read(entry) end
  return found
end

--- An object; an empty one for anything else.
function json_values.object(value)
  return type(value) == "table" and not mix.json.is_array(value) and value or {}
end

return json_values
