-- The names in a table, in the order of their letters: `pairs` has none.

return function(map)
  local names = {}
  for name in pairs(map) do names[#names + 1] = name end
  table.sort(names)
  return names
end
