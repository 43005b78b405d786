-- Hands a message to a service as JSON, once: whoever asks decides when it is tried again.

local failure = require("lib.failure")
local service_words = require("lib.service_words")

local posting = {}

-- Statuses that say that this message will never be taken.
local final = { [400] = true, [413] = true, [415] = true, [422] = true }

--- Posts a body to a provider's service. `options`: token and path (the names of the settings that
--- hold them), headers. Returns true; nil and the error, of kind `refused` when the service will
--- never take it.
function posting.send(provider, body, options)
  local function set(name) return name and mix.env.source(name) and name or nil end
  local client = mix.http.client({ upstream = provider.upstream, bearer = set(options.token),
    secret_path = set(options.path) })
  local answer, err = client:post("/", {
    json = body, headers = options.headers, retry = false, timeout = "30s", redirect = "none",
  })
  if not answer then return nil, failure.of_request(provider, err) end
  if answer.ok then return true end
  err = failure.of_status(provider, answer.status, service_words(answer))
  if final[answer.status] then err.kind = "refused" end
  return nil, err
end

return posting
