--- Whether two lists have the same values in the same order.
return function(a, b)
  if #a ~= #b then return false end
  for place, value in ipairs(a) do
    if value ~= b[place] then return false end
  end
  return true
end
