-- `mixhost screen NAME`: a program's screen on the terminal, and what it offers to do. It runs as
-- part of the program.

local command_line = require("lib.program_screen.command_line")
local need = require("lib.need")
local offers = require("lib.program_screen.offers")
local program_screen = require("lib.program_screen")
local shown = require("lib.program_screen.shown")
local terminal_text = require("lib.terminal_text")
local words = require("lib.program_screen.words")

-- On a terminal long lists would push everything else out of sight.
local rows_on_terminal = 50
-- Seconds between two looks at an action that is under way.
local rest = 0.2

local args = command_line.read()
local screen = program_screen.open(args.name, nil, mix.ui.fail)

-- NAME=VALUE words by name; nil when they are none.
local function by_name(list)
  local values = {}
  for _, word in ipairs(list) do
    local name, value = word:match("^([%w_.-]+)=(.*)$")
    if not name then return nil end
    values[name] = value
  end
  return values
end

-- The meaning of the words behind an action: a key, also one with = in it, or values by name.
local function given(step)
  local list = step.words
  if #list == 0 then return nil end
  if #list == 1 and screen:offered(step.action, list[1]) then return list[1] end
  local values = by_name(list)
  if values then return values end
  if #list == 1 then return list[1] end
  return mix.ui.fail(("one KEY, or NAME=VALUE for each, follows --do %s"):format(step.action), 2)
end

local function find_progress(node)
  if node.kind == "progress" and (node.state or "running") == "running" then return node end
  for _, child in ipairs(node.children or {}) do
    local found = find_progress(child)
    if found then return found end
  end
end

-- The errors that a tree shows, by their texts.
local function errors_of(node, found)
  if node.kind == "message" and node.tone == "error" then found[node.text] = true end
  for _, child in ipairs(node.children or {}) do errors_of(child, found) end
  return found
end

-- The errors that the screen has shown since a step began, without a break.
local standing = {}

-- Shows on the status line how far an action is. Returns what ends that.
local function follow()
  local meter, label, done
  local function finish()
    if meter then meter:finish() end
    meter = nil
  end
  screen.rest = rest
  screen.on_update = function(tree)
    local present = errors_of(tree, {})
    for text in pairs(standing) do standing[text] = present[text] end
    local node = find_progress(tree)
    if not node then return end
    if node.label ~= label then
      finish()
      meter, label, done = mix.ui.progress(math.floor(node.total or 0), node.label), node.label, 0
    end
    local step = math.floor(node.done) - done
    if meter and step > 0 then
      meter:step(step)
      done = done + step
    end
  end
  return finish
end

-- The types of fields whose texts may come from files.
local from_file = { file = true, code = true, multiline = true }

-- Whether a text is the name of a file that may be read.
local function is_file(text)
  local ok, exists = pcall(mix.fs.exists, text)
  return ok and exists and not text:find("\n")
end

-- Puts the texts of files in the place of "@FILE".
local function with_files(step, values)
  if type(values) ~= "table" then return values end
  local types = {}
  for _, offer in ipairs(offers.all(screen.shown or screen:tree())) do
    for _, field in ipairs(offer.action == step.action and offer.fields or {}) do
      types[field.name] = field.type
    end
  end
  for name, value in pairs(values) do
    local path = from_file[types[name]] and value:match("^@(.+)$")
    if path then
      values[name] = need(mix.fs.read(path))
    elseif types[name] == "file" and is_file(value) then
      mix.ui.fail(("%s=%s is the text of a file; %s=@%s reads the file of that name"):format(name,
        value, name, value), 2)
    end
  end
  return values
end

-- An error of the tree that was not there all the time; nil when there is none. The same words once
-- more are a failure once more.
local function new_error(tree)
  for text in pairs(errors_of(tree, {})) do
    if not standing[text] then return text end
  end
end

-- Ends the script unless people agree to what cannot be taken back.
local function confirm(offer)
  if not offer.confirm or args.yes then return end
  if not mix.ui.is_terminal() then
    mix.ui.fail(("%s Nobody can be asked here: say so with --yes"):format(offer.confirm), 2)
  end
  io.write(terminal_text.line(offer.confirm), " [y/N] ")
  local answer = mix.ui.read_line()
  if not answer or not answer:lower():find("^%s*y") then
    mix.ui.fail("the answer was no: nothing was changed")
  end
end

-- Does a step and returns the tree after it; one that is not offered ends the script.
local function take(step)
  local values = with_files(step, given(step))
  local offer, reason = screen:offered(step.action, values)
  if not offer then mix.ui.fail(("screen %s: %s"):format(screen.name, reason), 2) end
  confirm(offer)
  local finish = follow()
  local tree = screen:act(step.action, values)
  finish()
  return tree
end

local most = args.rows or mix.ui.is_terminal() and rows_on_terminal or nil
local finish = follow()
-- A step may choose any item, and a program reads the whole tree.
local tree = screen:open(#args.steps == 0 and not args.json and most or nil)
finish()
local at_once = {}
for _, offer in ipairs(offers.all(tree)) do at_once[offer.action] = true end
local problem
for _, step in ipairs(args.steps) do
  standing = errors_of(tree, {})
  tree = take(step)
  problem = new_error(tree)
end
if args.json then
  print(mix.json.encode(tree, { pretty = true }))
else
  words.after(words.steps(args.steps), at_once)
  shown.print(tree, { rows = most })
end
-- An error that a screen shows in red is an exit code of the command.
if problem then mix.ui.fail((problem:gsub("%s*\n%s*", "; "))) end
