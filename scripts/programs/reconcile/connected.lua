-- The reconcile program at an address of `mixhost serve`: about a table, the library or a service
-- (docs/reconciliation.md).

local failure = require("lib.failure")
local protocol = require("programs.reconcile.lib.protocol")
local sources = require("programs.reconcile.lib.sources")

local connected = { most_bytes = 4000000 }

connected.offer = sources.offer

-- A table that was removed or damaged since. Clients see its name; where it lies is for the log.
local function unread(subject, err)
  mix.log.error(("reconcile: %s"):format(failure.line(err)))
  return { status = 503, json = { error = ("%s cannot be read now: mixhost logs says why"):format(
    subject:match("[^/]*$")) } }
end

--- Answers a request.
function connected.answer(request)
  local source, err = failure.caught(sources.of, request.subject)
  return source and protocol.answer(source, request) or unread(request.subject, err)
end

return connected
