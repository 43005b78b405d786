-- The reconcile program at an address of `mixhost serve`: about a table, the library or a service
-- (docs/reconciliation.md).

local protocol = require("programs.reconcile.lib.protocol")
local sources = require("programs.reconcile.lib.sources")

local connected = { most_bytes = 4000000 }

connected.offer = sources.offer

--- Answers a request.
function connected.answer(request) return protocol.answer(sources.of(request.subject), request) end

return connected
