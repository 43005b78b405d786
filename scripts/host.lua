-- The work of this mixhost: services with their limits and waits, cache, jobs and refreshers.

local state = require("programs.host.lib.state")
local state_view = require("programs.host.lib.state_view")

local args = mix.args.parse({
  name = "host",
  summary = "Shows services with their limits and waits, the cache, jobs and refreshers.\n\n"
    .. "The screens status, rules and programs show more: mixhost screen status.",
  examples = { "$0", "$0 --json" },
})

if args.json then
  print(mix.json.encode(state.document(), { pretty = true }))
else
  state_view.print()
end
