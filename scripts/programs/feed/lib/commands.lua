-- The commands of mixhost feed: what they are called, and what they share.

local account = require("programs.feed.lib.account")
local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "feed", folder = "programs.feed.lib.commands", default = "refresh",
  options = {
    { "user", placeholder = "ID",
      help = "your user id at the hub (default: the setting feed.user)" },
  },
  commands = {
    { "refresh",
      "look for new videos when that is due, and show the feed (also without a command)" },
    { "list", "show the stored feed, without network" },
    { "follow", "add channels: ids, addresses, or files (OPML or a channel a line)" },
    { "unfollow", "stop following channels" },
    { "channels", "the channels that are followed" },
    { "status", "how the feed stands, and when it is looked for new videos" },
    { "watch", "stay, and look for new videos on start, on wake and as often as set" },
  },
})

--- The account, or the end of the script.
function commands.account(args)
  local found, missing = account.open(args.user)
  if found then return found end
  return mix.ui.fail(missing, 2)
end

--- Refuses to go on without channels, where nothing could come of it.
function commands.need_channels(owner)
  if #mix.feed.channels(owner.key) > 0 or mix.feed.count(owner.key) > 0 then return end
  -- A hub may know the user's channels already.
  if owner.hub then return end
  mix.ui.fail(("no channels are followed yet: %s follow FILE|ID…"):format(mix.args.command))
end

--- "1 channel", "3 channels".
function commands.count(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end

return commands
