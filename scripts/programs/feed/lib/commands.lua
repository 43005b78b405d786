-- The commands of mixhost feed: what they are called, and what they share.

local account = require("programs.feed.lib.account")
local addresses = require("programs.feed.lib.addresses")
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
    { "list", "show the stored feed, without network: --unread, --starred" },
    { "search", "stored videos whose title, channel or description has some words" },
    { "read", "mark videos as read" },
    { "unread", "mark videos as unread" },
    { "star", "mark videos with a star; they are kept" },
    { "unstar", "take the star away" },
    { "get", "have videos downloaded by MeTube; without an id: its downloads" },
    { "follow", "add channels: @handles, addresses, ids, or files (OPML or one channel per line)" },
    { "unfollow", "stop following channels" },
    { "channels", "the channels that are followed, and how they answer" },
    { "export", "the channels as OPML" },
    { "atom", "the merged list as an Atom feed" },
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

--- The ids of the videos that words name, or the end of the script.
function commands.videos(words)
  local ids = {}
  for index, word in ipairs(words) do
    ids[index] = addresses.video(word)
    if not ids[index] then
      mix.ui.fail(("\"%s\" is no video: its id has 11 characters, or give its address"):format(
        word), 2)
    end
  end
  return ids
end

--- "1 channel", "3 channels".
function commands.count(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end

return commands
