-- The value of a call that gives nil and an error, or the end of the script with that error.

return function(value, err)
  if value == nil then mix.ui.fail(err.message) end
  return value
end
