-- The feed at an address, for feed readers that speak Google Reader's API (docs/feed-readers.md).

local account = require("programs.feed.lib.account")
local reader = require("programs.feed.lib.reader")

-- Clients mark thousands of entries in one request.
local connected = { most_bytes = 1000000 }

--- Returns what an address of the program is for: the feed of a user at the hub, without one that
--- of the setting.
function connected.offer(subject)
  local owner, missing = account.open(subject ~= "" and subject or nil)
  if not owner then return nil, missing end
  if subject ~= "" and not owner.hub then
    return nil, ("without a hub there is one feed, none of \"%s\""):format(subject)
  end
  return { subject = subject, title = owner.user and "The feed of " .. owner.user or "The feed" }
end

--- Answers a request of a feed reader; nil for an unknown path.
function connected.answer(request)
  local owner, missing = account.open(request.subject ~= "" and request.subject or nil)
  if not owner then error(missing, 0) end
  return reader.answer(request, owner)
end

return connected
