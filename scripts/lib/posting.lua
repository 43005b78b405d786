-- Hands a message to a service as JSON, once: whoever asks decides when it is tried again.

local failure = require("lib.failure")
local json_values = require("lib.json_values")
local service_words = require("lib.service_words")

local posting = {}

-- Statuses that say that this message will never be taken.
local final = { [400] = true, [413] = true, [415] = true, [422] = true }

-- A message goes to the address of the settings alone; where that has moved, the error says so.
local function moved(provider, answer)
  local target = answer.status < 400 and answer.headers.location
  return target and ("it has moved: set upstream.%s to what holds %s"):format(provider.upstream,
    target:match("^%a+://[^/?#]+") or "another path")
end

-- The words of an answer that says no with a good status.
local function no_of(answer)
  local said = json_values.object(mix.json.decode(answer.body))
  local is_no = said.ok == false or said.success == false
  return is_no and (service_words(answer) or "without a reason") or nil
end

--- Posts a body to a provider's service. `options`: token and path (the names of the settings that
--- hold them), headers, check (returns the fault of a good answer). Returns true; nil and the
--- error, of kind `refused` when the service will never take it.
function posting.send(provider, body, options)
  local function set(name) return name and mix.env.source(name) and name or nil end
  local client = mix.http.client({ upstream = provider.upstream, bearer = set(options.token),
    secret_path = set(options.path) })
  local answer, err = client:post("/", {
    json = body, headers = options.headers, retry = false, timeout = "30s", redirect = "none",
  })
  if not answer then return nil, failure.of_request(provider, err) end
  local wrong = answer.ok and options.check and options.check(answer)
  if wrong then return nil, failure.new(provider, "portal", provider.title .. ": " .. wrong) end
  local no = answer.ok and no_of(answer)
  if no then
    return nil, failure.new(provider, "answer", ("%s refuses it: %s"):format(provider.title, no))
  elseif answer.ok then
    return true
  end
  local said = moved(provider, answer) or service_words(answer)
  err = failure.of_status(provider, answer.status, said)
  if final[answer.status] then err.kind = "refused" end
  return nil, err
end

return posting
