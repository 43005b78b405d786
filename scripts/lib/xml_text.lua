-- Text as XML 1.0 may hold it.

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- A value for an element, or for an attribute between double quotes. Control characters, which XML
-- has no form for, become spaces.
return function(value)
  return (tostring(value):gsub("[%z\1-\8\11\12\14-\31]", " "):gsub('[&<>"]', entities))
end
