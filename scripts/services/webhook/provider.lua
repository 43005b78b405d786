-- Any receiver of JSON over HTTP.

local posting = require("lib.posting")

local webhook = { name = "webhook", title = "Webhook", upstream = "webhook" }

-- The field Idempotency-Key tells a message that comes twice.
webhook.repeats = true

--- The part of the address that is a secret.
function webhook.path() return mix.env.setting("webhook.path") or "" end

--- The setting that is missing; nil: none.
function webhook.missing()
  local is_set = mix.env.setting("upstream.webhook") ~= mix.http.service("webhook").base
  return not is_set and "upstream.webhook" or nil
end

--- Sends a message: {id, title, text, url, urgent, at, notices}. Returns true; nil and the error.
function webhook.send(message)
  local events = mix.json.array({})
  for place, notice in ipairs(message.notices) do
    events[place] = { title = notice.title, text = notice.text, url = notice.url }
  end
  return posting.send(webhook, webhook.path(), {
    id = message.id, title = message.title, text = message.text, url = message.url,
    urgent = message.urgent == true, events = events,
  }, { token = "webhook.token", headers = { ["Idempotency-Key"] = message.id } })
end

return webhook
