-- Where notices go. Each receiver: title; `needs`, the settings without which nothing is sent;
-- send(message), true or nil and the error; and `repeats`, whether it tells a message that comes
-- twice by its id. A message is {id, title, text, url, urgent, at, notices}.

local failure = require("lib.failure")
local notices = require("lib.notices")

local receivers = {}

receivers.ntfy = require("services.ntfy.provider")
receivers.webhook = require("services.webhook.provider")

-- The lines below a title.
local function body(message)
  local lines = {}
  if message.text then lines[1] = message.text end
  if message.url then lines[#lines + 1] = message.url end
  return table.concat(lines, "\n")
end

receivers.mail = {
  title = "Mail", needs = { "mail.server", "mail.from" },
  send = function(message)
    local to = mix.env.setting("notify.mail_to") or mix.env.setting("mail.from")
    return mix.mail.send({ to }, message.title, body(message), message.id)
  end,
}

receivers.desktop = {
  title = "The desktop", needs = {},
  send = function(message) return mix.ui.notify(message.title, body(message)) end,
}

--- The setting that a receiver lacks; nil: none.
function receivers.missing(name)
  for _, need in ipairs(receivers[name].needs) do
    if (mix.env.source(need) or "default") == "default" then return need end
  end
end

--- The receivers of the setting notify.to, in its order.
function receivers.chosen()
  local names = {}
  for name in (mix.env.setting("notify.to") or ""):gmatch("[^,]+") do names[#names + 1] = name end
  return names
end

--- The reason why no notice goes out, and what to do; nil: they do.
function receivers.hindrance()
  if not notices.open() then
    return "notices are off: mixhost config set notify.every 5m, and notify.to ntfy,mail"
  elseif #receivers.chosen() == 0 then
    return "no receiver is chosen, so that notices go nowhere: mixhost config set notify.to "
      .. "ntfy,mail"
  end
end

--- Sends a message: true; nil and the error, of kind refused where the receiver will never take
--- it, and unknown where it may have taken it and would take it twice.
function receivers.send(name, message)
  local receiver = receivers[name]
  local missing = receivers.missing(name)
  if missing then
    return nil, { kind = "not_set", message = ("%s is not set: mixhost config set %s VALUE"):format(
      missing, missing) }
  end
  local ok, err = failure.caught(receiver.send, message)
  if ok then return true end
  return nil, { kind = err.kind, message = failure.short(err) }
end

return receivers
