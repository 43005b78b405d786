-- Weak references.

local weak = {}

--- Returns a function that returns `value` while something else keeps it, then nil. For functions
--- that an object of the host keeps and that refer back to this object: such a cycle would never be
--- collected.
function weak.reference(value)
  local held = setmetatable({ value }, { __mode = "v" })
  return function() return held[1] end
end

return weak
