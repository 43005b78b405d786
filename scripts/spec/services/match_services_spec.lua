-- The services that match leaves out are warned of.

local loaded_with = require("loaded_with")

it("match warns of services whose files are wrong, and uses the others", function()
  local warned = {}
  local providers = loaded_with("scripts/lib/providers.lua", {
    ["services.acme.provider"] = function() error("provider.lua:2: '}' expected", 0) end,
    ["services.empty.provider"] = true,
  })
  local services = loaded_with("scripts/lib/match_services.lua", {
    ["lib.providers"] = providers,
    ["lib.broken_services"] = { list = function()
      return { { name = "dust", message = "no title" } }
    end },
  }, { mix = setmetatable({
    host = { services = function() return { "acme", "deezer", "empty" } end },
    log = { warn = function(text) warned[#warned + 1] = text end },
  }, { __index = mix }) })
  assert.same({ "deezer" }, services.names())
  assert.same({
    "the service dust is left out: no title",
    "the service acme is left out: provider.lua:2: '}' expected",
    "the service empty is left out: provider.lua returns no table",
  }, warned)
end)
