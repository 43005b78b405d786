-- mixhost feed status: the state of the feed.

local commands = require("programs.feed.lib.commands")
local prose = require("lib.prose")
local standing = require("programs.feed.lib.standing")
local view = require("programs.feed.lib.view")

local function time(seconds) return seconds and mix.time.iso(seconds) or mix.json.null end

local function shown(seconds) return seconds and view.time(seconds) or "never" end

return function()
  local args = commands.parse("status", {
    summary = "Shows the state of the feed and when it refreshes next.",
  })
  local owner = commands.account(args)
  local now = standing.of(owner)
  local decision = now.decision
  local status = {
    hub = owner.hub or mix.json.null, user = owner.user or mix.json.null,
    channels = now.channels, videos = now.videos, unread = now.unread,
    reconciled_at = time(now.looked), fetched_at = time(now.fetched),
    failures = now.failures, error = now.error or mix.json.null,
    action = decision.action, next_at = time(decision.next_at), reason = decision.reason,
  }
  if args.json then return print(mix.json.encode(status)) end
  print("source      " .. (owner.hub and ("%s as %s"):format(owner.hub, owner.user)
    or "the channels' own feeds (no hub is set: upstream.hub)"))
  print("channels    " .. status.channels)
  print(("videos      %d, %d unread"):format(status.videos, status.unread))
  print("looked      " .. shown(now.looked))
  print("fetched     " .. shown(now.fetched))
  if now.failures > 0 then
    prose.print_labelled("failures    ", ("%d; the last: %s"):format(now.failures, now.error))
  end
  local next_at = decision.next_at and view.time(decision.next_at) or "with --force"
  print(("next        %s (%s)"):format(decision.due and "now" or next_at, decision.reason))
end
