-- mixhost feed read, unread, star and unstar: mark stored videos.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")

local marks = {
  read = { summary = "Marks stored videos as read.", mark = "unread", is_set = false,
    done = "marked as read", takes_all = true },
  unread = { summary = "Marks stored videos as unread.", mark = "unread", is_set = true,
    done = "marked as unread" },
  star = { summary = "Marks stored videos with a star; they are kept, however many come.",
    mark = "starred", is_set = true, done = "marked with a star" },
  unstar = { summary = "Takes the star of stored videos away.", mark = "starred", is_set = false,
    done = "without the star now" },
}

-- All stored videos that have, or lack, a mark.
local function all(owner, mark, is_set)
  local ids = {}
  local videos = archive.videos(owner, {
    [mark] = is_set or nil, accept = function(video) return (video[mark] == true) == is_set end,
  })
  for index, video in ipairs(videos) do ids[index] = video.id end
  return ids
end

local function ids_of(owner, args, name, spec)
  if args.all and #args.video > 0 then mix.ui.fail("--all goes without ids", 2) end
  if args.all then return all(owner, spec.mark, not spec.is_set) end
  if #args.video == 0 then
    mix.ui.fail(("which video? %s %s ID…%s"):format(mix.args.command, name,
      spec.takes_all and ", or --all" or ""), 2)
  end
  return commands.videos(owner, args.video)
end

return function(name)
  local spec = marks[name]
  local args = commands.parse(name, {
    summary = spec.summary,
    options = spec.takes_all and { { "all", type = "flag", help = "all stored videos" } } or nil,
    positional = { { "video", many = true, optional = true, placeholder = "ID",
      help = "a video's id, or its address" } },
  })
  local owner = commands.account(args)
  local ids = ids_of(owner, args, name, spec)
  local changed, unknown = archive.mark(owner, ids, { [spec.mark] = spec.is_set })
  if args.json then
    print(mix.json.encode({ changed = changed, unknown = mix.json.array(unknown) }))
  else
    mix.ui.note(("%s %s"):format(commands.count(changed, "video"), spec.done))
  end
  if #unknown == 0 then return end
  mix.ui.fail(("not in the stored feed: %s (%s list shows the ids)"):format(
    table.concat(unknown, ", "), mix.args.command))
end
