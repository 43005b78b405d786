-- Parts of the screen of rules.

local stored_items = require("programs.host.lib.stored_items")

local rule_nodes = {}

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

--- The choices among the rules.
function rule_nodes.filters(state, list)
  return { "filters", on_change = "filter", fields = {
    { name = "text", label = "Search", value = state.text },
    { name = "kind", label = "Kind", type = "choice", options = kinds(list), value = state.kind },
  } }
end

--- The rules.
function rule_nodes.list(state, list)
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

local function outcome(draft)
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

local function save(draft, list)
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

--- Rules that are open: their text, what is wrong with it, what it decides.
function rule_nodes.editor(draft, list)
  local node = { "detail", title = draft.title, subtitle = draft.doc, on_close = "close",
    facts = { { label = "File", value = draft.path } } }
  for _, note in ipairs(draft.notes or {}) do node[#node + 1] = { "message", note } end
  node[#node + 1] = verdict(draft)
  node[#node + 1] = save(draft, list)
  node[#node + 1] = outcome(draft)
  node[#node + 1] = editor(draft)
  return node
end

return rule_nodes
