-- Providers of feed readers that users run themselves, or have an account at: they say which feeds
-- their user has subscribed to.

local changed = require("lib.changed")
local failure = require("lib.failure")
local json_answers = require("lib.json_answers")

local reader_service = {}

local Service = {}
Service.__index = Service

--- Requests JSON. `check` returns the fault of an answer; nil and the error after one.
function Service:ask(path, options, check)
  local answer, response = json_answers.ask(self.provider, self.client, path, options, check)
  if answer then return answer end
  if response.kind == "token" then response.message = self.provider.refused end
  return nil, response
end

--- Returns the subscriptions of the user, each {address, title, folder (names), page}; nil and the
--- error.
function Service:subscriptions() return self.provider.read(self) end

--- Returns a provider. `spec`: name, title, setting (of the key), not_set and refused (what to do
--- without a key, and with a wrong one), doubt (nil, or what to ask where a web page comes), client
--- (options of mix.http.client that send the key), read(service), question and check (of the
--- doctor's check).
function reader_service.new(spec)
  local provider = {
    name = spec.name, title = spec.title, upstream = spec.name, setting = spec.setting,
    refused = spec.refused, read = spec.read, doubt = spec.doubt,
  }

  local function client() return changed({ upstream = spec.name, ttl = 0 }, spec.client) end

  --- Opens the service of the settings; nil and the error without a key.
  function provider.open()
    if not mix.env.source(spec.setting) then
      return nil, failure.new(provider, "token", spec.not_set)
    end
    return setmetatable({ provider = provider, client = mix.http.client(client()) }, Service)
  end

  --- The doctor's checks; see docs/doctor.md.
  provider.checks = { {
    title = spec.title, upstream = spec.name, serves = { "feed" }, requires = { spec.setting },
    client = client,
    unused = function()
      if mix.env.setting("upstream." .. spec.name) == mix.http.service(spec.name).base then
        return ("not configured: upstream.%s is not set"):format(spec.name)
      end
    end,
    question = spec.question,
    shape = function(response) return json_answers.flaw(response, spec.check) end,
  } }
  return provider
end

return reader_service
