-- `mixhost screen`: a program's screen on the terminal, and what it offers to do.

local program_screen = require("lib.program_screen")
local shown = require("lib.program_screen.shown")

-- On a terminal long lists would push everything else out of sight.
local rows_on_terminal = 50

local args = mix.args.parse({
  name = "screen",
  summary = "Shows a screen of a program, such as charts, and does what it offers.\n\n"
    .. "Without a name: the screens that there are.",
  options = {
    { "do", placeholder = "ACTION", help = "do this first: what the screen names behind --do" },
    { "rows", type = "integer", min = 1,
      help = "items of a list at most (default: 50 on a terminal)" },
  },
  positional = {
    { "name", optional = true, help = "a screen, such as charts or chart/charts" },
    { "value", optional = true, many = true, help = "what the action gets: KEY, or NAME=VALUE…" },
  },
  examples = {
    "$0", "$0 charts", "$0 charts --do refresh", "$0 books --do open 7", "$0 charts --json",
  },
})
local action = args["do"]

local function list()
  local rows = mix.json.array({})
  for place, entry in ipairs(mix.screen.list()) do
    rows[place] = { program = entry.program, name = entry.name }
  end
  if args.json then return print(mix.json.encode({ screens = rows }, { pretty = true })) end
  if #rows == 0 then return mix.ui.note("no program has a screen") end
  mix.ui.table(rows, { columns = { { key = "name", title = "screen" }, "program" } })
end

-- NAME=VALUE words by name; nil when they are none.
local function by_name(words)
  local values = {}
  for _, word in ipairs(words) do
    local name, value = word:match("^([%w_.-]+)=(.*)$")
    if not name then return nil end
    values[name] = value
  end
  return values
end

-- What the words behind an action mean: a key, also one with = in it, or values by name.
local function given(screen, words)
  if #words == 0 then return nil end
  if #words == 1 and screen:offered(action, words[1]) then return words[1] end
  local values = by_name(words)
  if values then return values end
  if #words == 1 then return words[1] end
  return mix.ui.fail("one KEY, or NAME=VALUE for each, follows --do " .. action, 2)
end

local function find_progress(node)
  if node.kind == "progress" and (node.state or "running") == "running" then return node end
  for _, child in ipairs(node.children or {}) do
    local found = find_progress(child)
    if found then return found end
  end
end

-- How far an action is, on the status line.
local function follow(screen)
  local meter, done = nil, 0
  screen.on_update = function(tree)
    local node = find_progress(tree)
    if not node then return end
    meter = meter or mix.ui.progress(math.floor(node.total or 0), node.label)
    if node.done > done then
      meter:step(math.floor(node.done - done))
      done = node.done
    end
  end
  return function()
    screen.on_update = nil
    if meter then meter:finish() end
  end
end

local function run()
  local screen = program_screen.open(args.name)
  local tree = screen:tree()
  if action then
    local values = given(screen, args.value)
    local offer, reason = screen:offered(action, values)
    if not offer then mix.ui.fail(("screen %s: %s"):format(screen.name, reason), 2) end
    local finish = follow(screen)
    tree = screen:act(action, values)
    finish()
  end
  if args.json then return print(mix.json.encode(tree, { pretty = true })) end
  shown.print(tree, {
    rows = args.rows or mix.ui.is_terminal() and rows_on_terminal or nil,
  })
end

if not args.name then return list() end
local entry, reason = program_screen.find(args.name)
if not entry then mix.ui.fail(reason, 2) end
if not action and #args.value > 0 then
  mix.ui.fail(("'%s' stands behind the screen's name: --do ACTION says what it is for"):format(
    args.value[1]), 2)
end
run()
