-- Escapes text for XML 1.0.

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- Returns a value for an element, or for an attribute in double quotes. Control characters, which
--- XML does not allow, become spaces.
return function(value)
  return (tostring(value):gsub("[%z\1-\8\11\12\14-\31]", " "):gsub('[&<>"]', entities))
end
