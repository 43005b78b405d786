-- mixhost reconcile: answers OpenRefine and other clients of the Reconciliation API about a table,
-- the library or a service, on this machine, until Ctrl-C.

local connected = require("lib.connected")
local module = require("programs.reconcile.connected")
local sources = require("programs.reconcile.lib.sources")

local args = mix.args.parse({
  name = "reconcile",
  summary = "Answers OpenRefine and other clients of the Reconciliation API about a table, the "
    .. "library or a service, until Ctrl-C.\n\nPrints the address to paste. It changes with each "
    .. "start; mixhost connect new reconcile FILE makes one that stays, for mixhost serve.",
  options = { { "port", type = "integer", min = 0, max = 65535, default = 0,
    help = "TCP port; 0: a free one" } },
  positional = { { "subject", type = "path", placeholder = "FILE|library|SERVICE",
    help = "a table (CSV with any delimiter, NDJSON, JSON, BibTeX, RIS), library, or a "
      .. "service" } },
  examples = { "$0 catalogue.csv", "$0 library --port 8790", "$0 musicbrainz" },
})

local offer, fault = sources.offer(connected.subject(args.subject))
if not offer then mix.ui.fail(fault, 1) end
sources.of(offer.subject)
connected.serve(module, { port = args.port, subject = offer.subject }, function(address)
  print(args.json and mix.json.encode({ address = address, title = offer.title })
    or ("reconciling with %s at\n%s"):format(offer.title, address))
  io.stdout:flush()
end)
