-- mixhost feed unfollow: stops following channels. A hub only ever adds: they stay there.

local channels = require("programs.feed.lib.channels")
local commands = require("programs.feed.lib.commands")

return function()
  local args = commands.parse("unfollow", {
    summary = "Stops following channels; a hub goes on knowing them.",
    positional = { { "channel", many = true, placeholder = "ID",
      help = "UC… or the channel's address" } },
  })
  local owner = commands.account(args)
  local ids = {}
  for index, word in ipairs(args.channel) do
    local id = channels.id(word)
    if not id then mix.ui.fail(("\"%s\" has no channel's id (UC…)"):format(word), 2) end
    ids[index] = id
  end
  local removed = mix.feed.unfollow(owner.key, ids)
  if args.json then
    print(mix.json.encode({ removed = removed }))
  else
    print(commands.count(removed, "channel") .. " removed")
  end
end
