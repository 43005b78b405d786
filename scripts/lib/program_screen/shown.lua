-- Prints a screen's tree on the terminal, node by node.

local lists = require("lib.program_screen.shown_lists")
local forms = require("lib.program_screen.shown_forms")
local words = require("lib.program_screen.words")

local shown = {}

local most_bar, least_bar = 30, 10

local kinds = {}

for name, show in pairs(lists) do kinds[name] = show end
for name, show in pairs(forms) do kinds[name] = show end

function kinds.page(node, view)
  if node.title then words.heading(node.title) end
  view.children(node)
  if node.loading then words.say("Loading…", "dim") end
end

function kinds.detail(node, view)
  words.heading(node.title)
  if node.subtitle then words.say(node.subtitle, "dim") end
  if view.is_dense then
    words.say(words.facts_text(node.facts or {}))
  else
    words.facts(node.facts or {})
  end
  view.children(node)
  if node.on_close then words.offer("back", node.on_close) end
end

local bars = { done = "green", failed = "red", canceled = "yellow", paused = "yellow" }

-- Formats progress: "15/100 (15%)"; without a total "15", or "…" before the first.
local function share(node)
  if not node.total then return node.done > 0 and ("%g"):format(node.done) or "…" end
  local percent = node.total > 0 and math.floor(100 * math.min(1, node.done / node.total)) or 100
  return ("%g/%g (%d%%)"):format(node.done, node.total, percent)
end

function kinds.progress(node)
  local text = ("%s %s"):format(node.label, share(node))
  if node.state and node.state ~= "running" then text = ("%s, %s"):format(text, node.state) end
  words.say(text)
  local room = math.min(most_bar, words.width() - 2)
  if mix.ui.is_terminal() and node.total and room >= least_bar then
    local part = node.total > 0 and math.max(0, math.min(1, node.done / node.total)) or 1
    local full = math.floor(part * room)
    print(mix.ui.color(("█"):rep(full), bars[node.state] or "blue") .. ("░"):rep(room - full))
  end
  if node.text then words.say(node.text, "dim") end
  words.buttons(node.actions)
end

local marks = { success = "✓ ", warning = "! ", error = "✗ " }

function kinds.message(node, view)
  local rest = node.ends_at and os.date(" (until %H:%M:%S)", math.floor(node.ends_at)) or ""
  if node.actions and view.hint then rest = ("%s; %s"):format(rest, view.hint) end
  words.say((marks[node.tone] or "") .. node.text .. rest, words.tones[node.tone])
  words.buttons(node.actions)
end

local styles = { muted = "dim", heading = "bold" }

function kinds.text(node) words.say(node.text, styles[node.style]) end

function kinds.link(node)
  if node.href then return words.say(("%s: %s"):format(node.label, node.command or node.href)) end
  words.buttons({ node })
end

function kinds.file(node)
  words.say(("%s: %s, %d bytes%s"):format(node.label or node.name, node.name, #node.text,
    node.command and "; " .. node.command or ""))
end

function kinds.image(node) words.say(("[%s] %s"):format(node.alt, node.src), "dim") end

function kinds.audio(node) words.say(("♪ %s: %s"):format(node.title, node.src), "dim") end

function kinds.embed(node, view)
  local address = "https://www.youtube.com/watch?v=" .. node.video
  local mark = "▶ "
  if view.links then
    view.links[#view.links + 1] = address
    mark = ("%d  "):format(#view.links)
  end
  words.say(("%s%s: %s"):format(mark, node.title, address), not view.links and "dim" or nil)
end

function kinds.plot(node)
  if node.title then words.say(node.title, "bold") end
  for _, series in ipairs(node.series) do
    local first = math.max(1, #series.values - math.max(least_bar, words.width() - 30) + 1)
    local values = table.move(series.values, first, #series.values, 1, {})
    local last = series.values[#series.values]
    -- The first place is the highest.
    if node.unit == "place" then
      local lowest = math.max(1, table.unpack(values))
      for place, value in ipairs(values) do values[place] = lowest - value end
    end
    local now = last and ("%g"):format(last) or ""
    words.say(("%s %s %s"):format(series.name, mix.ui.spark(values),
      node.unit == "place" and "#" .. now or node.unit and now .. " " .. node.unit or now))
  end
end

local links = { link = true, file = true, embed = true }

--- Prints a tree. Options: rows (most rows of a list; nil: all), is_dense (facts on one line), hint
--- (how to run a message's action), links (a list that collects the addresses of players, which are
--- then numbered).
function shown.print(tree, options)
  local view = { rows = options.rows, is_dense = options.is_dense, hint = options.hint,
    links = options.links }
  local before
  local function show(node)
    -- Consecutive links and players are one group.
    local is_grouped = links[node.kind] and before and links[before]
    if before and node.kind ~= "page" and not is_grouped then words.gap() end
    before = (node.kind ~= "page" or node.title) and node.kind
    kinds[node.kind](node, view)
  end
  function view.children(node)
    for _, child in ipairs(node.children) do show(child) end
  end
  show(tree)
end

--- Prints a part of a screen as a command's output, without the offered actions. Options: those of
--- shown.print.
function shown.part(view, options)
  local tree = assert(mix.screen.tree(view))
  words.without_offers(function() shown.print(tree, options or {}) end)
end

--- Returns a printed tree as lines: {text, style} each.
function shown.lines(tree, options)
  return words.lines(function()
    words.without_offers(function() shown.print(tree, options) end)
  end)
end

return shown
