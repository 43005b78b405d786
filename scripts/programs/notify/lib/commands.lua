-- The commands of mixhost notify.

local counted = require("lib.counted")
local has = require("lib.has")
local messages = require("programs.notify.lib.messages")
local notices = require("lib.notices")
local receivers = require("programs.notify.lib.receivers")
local sources = require("programs.notify.lib.sources")
local subcommands = require("lib.subcommands")

local names = { "ntfy", "webhook", "mail", "desktop" }

local commands
local run = {}

local function note(text) if text then mix.ui.note(text) end end

function run.status()
  local args = commands.parse("status", {
    summary = "Says which receivers are set up, and what waits for them.",
    examples = { "$0", "$0 test ntfy", "$0 send", "$0 list --json" },
  })
  local rows, kept = {}, mix.store.open("messages")
  for place, name in ipairs(names) do
    rows[place] = { receiver = name, chosen = has(receivers.chosen(), name),
      missing = receivers.missing(name),
      waiting = kept:count({ receiver = name, state = "waiting" }) }
  end
  if args.json then
    print(mix.json.encode({ every = mix.env.setting("notify.every"), receivers = rows },
      { pretty = true }))
    return
  end
  for _, row in ipairs(rows) do
    row.state = row.missing and row.missing .. " is not set" or row.chosen and "on" or "off"
  end
  mix.ui.table(rows, { columns = { { key = "receiver" }, { key = "state", least = 27 },
    { key = "waiting", drop = 1 } } })
  note(receivers.hindrance())
end

function run.test()
  local args = commands.parse("test", {
    summary = "Sends a notice to a receiver, at once.",
    positional = { { "receiver", type = "choice", choices = names, help = "where it goes" } },
    examples = { "$0 test ntfy" },
  })
  local ok, err = receivers.send(args.receiver, {
    id = mix.crypto.base64url(mix.crypto.random_bytes(24)), title = "mixhost",
    text = "This is a test of notices.", at = mix.time.now(), notices = mix.json.array({}),
  })
  if not ok then mix.ui.fail(err.message, 1) end
  print(args.json and mix.json.encode({ sent = args.receiver })
    or ("%s has taken a notice"):format(receivers[args.receiver].title))
end

function run.send()
  local args = commands.parse("send", {
    summary = "Looks for what is worth a notice, and sends what is due; mixhost serve does it.",
    examples = { "$0 send" },
  })
  local events = notices.open()
  if not events then mix.ui.fail("notices are off: mixhost config set notify.every 5m", 1) end
  sources.look(events)
  local result = messages.pass(mix.rules.load("notify/standard"), events)
  print(args.json and mix.json.encode(result)
    or ("%s sent, %d waiting"):format(counted(result.sent, "notice"), result.waiting))
  note(receivers.hindrance())
  if #result.lines > 0 then mix.ui.fail(table.concat(result.lines, "; "), 1) end
end

function run.list()
  local args = commands.parse("list", {
    summary = "Lists the notices that wait and the last ones, newest first.",
    options = { { "limit", type = "integer", min = 1, max = 1000, default = 20,
      help = "the most notices listed" } },
    examples = { "$0 list" },
  })
  local list = mix.json.array({})
  for place, message in ipairs(messages.list(args.limit)) do
    list[place] = { receiver = message.receiver, state = message.state,
      due = mix.time.iso(message.due), tries = message.tries, count = message.count,
      title = message.title or message.notices[1].title, why = message.why }
  end
  if args.json then
    print(mix.json.encode(list, { pretty = true }))
    return
  end
  if #list == 0 then
    return note("no notice was made yet; " .. (receivers.hindrance()
      or ("%s send looks for what is worth one"):format(mix.args.command)))
  end
  mix.ui.table(list, { columns = { { key = "due" }, { key = "receiver" }, { key = "state" },
    { key = "title" }, { key = "why" } } })
end

commands = subcommands.new({
  script = "notify", default = "status",
  commands = {
    { "status", "the receivers, and what waits for them (also without a command)", run.status },
    { "test", "send a notice to a receiver", run.test },
    { "send", "look for what is worth a notice, and send what is due", run.send },
    { "list", "the notices that wait, and the last ones", run.list },
  },
})

return commands
