-- Returns the value of a call that may return nil and an error; ends the script with that error.

return function(value, err)
  if value == nil then mix.ui.fail(err.message) end
  return value
end
