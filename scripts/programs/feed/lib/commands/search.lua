-- mixhost feed search: stored videos by words.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local listing = require("programs.feed.lib.listing")
local matching = require("programs.feed.lib.matching")
local view = require("programs.feed.lib.view")

return function()
  local args = commands.parse("search", {
    summary = "Shows stored videos that have all words in title, channel or description.",
    options = listing.options,
    positional = { { "word", many = true, help = "case and accents do not matter" } },
    examples = { "$0 search golden summer", "$0 search --unread lua" },
  })
  local owner = commands.account(args)
  local videos = archive.videos(owner, {
    limit = args.limit, unread = args.unread, starred = args.starred,
    accept = matching.by(args.word, view.titles(owner)),
  })
  listing.show(owner, args, videos, "no stored video has these words")
end
