-- Shared by the commands that show stored videos.

local view = require("programs.feed.lib.view")

local listing = {}

--- Their options.
listing.options = {
  { "limit", type = "integer", min = 1, max = 5000, default = 50, help = "the most videos listed" },
  { "unread", type = "flag", help = "only those that are not marked as read" },
  { "starred", type = "flag", help = "only those with a star" },
}

--- Shows videos as the user wants them; `empty` says why there are none.
function listing.show(owner, args, videos, empty)
  if args.events then
    local names = view.titles(owner)
    for _, video in ipairs(videos) do mix.events.emit("video", view.video(video, names)) end
  elseif args.json then
    print(view.document(owner, videos, { new = {}, problems = {}, skipped = {} }))
  elseif #videos == 0 then
    mix.ui.note(empty)
  else
    view.table(owner, videos)
  end
end

return listing
