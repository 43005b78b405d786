--- Returns the values of a list as a set, and how many there are.
return function(list)
  local set, count = {}, 0
  for _, item in ipairs(list) do
    if not set[item] then set[item], count = true, count + 1 end
  end
  return set, count
end
