-- mixhost feed unfollow: stops following channels. A hub only ever adds: they stay there.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local followed = require("programs.feed.lib.followed")
local resolving = require("programs.feed.lib.resolving")

return function()
  local args = commands.parse("unfollow", {
    summary = "Stops following channels and feeds; a hub still knows them.",
    options = { { "keep", type = "flag", help = "keep their videos and entries" } },
    positional = { { "channel", many = true, placeholder = "ID|@HANDLE",
      help = "UC…, a handle, the channel's or feed's address, or its name" } },
    examples = { "$0 unfollow @GoogleDevelopers", "$0 unfollow --keep \"Harbour Radio\"" },
  })
  local owner = commands.account(args)
  local ids = {}
  for index, word in ipairs(args.channel) do
    local channel, reason = resolving.channel(owner, word)
    if not channel then
      mix.ui.fail(("\"%s\" names no channel%s"):format(word, reason and ": " .. reason or
        ": an id (UC…), a handle (@…) or an address does"), reason and 1 or 2)
    end
    ids[index] = channel.id
  end
  local unknown = {}
  for index, place in ipairs(followed.unknown(owner, ids)) do
    unknown[index] = args.channel[place]
  end
  local removed, gone = archive.unfollow(owner, ids, args.keep)
  if args.json then
    print(mix.json.encode({ removed = removed, videos = gone }))
  else
    print(commands.count(removed, "channel") .. " removed")
  end
  if gone > 0 then mix.ui.note(commands.count(gone, "video") .. " went with it") end
  if owner.hub and removed > 0 and gone == 0 and not args.keep then
    mix.ui.note("its videos stay: a hub keeps sending them")
  end
  if #unknown > 0 then
    mix.ui.fail(("not followed: %s; %s channels lists those that are"):format(
      table.concat(unknown, ", "), mix.args.command))
  end
end
