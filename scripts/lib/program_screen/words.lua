-- Prints a screen's texts: wrapped, coloured, and with commands for the offered actions.

local sorted_names = require("lib.sorted_names")

local words = {}

words.tones = { success = "green", warning = "yellow", error = "red" }

-- Width for a pipe, where lines are not broken.
local endless = 10000

--- Returns the columns that a line may take.
function words.width() return mix.ui.is_terminal() and mix.ui.width() or endless end

-- Lines that collect the output instead of the terminal, {text, style} each; nil for the terminal.
local lines

local function put(text, style)
  if not lines then return print(style and mix.ui.color(text, style) or text) end
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = { line, style } end
end

--- Returns the lines that `work` prints, {text, style} each.
function words.lines(work)
  local written = {}
  lines = written
  local ok, problem = pcall(work)
  lines = nil
  if not ok then error(problem, 0) end
  return written
end

--- Prints a text; nothing for nil.
function words.say(text, style)
  if text then put(mix.ui.wrap(text, words.width()), style) end
end

--- Prints an empty line.
function words.gap() put("") end

--- Prints a head.
function words.heading(text) words.say(text, "bold") end

local function quoted(value)
  local text = tostring(value)
  if text:find("^[%w_./:@%%+=-]+$") then return text end
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Arguments in the form in which they are typed.
local function typed(args)
  if type(args) ~= "table" then return args == nil and "" or " " .. quoted(args) end
  local parts = {}
  for place, name in ipairs(sorted_names(args)) do
    parts[place] = " " .. name .. "=" .. quoted(args[name])
  end
  return table.concat(parts)
end

local before, at_once, are_offered = "", {}, true

--- Sets the steps before an action that the screen does not offer at once: "--do open 7 ".
--- `actions`: those that it offers at once, by name.
function words.after(steps, actions) before, at_once = steps, actions end

local function typed_step(action, rest)
  return ("%s--do %s%s"):format(at_once[action] and "" or before, action, rest)
end

--- Calls `work` without printing offers.
function words.without_offers(work)
  are_offered = false
  work()
  are_offered = true
end

local function say_step(label, action, rest)
  if are_offered then words.say(("[%s] %s"):format(label, typed_step(action, rest)), "cyan") end
end

--- Prints how to run an action: "[Refresh now] --do refresh".
function words.offer(label, action, args) say_step(label, action, typed(args)) end

--- Like `offer`, with words instead of arguments.
function words.pattern(label, action, pattern) say_step(label, action, " " .. pattern) end

--- Returns steps in the form in which they are typed: {action, words} each.
function words.steps(list)
  local parts = {}
  for _, step in ipairs(list) do
    parts[#parts + 1] = "--do " .. step.action
    for _, word in ipairs(step.words) do parts[#parts + 1] = quoted(word) end
  end
  return #parts > 0 and table.concat(parts, " ") .. " " or ""
end

--- Prints which actions can be run.
function words.buttons(buttons)
  for _, button in ipairs(buttons or {}) do
    words.offer(button.label, button.action, button.args)
  end
end

--- Returns facts on one line: "Year: 1995 · Publisher: Penwith"; nil without any.
function words.facts_text(facts)
  local parts = {}
  for place, fact in ipairs(facts) do parts[place] = ("%s: %s"):format(fact.label, fact.value) end
  return #parts > 0 and table.concat(parts, " · ") or nil
end

--- Prints facts, one line each.
function words.facts(facts)
  for _, fact in ipairs(facts) do
    local text = ("%s: %s"):format(fact.label, tostring(fact.value):gsub("%c+", " "))
    if fact.source then text = ("%s (%s)"):format(text, fact.source) end
    words.say(text)
    if fact.href then words.say("  " .. fact.href, "dim") end
  end
end

--- Returns the first `most` items of a list, and a line about the others. `is_part`: whether the
--- list continues.
function words.first(items, most, is_part)
  if is_part and most then
    local count = math.min(#items, most)
    return table.move(items, 1, count, 1, {}), ("… and more: --rows %d"):format(10 * most)
  end
  if not most or #items <= most then return items end
  return table.move(items, 1, most, 1, {}), ("… and %d more: --rows %d"):format(
    #items - most, #items)
end

return words
