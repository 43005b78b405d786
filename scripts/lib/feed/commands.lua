-- The commands of feed.lua: what they are called, and what they share.

local account = require("lib.feed.account")

local commands = {}

local summaries = {
  { "refresh", "look for new videos when that is due, and show the feed (also without a command)" },
  { "list", "show the stored feed, without network" },
  { "follow", "add channels: ids, addresses, or files (OPML or a channel a line)" },
  { "unfollow", "stop following channels" },
  { "channels", "the channels that are followed" },
  { "status", "how the feed stands, and when it is looked for new videos" },
  { "watch", "stay, and look for new videos on start, on wake and as often as set" },
}

--- The commands by their names.
commands.known = {}
for _, entry in ipairs(summaries) do commands.known[entry[1]] = true end

local user_option = { "user", placeholder = "ID",
  help = "your user id at the hub (default: the setting feed.user)" }

--- Reads a command's line. `spec` is as for mix.args.parse, without the command itself.
function commands.parse(name, spec)
  local positional = { { "command", type = "choice", choices = { name },
    optional = name == "refresh", help = "this command" } }
  for _, item in ipairs(spec.positional or {}) do positional[#positional + 1] = item end
  local options = { user_option }
  for _, item in ipairs(spec.options or {}) do options[#options + 1] = item end
  local summary = spec.summary
  if name == "refresh" then
    local lines = {}
    for _, entry in ipairs(summaries) do
      lines[#lines + 1] = ("%-10s %s"):format(entry[1], entry[2])
    end
    summary = summary .. "\n\nCommands:\n  " .. table.concat(lines, "\n  ")
      .. "\n\nThe options of each: feed.lua COMMAND --help"
  end
  return mix.args.parse({
    name = name == "refresh" and "feed" or "feed " .. name, summary = summary,
    options = options, positional = positional, examples = spec.examples,
  })
end

--- Ends the script with a line on what the user can mend.
function commands.give_up(message, code)
  mix.log.error("feed: " .. message)
  os.exit(code or 1)
end

--- The account, or the end of the script.
function commands.account(args)
  local found, missing = account.open(args.user)
  if found then return found end
  return commands.give_up(missing, 2)
end

--- Refuses to go on without channels, where nothing could come of it.
function commands.need_channels(owner)
  if #mix.feed.channels(owner.key) > 0 or mix.feed.count(owner.key) > 0 then return end
  -- A hub may know the user's channels already.
  if owner.hub then return end
  commands.give_up("no channels are followed yet: mixhost scripts/feed.lua follow FILE|ID…")
end

--- "1 channel", "3 channels".
function commands.count(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end

return commands
