-- The commands of mixhost feed: what they are called, and what they share.

local account = require("programs.feed.lib.account")
local addresses = require("programs.feed.lib.addresses")
local archive = require("programs.feed.lib.archive")
local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "feed", folder = "programs.feed.lib.commands", default = "refresh",
  options = {
    { "user", placeholder = "ID",
      help = "your user id at the hub (default: the setting feed.user)" },
  },
  commands = {
    { "refresh", "refresh the feed when that is due, and show it (also without a command)" },
    { "list", "show the stored feed, without network: --unread, --starred" },
    { "search", "search stored videos by title, channel or description", "list" },
    { "read", "mark videos as read", "marking" },
    { "unread", "mark videos as unread", "marking" },
    { "star", "mark videos with a star; they are kept", "marking" },
    { "unstar", "remove the star", "marking" },
    { "get", "download videos with MeTube; without an id, list its downloads" },
    { "follow", "add channels and feeds: @handles, addresses, ids, or files of other programs" },
    { "unfollow", "stop following channels and feeds" },
    { "channels", "list the followed channels and how they answer" },
    { "export", "write the channels as OPML" },
    { "atom", "write the merged list as an Atom feed", "export" },
    { "status", "show the state of the feed and when it refreshes next" },
    { "watch", "keep running, and refresh on start, on wake and at the set interval" },
  },
})

--- The account, or the end of the script.
function commands.account(args)
  local found, missing = account.open(args.user)
  if found then return found end
  return mix.ui.fail(missing, 2)
end

-- The id of the stored entry of a feed that an address names.
local function of_entry(owner, word)
  local wanted = word:gsub("^https?://", "")
  for _, video in ipairs(archive.videos(owner, {})) do
    if video.url and video.url:gsub("^https?://", "") == wanted then return video.id end
  end
end

--- The ids of the videos and entries that words name, or the end of the script.
function commands.videos(owner, words)
  local ids = {}
  for index, word in ipairs(words) do
    ids[index] = addresses.video(word) or word:find("^https?://") and of_entry(owner, word)
    if not ids[index] then
      mix.ui.fail(("\"%s\" is not a video: its id has 11 characters, or give its address"):format(
        word), 2)
    end
  end
  return ids
end

return commands
