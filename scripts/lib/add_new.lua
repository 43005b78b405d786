-- Adds to a list the candidates whose `id` it lacks.

return function(candidates, found)
  local known = {}
  for _, candidate in ipairs(candidates) do known[candidate.id] = true end
  for _, candidate in ipairs(found) do
    if not known[candidate.id] then candidates[#candidates + 1] = candidate end
  end
end
