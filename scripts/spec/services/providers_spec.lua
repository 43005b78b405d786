-- The providers of services, of which a user's may be anything.

local failure = require("lib.failure")
local loaded_with = require("loaded_with")

describe("a provider", function()
  -- Limits of the spec's own: seconds of computing are few here.
  local function loaded(modules)
    return loaded_with("scripts/lib/providers.lua", modules, { mix = setmetatable({
      task = setmetatable({ limit = function(_, fn) return mix.task.limit(0.1, fn) end },
        { __index = mix.task }),
    }, { __index = mix }) })
  end

  it("that does not end is named, at its loading and at a question", function()
    local providers = loaded({
      ["services.acme.provider"] = function() while true do pcall(error) end end,
    })
    local provider, message = providers.load("acme")
    assert.is_nil(provider)
    assert.equal("services/acme/provider.lua computed for 0.1 s without an end", message)
    local found, err = providers.ask("acme", function() while true do pcall(error) end end)
    assert.is_nil(found)
    assert.same({ "acme", "lasting", message }, { err.provider, failure.class(err), err.message })
  end)

  it("that is sound is loaded and asked; its own failures stay as they are", function()
    local acme = { name = "acme" }
    local providers = loaded({ ["services.acme.provider"] = acme })
    assert.equal(acme, providers.load("acme"))
    assert.same({ 7, "info" }, { providers.ask("acme", function() return 7, "info" end) })
    local err = { kind = "limit of its own" }
    assert.same({ nil, err }, { providers.ask("acme", function() return nil, err end) })
    assert.has_error(function() providers.ask("acme", function() error("a mistake", 0) end) end,
      "a mistake")
  end)
end)
