-- mixhost connect: the addresses at which `mixhost serve` answers programs that cannot sign in.

local connected = require("lib.connected")
local counted = require("lib.counted")
local near = require("lib.near")
local subcommands = require("lib.subcommands")

local usual_server = "http://127.0.0.1:8787"

-- The programs that answer, by name.
local function offering()
  local found, names = {}, {}
  for _, program in ipairs(mix.host.programs()) do
    local name = program.connected and program.command
    if name then found[name], names[#names + 1] = program, name end
  end
  table.sort(names)
  return found, names
end

local commands
local run = {}

function run.list()
  local args = commands.parse("list", {
    summary = "Lists the addresses at which mixhost serve answers other programs, without what is "
      .. "secret.",
    examples = { "$0", "$0 --json", "$0 new reconcile catalogue.csv", "$0 revoke 3f9c01aa" },
  })
  local list = mix.connected.list()
  if args.json then
    print(mix.json.encode(mix.json.array(list), { pretty = true }))
  elseif #list == 0 then
    local _, names = offering()
    mix.ui.note(("there are no addresses; mixhost connect new NAME makes one, for: %s"):format(
      table.concat(names, ", ")))
  else
    for _, each in ipairs(list) do each.day = os.date("%Y-%m-%d", math.floor(each.made)) end
    mix.ui.table(list, { columns = { { key = "id" }, { key = "program" }, { key = "title" },
      { key = "day", title = "made" } } })
  end
end

-- The address of the server that runs, else the usual one.
local function server()
  local note = mix.connected.server()
  return note and note:match(" at (https?://%S+)") or usual_server, note ~= nil
end

-- The subject of a program's answers. A program of the user's is not asked: its code runs under its
-- own grants alone, in the server.
local function offered(program, subject)
  if not program.bundled then
    return { subject = subject, title = program.name, path = "", read = {} }
  end
  return connected.offer(require(("programs.%s.connected"):format(program.name)), program.name,
    subject)
end

function run.new()
  local args = commands.parse("new", {
    summary = "Makes an address at which mixhost serve answers for a program, and prints it: this "
      .. "once.",
    positional = {
      { "program", help = "such as reconcile" },
      { "subject", type = "path", optional = true,
        help = "what it answers about, such as a table" },
    },
    examples = { "$0 new reconcile catalogue.csv", "$0 new reconcile library" },
  })
  local found, names = offering()
  local program = found[args.program]
  if not program then
    mix.ui.fail(("%s does not answer other programs%s; those that do: %s"):format(args.program,
      near(args.program, names), table.concat(names, ", ")), 2)
  end
  local subject = args.subject and connected.subject(args.subject) or ""
  local offer, fault = offered(program, subject)
  if not offer then mix.ui.fail(fault, 2) end
  local secret, err = mix.connected.make(program.command, offer.subject, offer.title, offer.read)
  if not secret then mix.ui.fail(err.message, 1) end
  local base, is_running = server()
  local address = ("%s/connect/%s%s"):format(base, secret, offer.path)
  if args.json then
    print(mix.json.encode({ address = address, title = offer.title, program = program.name }))
    return
  end
  print(address)
  mix.ui.note("who knows it may use it, and it is not shown again"
    .. (is_running and "" or "; it answers while mixhost serve runs"))
end

function run.revoke()
  local args = commands.parse("revoke", {
    summary = "Ends an address, which is then answered as one that never was.",
    positional = { { "id", help = "its identifier, as the list shows it, or its beginning" } },
    examples = { "$0 revoke 3f9c01aa" },
  })
  if not args.id:find("^%x+$") then
    mix.ui.fail(("revoke takes an identifier of the list, not \"%s\""):format(args.id), 2)
  end
  local count, err = mix.connected.revoke(args.id:lower())
  if not count then mix.ui.fail(err.message, 1) end
  if count ~= 1 then
    local several = counted(count, "address", "addresses")
    mix.ui.fail(count == 0
      and ("there is no address %s; mixhost connect lists them"):format(args.id)
      or ("%s begin with %s: name more of it"):format(several, args.id), 2)
  end
  print(args.json and mix.json.encode({ revoked = args.id }) or ("%s is revoked"):format(args.id))
end

commands = subcommands.new({
  script = "connect",
  summary = "Lists, makes and revokes addresses at which mixhost serve answers other programs.\n\n"
    .. "Who knows an address may use it: it is shown once, and ends with revoke.",
  commands = {
    { "list", "the addresses", run.list },
    { "new", "make one for a program", run.new },
    { "revoke", "end one", run.revoke },
  },
  default = "list",
  examples = { "$0", "$0 new reconcile catalogue.csv", "$0 revoke 3f9c01aa" },
})
commands.run(commands.call)
