-- mixhost feed list: the stored feed.

local commands = require("programs.feed.lib.commands")
local view = require("programs.feed.lib.view")

return function()
  local args = commands.parse("list", {
    summary = "Shows the stored feed, without network.",
    options = {
      { "limit", type = "integer", min = 1, max = 5000, default = 50,
        help = "at most so many videos" },
    },
  })
  local owner = commands.account(args)
  local videos = mix.feed.videos(owner.key, { limit = args.limit })
  if args.events then
    for _, video in ipairs(videos) do mix.events.emit("video", view.video(video)) end
  elseif args.json then
    print(view.document(owner, videos, { new = {}, problems = {}, skipped = {} }))
  elseif #videos == 0 then
    mix.ui.note("nothing is stored yet: " .. mix.args.command)
  else
    view.table(owner, videos)
  end
end
