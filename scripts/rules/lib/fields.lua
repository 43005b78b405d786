-- Reads fields of records as texts, whatever a source delivers: numbers, lists of names, nothing.

local fields = {}

--- Returns a field as a text; nil when it is empty or neither text, number nor a list of them.
--- Lists are joined with `joint`.
function fields.text(value, joint)
  if type(value) == "number" then
    local whole = math.tointeger(value)
    return whole and ("%d"):format(whole) or ("%.14g"):format(value)
  elseif type(value) == "table" then
    local parts = {}
    for _, part in ipairs(value) do parts[#parts + 1] = fields.text(part, joint) end
    value = table.concat(parts, joint)
  end
  return type(value) == "string" and value ~= "" and value or nil
end

return fields
