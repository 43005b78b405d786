-- The findings as people read them: one line for what is well, what to do below what is not.

local prose = require("lib.prose")

local view = {}

local marks = {
  ok = { "✓", "ok", "green" }, warning = { "!", "warning", "yellow" },
  wrong = { "✗", "wrong", "red" }, unused = { "–", "unused", "gray" },
}
local word_width = 7
-- On narrow terminals the text begins nearly at the left.
local narrow = 60

local function wrapped(text, width, indent)
  return mix.ui.wrap((" "):rep(indent) .. text:gsub("%c", " "), width)
end

--- The text of an item: {title, fact, level, problems, failure}.
function view.item(item, width)
  local mark = marks[item.level]
  local indent = width < narrow and 2 or word_width + 3
  local head = ("%s %-" .. word_width .. "s "):format(mark[1], mark[2])
  local title = item.fact and ("%s: %s"):format(item.title, item.fact) or item.title
  local first = prose.labelled(head, title, width)
  local lines = { mix.ui.color(head, mark[3]) .. first:sub(#head + 1) }
  for _, problem in ipairs(item.problems) do
    lines[#lines + 1] = wrapped(problem.what, width, indent)
    if problem.advice then lines[#lines + 1] = wrapped("→ " .. problem.advice, width, indent) end
  end
  if item.last then lines[#lines + 1] = wrapped(item.last, width, indent) end
  return table.concat(lines, "\n")
end

local function ago(seconds)
  if seconds < 120 then return ("%.0f s ago"):format(math.max(0, seconds)) end
  if seconds < 7200 then return ("%.0f min ago"):format(seconds / 60) end
  if seconds < 172800 then return ("%.0f h ago"):format(seconds / 3600) end
  return ("%.0f days ago"):format(seconds / 86400)
end

local function milliseconds(seconds) return ("%.0f ms"):format(math.max(1, seconds * 1000)) end

local key_words = {
  accepted = "key accepted", present = "key set", refused = "key refused", wrong = "key wrong",
}

--- A service's state in one sentence, and its last failure in another. `is_mock`: all are
-- somewhere else, which need not be said of each.
function view.service(found, is_mock)
  local facts = {}
  if found.reached then facts[1] = "reached in " .. milliseconds(found.reached) end
  if found.asked and found.asked.seconds then
    facts[#facts + 1] = "answered in " .. milliseconds(found.asked.seconds)
  end
  if found.key then facts[#facts + 1] = key_words[found.key.state] end
  if found.note then facts[#facts + 1] = found.note end
  if found.limit then facts[#facts + 1] = "limit " .. found.limit end
  if not is_mock and found.address and found.address ~= found.base then
    facts[#facts + 1] = "at " .. found.address
  end
  local failure = found.failure
  return {
    title = found.programs[1]
      and ("%s (%s)"):format(found.title, table.concat(found.programs, ", ")) or found.title,
    fact = #facts > 0 and table.concat(facts, ", ") or nil, level = found.level,
    problems = found.problems,
    last = failure and ("last failure %s (%s): %s"):format(mix.time.iso(failure.time),
      ago(mix.time.now() - failure.time), failure.text),
  }
end

--- Prints groups of items: {{title, items}, …}, and the summary below them.
function view.print(groups, summary, width)
  for _, group in ipairs(groups) do
    print(mix.ui.color(group[1], "bold"))
    for _, item in ipairs(group[2]) do print(view.item(item, width)) end
    print()
  end
  print(mix.ui.wrap(summary, width))
end

return view
