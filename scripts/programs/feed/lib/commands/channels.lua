-- mixhost feed channels: what is followed, and how it answers.

local followed = require("programs.feed.lib.followed")
local commands = require("programs.feed.lib.commands")
local view = require("programs.feed.lib.view")

local columns = {
  { key = "title", title = "Name", least = 12, drop = 2 },
  { key = "state", title = "State", drop = 1 }, { key = "id", title = "Channel", least = 24 },
}

return function()
  local args = commands.parse("channels", { summary = "Lists the channels that are followed." })
  local owner = commands.account(args)
  local list = mix.json.array({})
  for index, channel in ipairs(followed.channels(owner)) do
    list[index] = {
      id = channel.id, title = channel.title, registered = channel.registered == true,
      missing_days = #(channel.missing or {}), gone = followed.is_gone(channel),
      state = view.channel_state(owner, channel), folder = channel.folder,
      address = channel.address, page = view.page_of(channel),
      advice = channel.failed and channel.failed.advice or nil,
    }
  end
  if args.json then return print(mix.json.encode({ channels = list })) end
  if #list == 0 then return mix.ui.note("no channels are followed yet") end
  mix.ui.table(list, { columns = columns })
  for _, channel in ipairs(list) do
    if channel.advice then
      mix.ui.note(("%s: %s"):format(channel.title or channel.id, channel.advice))
    end
  end
end
