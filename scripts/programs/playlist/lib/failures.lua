-- Failures that the user can mend: raised with a kind, shown as one line.

local failure = require("lib.failure")

local failures = {}

--- Ends what is under way. `kind` is a word to branch on.
function failures.raise(message, kind, fields)
  local err = { kind = kind or "playlist", message = message }
  for name, value in pairs(fields or {}) do err[name] = value end
  error(err, 0)
end

--- The first value of a call that gives nil and an error; the error is raised.
function failures.need(value, err)
  if value == nil then error(err, 0) end
  return value
end

--- Runs a function, as lib.failure does for an item.
failures.caught = failure.caught

return failures
