-- The providers of services, of which a user's may be anything: one that does not load, or computes
-- without an end, is named and costs no other.

local failure = require("lib.failure")

local providers = {}

-- Seconds of computing without a wait: of a file that is loaded, and of a question.
local loading_limit, question_limit = 5, 10

--- Returns the provider of a service; nil and what is wrong with it.
function providers.load(name)
  local is_loaded, provider, err = pcall(mix.task.limit, loading_limit, function()
    return require(("services.%s.provider"):format(name))
  end)
  if is_loaded and type(provider) == "table" then return provider end
  if not is_loaded then return nil, failure.line(provider) end
  if err then return nil, ("services/%s/provider.lua %s"):format(name, failure.line(err)) end
  return nil, "provider.lua returns no table"
end

--- Calls a function that asks a service, and returns what it returns; nil and the error, which
--- names the service, where it computes without an end. The next question would do so as well.
function providers.ask(name, ask)
  local result, err = mix.task.limit(question_limit, ask)
  local is_limit = err ~= nil and type(err) ~= "string" and err.kind == "limit"
  if result ~= nil or not is_limit then return result, err end
  return nil, failure.new({ name = name }, "limit", ("services/%s/provider.lua %s"):format(name,
    failure.line(err)), { class = "lasting" })
end

return providers
