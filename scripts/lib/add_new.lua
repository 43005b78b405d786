-- Adds those candidates to a list that are not in it yet, by their `id`.

return function(candidates, found)
  local known = {}
  for _, candidate in ipairs(candidates) do known[candidate.id] = true end
  for _, candidate in ipairs(found) do
    if not known[candidate.id] then candidates[#candidates + 1] = candidate end
  end
end
