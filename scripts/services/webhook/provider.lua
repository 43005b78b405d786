-- Any receiver of JSON over HTTP.

local posting = require("lib.posting")

local webhook = { name = "webhook", title = "Webhook", upstream = "webhook" }

-- The field Idempotency-Key tells a message that comes twice.
webhook.repeats = true

-- The settings without which nothing is sent.
webhook.needs = { "upstream.webhook", "webhook.path" }

--- Sends a message: {id, title, text, url, urgent, at, notices}. Returns true; nil and the error.
function webhook.send(message)
  local events = mix.json.array({})
  for place, notice in ipairs(message.notices) do
    events[place] = { title = notice.title, text = notice.text, url = notice.url }
  end
  return posting.send(webhook, {
    id = message.id, title = message.title, text = message.text, url = message.url,
    urgent = message.urgent == true, events = events,
  }, { token = "webhook.token", path = "webhook.path",
    headers = { ["Idempotency-Key"] = message.id } })
end

return webhook
