-- One line about what went wrong, whatever was raised or returned.

local failure = {}

--- The first line of an error's message.
function failure.line(err)
  local message = type(err) == "string" and err or err and err.message or tostring(err)
  return (tostring(message):match("^[^\r\n]*"))
end

return failure
