-- mixhost feed channels: what is followed.

local commands = require("programs.feed.lib.commands")

return function()
  local args = commands.parse("channels", { summary = "Lists the channels that are followed." })
  local owner = commands.account(args)
  local list = mix.feed.channels(owner.key)
  if args.json then return print(mix.json.encode({ channels = mix.json.array(list) })) end
  local rows = {}
  for index, channel in ipairs(list) do
    rows[index] = {
      id = channel.id, title = channel.title or "",
      hub = owner.hub and (channel.registered and "registered" or "not yet") or "",
    }
  end
  if #rows == 0 then return mix.ui.note("no channels are followed yet") end
  mix.ui.table(rows, { columns = {
    { key = "id", title = "Channel" }, { key = "title", title = "Name" },
    { key = "hub", title = "At the hub" },
  } })
end
