-- A text without the white space around it, in time that grows with its length alone: the pattern
-- "^%s*(.-)%s*$" looks through a run of blanks within the text once for each blank of it.

return function(text)
  local start = text:find("%S")
  return start and text:match(".*%S", start) or ""
end
