-- Reads tables of one column in rules/data: a heading, then one value on each line, in quotes where
-- it contains a comma.

--- Returns the values of a table's text.
return function(csv)
  local list, heading = {}, true
  for line in csv:gmatch("[^\r\n]+") do
    if not heading then list[#list + 1] = line:match('^"(.*)"$') or line end
    heading = false
  end
  return list
end
