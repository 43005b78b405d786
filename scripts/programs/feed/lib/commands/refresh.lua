-- mixhost feed refresh: what is new, then the feed.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local last_result = require("lib.last_result")
local sync = require("programs.feed.lib.sync")
local view = require("programs.feed.lib.view")

return function()
  local args = commands.parse("refresh", {
    summary = "The feed of the channels that you follow, from a MeTube hub or from YouTube.",
    options = {
      { "force", type = "flag", help = "refresh now, even if the last refresh is recent" },
      { "limit", type = "integer", min = 1, max = 5000, default = 50,
        help = "the most videos listed" },
    },
    examples = { "$0 follow subscriptions.opml", "$0", "$0 --force --json", "$0 watch" },
  })
  local owner = commands.account(args)
  local key = "feed " .. owner.key
  local result = last_result.before(args, key, function()
    view.table(owner, archive.videos(owner, { limit = args.limit }))
  end, function() return sync.run(owner, { forced = args.force }) end)
  if result.live then last_result.keep(args, key, true) end
  local videos = archive.videos(owner, { limit = args.limit })
  mix.events.emit("done", {
    live = result.live == true, new = #result.new, stored = archive.count(owner),
  })
  if args.json and not args.events then
    print(view.document(owner, videos, result))
  elseif not args.events then
    view.table(owner, videos, result.new)
  end
  view.tell(result)
  -- With nothing to show, what went wrong is the result.
  if #result.problems > 0 and #videos == 0 then os.exit(1) end
end
