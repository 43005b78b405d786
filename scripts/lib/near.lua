-- The nearest of some names, for a message about a word that is none of them.

--- " (did you mean road?)", with the name in quotes where `is_quoted`; "" when none is near.
return function(word, names, is_quoted)
  local found = mix.args.suggest(word, names)
  if not found then return "" end
  return (is_quoted and ' (did you mean "%s"?)' or " (did you mean %s?)"):format(found)
end
