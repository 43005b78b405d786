-- mixhost feed list and search: the stored feed, all of it or by words.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local matching = require("programs.feed.lib.matching")
local view = require("programs.feed.lib.view")

local lines = {
  list = {
    summary = "Shows the stored feed, without network.",
    examples = { "$0 list --unread", "$0 list --starred --json" },
  },
  search = {
    summary = "Shows stored videos that have all words in title, channel or description.",
    positional = { { "word", many = true, help = "case and accents do not matter" } },
    examples = { "$0 search golden summer", "$0 search --unread lua" },
  },
}
local options = {
  { "limit", type = "integer", min = 1, max = 5000, default = 50, help = "the most videos listed" },
  { "unread", type = "flag", help = "only those that are not marked as read" },
  { "starred", type = "flag", help = "only those with a star" },
}

-- Why there are no videos.
local function reason(args)
  if args.word then return "no stored video has these words" end
  return args.unread and "nothing is unread" or args.starred and "nothing has a star"
    or "nothing is stored yet: " .. mix.args.command
end

return function(name)
  lines[name].options = options
  local args = commands.parse(name, lines[name])
  if args.word and not table.concat(args.word):find("%S") then
    mix.ui.fail("search takes words of a video", 2)
  end
  local owner = commands.account(args)
  local names = view.titles(owner)
  local videos = archive.videos(owner, {
    limit = args.limit, unread = args.unread, starred = args.starred,
    accept = args.word and matching.by(args.word, names),
  })
  if args.events then
    for _, video in ipairs(videos) do mix.events.emit("video", view.video(video, names)) end
  elseif args.json then
    print(view.document(owner, videos, { new = {}, problems = {}, skipped = {} }))
  elseif #videos == 0 then
    mix.ui.note(reason(args))
  else
    view.table(owner, videos)
  end
end
