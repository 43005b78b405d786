-- Events that may be worth a notice (docs/notices.md): programs post them here, and
-- `mixhost notify` decides what becomes of them. Nothing is kept while notices are off.

local notices = {}

--- Opens the events that were posted; nil while notices are off. Not within a transaction.
function notices.open()
  if (mix.env.setting("notify.every") or "off") == "off" then return nil end
  return mix.store.open("notify.events")
end

--- Posts an event: {kind, key, title, text, url, …}. The key is the same for the same event, for
--- ever: one that is known is not posted again. `events`: as `open` returned it.
function notices.post(events, event)
  if not events then return end
  event.key = event.kind .. " " .. mix.crypto.sha256(event.key):sub(1, 40)
  if events:get(event.key) then return end
  event.status, event.at = "new", mix.time.now()
  events:put(event)
end

return notices
