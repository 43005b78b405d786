-- Prints tables, cards, lists and reviews.

local tables = require("lib.program_screen.tables")
local words = require("lib.program_screen.words")

local lists = {}

local function show_rest(node, rest, key)
  if rest then words.say(rest, "dim") end
  if node.on_select then words.pattern("open", node.on_select, key) end
end

local function show_none(node)
  words.say(node.loading and "Loading…" or node.empty or "nothing yet", "dim")
end

function lists.table(node, view)
  if #node.rows == 0 then return show_none(node) end
  local rows, rest = words.first(node.rows, view.rows, node.loading)
  tables.print(node, rows)
  show_rest(node, rest, (node.key or "key"):upper())
end

local function item_row(item)
  return {
    key = item.key, title = item.title, subtitle = item.subtitle or "",
    badge = item.badge and mix.ui.color(item.badge, words.tones[item.tone] or "dim") or "",
  }
end

local function has(items, field)
  for _, item in ipairs(items) do
    if item[field] then return true end
  end
  return false
end

-- Prints items that cannot be opened as complete sentences. An action on an item needs its key.
local function show_sentences(items)
  for _, item in ipairs(items) do
    local text = item.subtitle and ("%s, %s"):format(item.title, item.subtitle) or item.title
    if item.badge then text = ("%s (%s)"):format(text, item.badge) end
    words.say(("%s %s"):format(item.actions and item.key or "-", text), words.tones[item.tone])
  end
end

-- Prints actions on items: one line for each, which takes the key of any item.
local function show_actions(items)
  local seen = {}
  for _, item in ipairs(items) do
    for _, button in ipairs(item.actions or {}) do
      local name = button.action .. "\0" .. button.label
      if button.args ~= item.key then
        words.offer(("%s: %s"):format(item.title, button.label), button.action, button.args)
      elseif not seen[name] then
        seen[name] = true
        words.pattern(button.label, button.action, "KEY")
      end
    end
  end
end

local function show_items(node, view)
  if #node.items == 0 then return show_none(node) end
  local items, rest = words.first(node.items, view.rows, node.loading)
  if node.kind == "list" and not node.on_select then
    show_sentences(items)
    show_actions(items)
    if node.on_end then words.offer("more", node.on_end) end
    return words.say(rest, "dim")
  end
  local rows = {}
  for place, item in ipairs(items) do rows[place] = item_row(item) end
  local columns = { { key = "title", title = "title", least = 14 } }
  if node.on_select or has(items, "actions") then
    -- Part of a key chooses nothing.
    table.insert(columns, 1, { key = "key", title = "key", least = 60 })
  end
  if has(items, "subtitle") then
    columns[#columns + 1] = { key = "subtitle", title = "", least = 10, drop = 1 }
  end
  if has(items, "badge") then columns[#columns + 1] = { key = "badge", title = "", drop = 2 } end
  mix.ui.table(rows, { columns = columns })
  show_actions(items)
  if node.on_end then words.offer("more", node.on_end) end
  show_rest(node, rest, "KEY")
end

lists.cards = show_items
lists.list = show_items

local function score(number)
  return number and (number > 1 and "%g" or "%.2f"):format(number) or ""
end

-- Formats parts of a score: "+0.55 title: another subtitle · +0.04 year"
local function parts_text(list)
  local parts = {}
  for place, part in ipairs(list) do
    parts[place] = ("%+.2f %s%s"):format(part.value, part.label,
      part.text and ": " .. part.text or "")
  end
  return table.concat(parts, " · ")
end

local function show_candidate(candidate)
  words.say(("%s  %s  %s%s"):format(candidate.key, score(candidate.score), candidate.title,
    candidate.subtitle and ", " .. candidate.subtitle or ""))
  local facts = words.facts_text(candidate.facts or {})
  if facts then words.say("   " .. facts) end
  if candidate.parts then words.say("   " .. parts_text(candidate.parts), "dim") end
end

function lists.review(node)
  words.heading(node.subject.title)
  words.say(node.subject.subtitle, "dim")
  words.facts(node.subject.facts or {})
  for _, candidate in ipairs(node.candidates) do
    words.gap()
    show_candidate(candidate)
    words.offer("this one", node.on_choose, { key = node.key, candidate = candidate.key })
  end
  words.gap()
  if node.on_reject then words.offer("none of them", node.on_reject, { key = node.key }) end
  if node.on_skip then words.offer("later", node.on_skip, { key = node.key }) end
end

return lists
