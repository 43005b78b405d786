-- The nearest of some names, for a message about a word that is none of them.

-- The engine of the mocks has no mix.args.
local function by_distance(word, names)
  local nearest, least = nil, math.max(1, #word // 3) + 1
  for _, name in ipairs(names) do
    local distance = mix.text.damerau(word, name)
    if distance < least then nearest, least = name, distance end
  end
  return nearest
end

--- " (did you mean road?)", with the name in quotes where `is_quoted`; "" when none is near.
return function(word, names, is_quoted)
  local has_args, args = pcall(function() return mix.args end)
  local found = (has_args and args.suggest or by_distance)(word, names)
  if not found then return "" end
  return (is_quoted and ' (did you mean "%s"?)' or " (did you mean %s?)"):format(found)
end
