-- Finds the entries of a list that a user means by a name.

local function as_it_is(text) return text end

--- Returns the entries of `list`, {name}, that are called `name`: spelled so, else alike but for
--- case, else but for case and accents; none where nothing fits.
return function(list, name)
  for _, form in ipairs({ as_it_is, mix.text.casefold, mix.text.fold }) do
    local found, wanted = {}, form(name)
    for _, each in ipairs(list) do
      if form(each.name) == wanted then found[#found + 1] = each end
    end
    if #found > 0 then return found end
  end
  return {}
end
