-- mixhost feed watch: stays in the foreground. Looks for new videos, when that is due, on start,
-- when the machine or the program wakes up, and as often as set.

local archive = require("programs.feed.lib.archive")
local commands = require("programs.feed.lib.commands")
local last_result = require("lib.last_result")
local sync = require("programs.feed.lib.sync")
local view = require("programs.feed.lib.view")

local look, ask, longest = 2, 60, 15 * 60
-- Seconds that the clock must have jumped to count as a sleep of the machine.
local jump = 60

-- Waits until something happened: "continued" (SIGCONT), "woken" (the clock jumped) or, when the
-- feed has an interval, "due", asked every `pause` seconds.
local function wait(owner, periodic, pause)
  local stops = mix.time.continued()
  local wall, steady, asked = mix.time.now(), mix.time.monotonic(), mix.time.monotonic()
  while true do
    mix.task.sleep(look)
    local now, monotonic = mix.time.now(), mix.time.monotonic()
    if mix.time.continued() ~= stops then return "continued" end
    local passed = monotonic - steady
    if math.abs(now - wall - passed) > jump or passed > look + jump then return "woken" end
    wall, steady = now, monotonic
    if periodic and monotonic - asked >= pause then
      asked = monotonic
      if sync.due(owner, {}).due then return "due" end
    end
  end
end

local function show(owner, args, result)
  view.tell(result)
  if args.events then return end
  if args.json then return print(view.document(owner, result.new, result)) end
  view.table(owner, result.new)
end

return function()
  local args = commands.parse("watch", {
    summary = "Stays, and looks for new videos on start, on wake and as often as feed.every says.",
    options = {
      { "limit", type = "integer", min = 1, max = 5000, default = 20,
        help = "how many videos are shown at the start" },
    },
    examples = { "$0 watch", "$0 watch --events" },
  })
  local owner = commands.account(args)
  local periodic = mix.env.setting("feed.every") ~= "off"
  local key = "feed " .. owner.key
  local result = last_result.before(args, key, function()
    view.table(owner, archive.videos(owner, { limit = args.limit }))
  end, function() return sync.run(owner, {}) end)
  if result.live then last_result.keep(args, key, true) end
  if not (args.events or args.json) then
    view.table(owner, archive.videos(owner, { limit = args.limit }), result.new)
    view.tell(result)
  else
    show(owner, args, result)
  end
  local pause = ask
  while true do
    local cause = wait(owner, periodic, pause)
    mix.events.emit("wake", { cause = cause })
    if sync.due(owner, {}).due then
      result = sync.run(owner, {})
      show(owner, args, result)
      -- A source that fails is asked less and less often, until it answers.
      pause = #result.problems > 0 and math.min(pause * 2, longest) or ask
    end
  end
end
