-- ntfy, which shows notices on phones and in browsers.
--
-- https://docs.ntfy.sh/publish/#publish-as-json

local posting = require("lib.posting")

local ntfy = { name = "ntfy", title = "ntfy", upstream = "ntfy" }

-- A message of the same sequence takes the other's place.
ntfy.repeats = true

-- The settings without which nothing is sent.
ntfy.needs = { "ntfy.topic" }

--- Sends a message: {id, title, text, url, urgent}. Returns true; nil and the error.
function ntfy.send(message)
  return posting.send(ntfy, {
    topic = mix.env.setting("ntfy.topic"), title = message.title,
    message = message.text or message.title, click = message.url,
    priority = message.urgent and 4 or 3, sequence_id = message.id,
  }, { token = "ntfy.token" })
end

return ntfy
