-- The text of an element or attribute without the white space around it; nil where it is missing or
-- empty.

local trimmed = require("lib.trimmed")

return function(text)
  local value = trimmed(text or "")
  return value ~= "" and value or nil
end
