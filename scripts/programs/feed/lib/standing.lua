-- How the feed stands: what is kept, when it was brought up to date, when it is again.

local archive = require("programs.feed.lib.archive")
local followed = require("programs.feed.lib.followed")
local sync = require("programs.feed.lib.sync")

local standing = {}

--- Of an account: {channels, videos, unread, looked, fetched (times; nil: never), failures, error,
-- decision (as of sync.due)}.
function standing.of(owner)
  local history = mix.policy.history("feed", { key = owner.key })
  return {
    channels = followed.channel_count(owner), videos = archive.count(owner),
    unread = archive.count(owner, "unread"), looked = history.last_success,
    fetched = mix.policy.history("feed_fetch", { key = owner.key }).last_success,
    failures = history.failures, error = history.error, decision = sync.due(owner, {}),
  }
end

return standing
