-- mixhost feed follow: adds channels.

local commands = require("programs.feed.lib.commands")
local following = require("programs.feed.lib.following")
local prose = require("lib.prose")
local readers = require("programs.feed.lib.readers")

return function()
  local args = commands.parse("follow", {
    summary = "Adds channels and feeds: handles, addresses, ids, or files of other programs.",
    options = { { "from", type = "choice", choices = readers.names,
      help = "your subscriptions at a reader of yours; its address and key are settings" } },
    positional = { { "channel", type = "path", many = true, optional = true,
      placeholder = "FILE|ID|@HANDLE",
      help = "@handle, youtube.com/@…, /c/…, /user/…, /channel/UC…, UC…, a video's address; the "
        .. "address of a feed or of its site; or a file (OPML, CSV, JSON, lines); - for standard "
        .. "input" } },
    examples = {
      "$0 follow subscriptions.opml",
      "$0 follow @GoogleDevelopers https://youtu.be/dQw4w9WgXcQ",
      "$0 follow https://example.org/podcast.xml example.org",
      "$0 follow --from miniflux",
    },
  })
  local owner = commands.account(args)
  if #args.channel == 0 and not args.from then mix.ui.fail("CHANNEL is missing", 2) end
  local found = following.read(args.channel)
  if args.from then following.add(found, commands.need(readers.subscriptions(args.from))) end
  local result = following.follow(owner, found)
  for _, text in ipairs(found.notes) do mix.ui.note(text) end
  for _, reason in ipairs(found.problems) do mix.ui.problem(reason) end
  local skipped = #found.problems == 0 and following.skipped(found)
  if skipped then mix.ui.problem(skipped) end
  if args.json then
    print(mix.json.encode({
      added = result.added, known = result.known, rejected = found.rejected,
    }))
  else
    prose.print(following.words(result))
  end
  if #found.problems > 0 then os.exit(1) end
end
