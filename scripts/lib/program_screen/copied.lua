-- Copies states.

--- Returns a deep copy of a value.
local function copied(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for name, part in pairs(value) do copy[name] = copied(part) end
  local kind = getmetatable(value)
  -- The metatable is hidden, like that of a JSON array.
  if kind == false then return mix.json.is_array(value) and mix.json.array(copy) or copy end
  return setmetatable(copy, kind)
end

return copied
