-- One line about what went wrong, whatever was raised or returned.

local failure = {}

local network_kinds = { unreachable = true, dns = true, timeout = true, offline = true }

--- The first line of an error's message.
function failure.line(err)
  local message = type(err) == "string" and err or err and err.message or tostring(err)
  return (tostring(message):match("^[^\r\n]*"))
end

--- The same without the address at its end, so that equal failures read equal.
function failure.short(err)
  return (failure.line(err):gsub(" %(https?://%S*%)$", ""))
end

--- Whether a request found nobody to answer it.
function failure.is_network(err)
  return err ~= nil and type(err) ~= "string" and network_kinds[err.kind] == true
end

return failure
