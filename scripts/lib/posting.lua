-- Hands a message to a service as JSON, once: whoever asks decides when it is tried again.

local failure = require("lib.failure")
local service_words = require("lib.service_words")

local posting = {}

-- Statuses that say that this message will never be taken.
local final = { [400] = true, [413] = true, [415] = true, [422] = true }

--- Posts a body to a path of a provider's service. `options`: token (the name of the setting that
--- holds one), headers. Returns true; nil and the error, of kind `refused` when the service will
--- never take it.
function posting.send(provider, path, body, options)
  local token = mix.env.source(options.token) and options.token
  local client = mix.http.client({ upstream = provider.upstream, bearer = token or nil })
  local answer, err = client:post(path, {
    json = body, headers = options.headers, retry = false, timeout = "30s", redirect = "none",
  })
  if not answer then return nil, failure.of_request(provider, err) end
  if answer.ok then return true end
  err = failure.of_status(provider, answer.status, service_words(answer))
  if final[answer.status] then err.kind = "refused" end
  return nil, err
end

return posting
