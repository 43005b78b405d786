-- Escapes text for XML 1.0.

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- Returns a value for an element, or for an attribute in double quotes. Characters that XML does
--- not allow (controls, U+FFFE, U+FFFF) become spaces: one of them would spoil the whole document.
return function(value)
  local text = tostring(value)
  local valid = utf8.len(text) and text or text:gsub("[\x80-\xFF]", "?")
  return (valid:gsub("[%z\1-\8\11\12\14-\31]", " "):gsub("\xEF\xBF[\xBE\xBF]", " ")
    :gsub('[&<>"]', entities))
end
