-- ntfy, which shows notices on phones and in browsers.
--
-- https://docs.ntfy.sh/publish/#publish-as-json

local json_answers = require("lib.json_answers")
local posting = require("lib.posting")

local ntfy = { name = "ntfy", title = "ntfy", upstream = "ntfy" }

-- A message of the same sequence takes the other's place.
ntfy.repeats = true

-- The settings without which nothing is sent.
ntfy.needs = { "ntfy.topic" }

-- The page of a network's log-in does not say that the message was taken.
local function no_receipt(answer)
  return json_answers.is_page(answer) and "a web page came in place of the receipt: open a "
    .. "browser, as this network may ask for a log-in" or nil
end

--- Sends a message: {id, title, text, url, urgent}. Returns true; nil and the error.
function ntfy.send(message)
  return posting.send(ntfy, {
    topic = mix.env.setting("ntfy.topic"), title = message.title,
    message = message.text or message.title, click = message.url,
    priority = message.urgent and 4 or 3, sequence_id = message.id,
  }, { token = "ntfy.token", check = no_receipt })
end

return ntfy
