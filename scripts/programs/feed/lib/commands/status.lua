-- mixhost feed status: how the feed stands.

local commands = require("programs.feed.lib.commands")
local sync = require("programs.feed.lib.sync")

local function time(seconds) return seconds and mix.time.iso(seconds) or mix.json.null end

local function shown(value) return value == mix.json.null and "never" or value end

return function()
  local args = commands.parse("status", {
    summary = "Says how the feed stands, and when it is looked for new videos.",
  })
  local owner = commands.account(args)
  local history = mix.policy.history("feed", { key = owner.key })
  local fetched = mix.policy.history("feed_fetch", { key = owner.key })
  local decision = sync.due(owner, {})
  local status = {
    hub = owner.hub or mix.json.null, user = owner.user or mix.json.null,
    channels = #mix.feed.channels(owner.key), videos = mix.feed.count(owner.key),
    reconciled_at = time(history.last_success), fetched_at = time(fetched.last_success),
    failures = history.failures, error = history.error or mix.json.null,
    action = decision.action, next_at = time(decision.next_at), reason = decision.reason,
  }
  if args.json then return print(mix.json.encode(status)) end
  print("source      " .. (owner.hub and ("%s as %s"):format(owner.hub, owner.user)
    or "YouTube's own feeds (no hub is set: upstream.hub)"))
  print("channels    " .. status.channels)
  print("videos      " .. status.videos)
  print("looked      " .. shown(status.reconciled_at))
  print("fetched     " .. shown(status.fetched_at))
  if history.failures > 0 then
    print(("failures    %d; the last: %s"):format(history.failures, history.error))
  end
  local next_at = decision.next_at and status.next_at or "with --force"
  print(("next        %s (%s)"):format(decision.due and "now" or next_at, decision.reason))
end
