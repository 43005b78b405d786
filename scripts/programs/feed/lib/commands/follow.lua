-- mixhost feed follow: adds channels.

local channels = require("programs.feed.lib.channels")
local commands = require("programs.feed.lib.commands")
local failure = require("lib.failure")

local shown = 3

-- A word is a channel when an id is in it and no file bears its name; else a file.
local function read(word)
  local id = channels.id(word)
  if id and (word:find("://", 1, true) or word == id) then return { { id = id } }, {} end
  local text, err = mix.fs.read(word)
  if not text then return nil, failure.line(err) end
  local list, problem = channels.read(text)
  if not list then return nil, ("%s: no list of channels: %s"):format(word, problem) end
  if #list == 0 then
    return nil, ("%s: no channel is in it; ids begin with UC and have 24 characters"):format(word)
  end
  return list, problem
end

return function()
  local args = commands.parse("follow", {
    summary = "Adds channels: ids, addresses, or files (OPML, or a channel a line).",
    positional = { { "channel", type = "path", many = true, placeholder = "FILE|ID",
      help = "UC…, https://www.youtube.com/channel/UC…, or a file; - for standard input" } },
    examples = {
      "$0 follow subscriptions.opml",
      "$0 follow UC_x5XG1OV2P6uZZ5FSM9Ttw",
    },
  })
  local owner = commands.account(args)
  local added, known, rejected, failed = 0, 0, mix.json.array({}), false
  for _, word in ipairs(args.channel) do
    local list, rest = read(word)
    if list then
      local new = mix.feed.follow(owner.key, list)
      added, known = added + new, known + #list - new
      for _, entry in ipairs(rest) do rejected[#rejected + 1] = entry end
    else
      mix.ui.problem(rest)
      failed = true
    end
  end
  if #rejected > 0 then
    mix.log.warn(("feed: %s without a channel's id (UC…) skipped: %s%s"):format(
      #rejected == 1 and "1 entry" or #rejected .. " entries",
      table.concat(rejected, "; ", 1, math.min(#rejected, shown)),
      #rejected > shown and "; …" or ""))
  end
  if args.json then
    print(mix.json.encode({ added = added, known = known, rejected = rejected }))
  else
    print(("%s added, %d followed already"):format(commands.count(added, "channel"), known))
  end
  if failed then os.exit(1) end
end
