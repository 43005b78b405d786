-- Rules: to see, to change, to check, and to try on what is stored before they are saved. They are
-- saved into the user's folder alone.

local failure = require("lib.failure")
local stored_items = require("programs.host.lib.stored_items")
local trial = require("programs.host.lib.trial")

local columns = {
  { key = "name", title = "Name", least = 16 },
  { key = "place", title = "From", least = 7, drop = 2 },
  { key = "doc", title = "What it does", least = 12, drop = 1 },
}

local function place_of(entry)
  local place = entry.own and "yours" or "mixhost"
  return entry.overrides and place .. ", replaces mixhost's" or place
end

local function fits(entry, state)
  if state.kind ~= "all" and entry.kind ~= state.kind then return false end
  if not state.text then return true end
  local text = mix.text.fold(entry.name .. " " .. (entry.doc or ""))
  return text:find(mix.text.fold(state.text), 1, true) ~= nil
end

local function kinds(list)
  local options, known = { { value = "all", label = "All kinds" } }, {}
  for _, entry in ipairs(list) do
    if not known[entry.kind] then
      known[entry.kind] = true
      options[#options + 1] = { value = entry.kind }
    end
  end
  return options
end

-- The choices among the rules.
local function rule_filters(state, list)
  return { "filters", on_change = "filter", fields = {
    { name = "text", label = "Search", value = state.text },
    { name = "kind", label = "Kind", type = "choice", options = kinds(list), value = state.kind },
  } }
end

-- The rules.
local function rule_list(state, list)
  local rows = {}
  for _, entry in ipairs(list) do
    if fits(entry, state) then
      rows[#rows + 1] = { name = entry.name, place = place_of(entry),
        doc = entry.problem and "wrong: " .. entry.problem or entry.doc }
    end
  end
  return { "table", key = "name", columns = columns, rows = rows, on_select = "open",
    empty = "No rules are like that." }
end

local function editor(draft)
  local fields = {
    { name = "name", label = "Name", value = draft.name, required = true, error = draft.name_error,
      help = "as it is saved; one of mixhost's names is replaced by yours" },
    { name = "text", label = "Rules", type = "code", value = draft.text, required = true,
      errors = draft.flaws },
  }
  if draft.name:find("^match/") then
    fields[3] = { name = "query", label = "Query", type = "multiline", value = draft.query,
      error = draft.query_error, help = "JSON, such as {\"title\": \"Dune\"}; may be empty" }
    fields[4] = { name = "candidates", label = "Candidates", type = "multiline",
      value = draft.candidates, error = draft.candidates_error,
      help = "a JSON list of objects; may be empty" }
  end
  return { "form", title = "Edit", submit = "try", label = "Check and try", fields = fields }
end

local tried = {
  { key = "title", title = "Tried on", least = 14 },
  { key = "change", title = "", least = 7 },
  { key = "now", title = "Now", least = 12, drop = 1 },
  { key = "new", title = "With these", least = 12 },
}

local function outcome_table(draft)
  local found = draft.outcome
  if not found then return false end
  local rows = {}
  for place, item in ipairs(found.items) do
    rows[place] = { key = item.key, title = item.title, now = item.now, new = item.new,
      change = item.changed and "changed" or "" }
  end
  -- Changed rules come first.
  table.sort(rows, function(a, b)
    if a.change ~= b.change then return a.change > b.change end
    return a.key < b.key
  end)
  return { "table", id = "tried", key = "key", columns = tried, rows = rows, on_select = "look",
    empty = stored_items.none(draft.name) }
end

local function verdict(draft)
  if not draft.is_good then return false end
  local found = draft.outcome
  local text = "These rules pass their check."
  if found and #found.items > 0 then
    text = ("%s Of %d stored things they decide %d otherwise."):format(text, #found.items,
      found.changed)
  end
  return { "message", text, tone = "success" }
end

local function save_link(draft, list)
  if not draft.is_good then return false end
  local confirm
  for _, entry in ipairs(list) do
    if entry.name == draft.name then
      confirm = entry.own and ("Replace your rules %s?"):format(draft.name)
        or ("Use these in place of mixhost's %s from now on?"):format(draft.name)
    end
  end
  return { "link", "Save into your folder", action = "save", confirm = confirm }
end

-- Rules that are open: their text, what is wrong with it, what it decides.
local function rule_editor(draft, list)
  local node = { "detail", title = draft.title, subtitle = draft.doc, on_close = "close",
    facts = { { label = "Kept", value = draft.is_own and "in your folder" or "with mixhost" } } }
  for _, note in ipairs(draft.notes or {}) do node[#node + 1] = { "message", note } end
  node[#node + 1] = verdict(draft)
  node[#node + 1] = save_link(draft, list)
  node[#node + 1] = outcome_table(draft)
  node[#node + 1] = editor(draft)
  return node
end

-- The longest text of a tree, in bytes.
local longest = 100000

local function say(state, text, tone, seconds)
  state.message = text and { text = text, tone = tone, seconds = seconds } or nil
end

local function entry_of(list, name)
  for _, entry in ipairs(list or {}) do
    if entry.name == name then return entry end
  end
end

local function open(state, name)
  local ok, text = pcall(mix.rules.text, name)
  if not ok then return say(state, failure.line(text), "error") end
  if #text > longest then
    return say(state, ("%s is too long for this page: edit its file."):format(name), "warning")
  end
  local entry = entry_of(state.list, name) or {}
  say(state)
  state.item = nil
  state.draft = { title = name, name = name, text = text, is_own = entry.own, doc = entry.doc,
    flaws = entry.problem and { { text = entry.problem } } or nil }
end

-- Checks what was typed, and tries it if it passes.
local function try(state, values)
  local draft = state.draft
  draft.name, draft.text = values.name, values.text
  draft.query, draft.candidates = values.query, values.candidates
  draft.is_good, draft.outcome, draft.notes, draft.flaws = false, nil, nil, nil
  draft.query_error, draft.candidates_error, draft.name_error = nil, nil, nil
  state.item = nil
  say(state)
  if #draft.text > longest then
    return say(state, "These rules are too long for this page.", "error")
  end
  local extra, field, problem = trial.given(values.query, values.candidates)
  if not extra then draft[field .. "_error"] = problem end
  local notes, flaws = trial.check(draft.name, draft.text)
  if not notes then
    draft.flaws = flaws
    return
  end
  draft.notes, draft.is_good = notes, true
  local ok, outcome = pcall(trial.run, draft.name, draft.text, extra, draft.title)
  if ok then draft.outcome = outcome else say(state, failure.line(outcome), "error") end
end

local function save(state)
  local draft = state.draft
  local ok, path, err = pcall(mix.rules.save, draft.name, draft.text)
  if not ok or not path then return say(state, failure.line(not ok and path or err), "error") end
  state.list = nil
  open(state, draft.name)
  say(state, "Saved: " .. draft.name, "success", 5)
end

local function open_item(state)
  local draft = state.draft
  for _, item in ipairs(draft and draft.outcome and draft.outcome.items or {}) do
    if item.key == state.item then return trial.detail(item, draft.outcome.rules) end
  end
  return false
end

return {
  watch = { "library" },
  view = function(state)
    state.kind = state.kind or "all"
    -- To read them all takes a while, and they change when somebody saves one.
    state.list = state.list or mix.rules.list()
    local list, found = state.list, state.message or {}
    return { "page", title = "Rules",
      { "message", found.text, tone = found.tone, seconds = found.seconds },
      open_item(state),
      state.draft and rule_editor(state.draft, list),
      { "link", "Look again", action = "look_again" },
      rule_filters(state, list),
      rule_list(state, list),
    }
  end,
  actions = {
    filter = function(state, values) state.text, state.kind = values.text, values.kind end,
    open = open,
    close = function(state) state.draft, state.item = nil, nil end,
    try = try,
    look = function(state, key) state.item = key end,
    look_again = function(state) state.list = nil end,
    close_item = function(state) state.item = nil end,
    save = save,
  },
}
