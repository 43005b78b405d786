-- Rules: to see, to change, to check, and to try on what is stored before they are saved. They are
-- saved into the user's folder alone.

local failure = require("lib.failure")
local rule_nodes = require("programs.host.lib.rule_nodes")
local trial = require("programs.host.lib.trial")

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
  local ok, text, path = pcall(mix.rules.text, name)
  if not ok then return say(state, failure.line(text), "error") end
  if #text > longest then
    return say(state, ("%s is too long for this page; edit the file: %s"):format(name, path),
      "warning")
  end
  local entry = entry_of(state.list, name) or {}
  say(state)
  state.item = nil
  state.draft = { title = name, name = name, text = text, path = path, doc = entry.doc,
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
  if not ok or not path then
    return say(state, failure.line(not ok and path or err), "error")
  end
  state.list = nil
  open(state, draft.name)
  say(state, "Saved: " .. path, "success", 5)
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
      state.draft and rule_nodes.editor(state.draft, list),
      { "link", "Look again", action = "look_again" },
      rule_nodes.filters(state, list),
      rule_nodes.list(state, list),
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
