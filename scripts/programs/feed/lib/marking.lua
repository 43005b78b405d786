-- The commands that mark stored videos: read, unread, star, unstar.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")

local marking = {}

-- All stored videos that have, or lack, a mark.
local function all(owner, mark, is_set)
  local ids = {}
  local videos = archive.videos(owner, {
    [mark] = is_set or nil, accept = function(video) return (video[mark] == true) == is_set end,
  })
  for index, video in ipairs(videos) do ids[index] = video.id end
  return ids
end

local function ids_of(owner, args, spec)
  if args.all and #args.video > 0 then mix.ui.fail("--all goes without ids", 2) end
  if args.all then return all(owner, spec.mark, not spec.is_set) end
  if #args.video == 0 then
    mix.ui.fail(("which video? %s %s ID…%s"):format(mix.args.command, spec.name,
      spec.takes_all and ", or --all" or ""), 2)
  end
  return commands.videos(args.video)
end

--- A command. `spec`: name, summary, mark ("unread", "starred"), is_set, done ("marked as read"),
-- takes_all.
function marking.command(spec)
  return function()
    local args = commands.parse(spec.name, {
      summary = spec.summary,
      options = spec.takes_all and { { "all", type = "flag", help = "all stored videos" } } or nil,
      positional = { { "video", many = true, optional = true, placeholder = "ID",
        help = "a video's id, or its address" } },
    })
    local owner = commands.account(args)
    local changed, unknown = archive.mark(owner, ids_of(owner, args, spec), spec.mark, spec.is_set)
    if args.json then
      print(mix.json.encode({ changed = changed, unknown = mix.json.array(unknown) }))
    else
      mix.ui.note(("%s %s"):format(commands.count(changed, "video"), spec.done))
    end
    if #unknown == 0 then return end
    mix.ui.fail(("not in the stored feed: %s (%s list shows the ids)"):format(
      table.concat(unknown, ", "), mix.args.command))
  end
end

return marking
