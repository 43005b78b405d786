-- Weak references.

local weak = {}

--- A function that returns `value` as long as something else keeps it, then nil. For functions that
-- an object of the host keeps and that need what keeps this object: of such a circle neither side
-- would ever be collected.
function weak.reference(value)
  local held = setmetatable({ value }, { __mode = "v" })
  return function() return held[1] end
end

return weak
