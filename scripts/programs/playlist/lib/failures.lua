-- Failures that the user can mend: raised with a kind, shown as one line.

local failure = require("lib.failure")

local failures = {}

--- Ends what is under way. `kind` is a word to branch on.
function failures.raise(message, kind, fields)
  local err = { kind = kind or "playlist", message = message }
  for name, value in pairs(fields or {}) do err[name] = value end
  error(err, 0)
end

--- As in lib.failure.
failures.need, failures.caught = failure.need, failure.caught

return failures
