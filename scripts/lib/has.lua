--- Returns whether a list has a value.
return function(list, value)
  for _, each in ipairs(list) do
    if each == value then return true end
  end
  return false
end
