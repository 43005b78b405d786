-- mixhost feed list: the stored feed.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local listing = require("programs.feed.lib.listing")

return function()
  local args = commands.parse("list", {
    summary = "Shows the stored feed, without network.",
    options = listing.options,
    examples = { "$0 list --unread", "$0 list --starred --json" },
  })
  local owner = commands.account(args)
  local videos = archive.videos(owner, {
    limit = args.limit, unread = args.unread, starred = args.starred,
  })
  local empty = args.unread and "nothing is unread" or args.starred and "nothing has a star"
    or "nothing is stored yet: " .. mix.args.command
  listing.show(owner, args, videos, empty)
end
