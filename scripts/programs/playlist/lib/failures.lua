-- Failures that the user can mend: raised with a kind, shown as one line.

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

--- Runs a function. Returns its results, or nil and the failure; a mistake in the program is raised
--- on.
function failures.caught(fn, ...)
  local results = table.pack(pcall(fn, ...))
  if results[1] then return table.unpack(results, 2, results.n) end
  local err = results[2]
  local is_failure = type(err) ~= "string" and err ~= nil and err.kind ~= nil and err.message ~= nil
  if not is_failure then error(err, 0) end
  return nil, err
end

return failures
