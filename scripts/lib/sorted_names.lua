-- Returns the names in a table in alphabetical order, which `pairs` lacks.

return function(map)
  local names = {}
  for name in pairs(map) do names[#names + 1] = name end
  table.sort(names)
  return names
end
