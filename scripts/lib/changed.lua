--- Returns a copy of a table with other members; false leaves one out.
return function(base, members)
  local made = {}
  for name, value in pairs(base) do made[name] = value end
  for name, value in pairs(members or {}) do made[name] = value or nil end
  return made
end
