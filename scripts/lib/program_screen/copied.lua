-- Copies of states.

--- A copy of a value: of its tables, too, and of those in them.
local function copied(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for name, part in pairs(value) do copy[name] = copied(part) end
  local kind = getmetatable(value)
  -- Hidden, as that of a JSON array is.
  if kind == false then return mix.json.is_array(value) and mix.json.array(copy) or copy end
  return setmetatable(copy, kind)
end

return copied
