-- Shows settings as the fields of a form, and checks them like `mixhost config set` when they are
-- saved.

local failure = require("lib.failure")

local setting_fields = {}

local in_file = "settings.json"

--- Returns the settings for which `wanted` returns true, by name.
function setting_fields.find(wanted)
  local list = {}
  for _, entry in ipairs(mix.env.settings()) do
    if wanted(entry) then list[#list + 1] = entry end
  end
  return list
end

-- Whether another source takes precedence over the file.
local function is_outranked(entry)
  return entry.source ~= nil and entry.source ~= in_file and entry.source ~= "default"
    and entry.source ~= "init.lua"
end

-- Whether it is an address that people have not set here: a form has theirs alone.
local function is_known_address(entry)
  if entry.source == in_file then return false end
  return entry.name:find("^upstream%.") ~= nil or (entry.value or ""):find("%.invalid") ~= nil
end

local function help(entry)
  if is_outranked(entry) then
    return ("%s Set by %s, which outranks the settings."):format(entry.doc, entry.source)
  end
  if entry.name:find("^upstream%.") then
    return entry.default and entry.default:find("%.invalid$") and "Where your own server answers."
      or "Empty: where it is known to answer."
  end
  if entry.secret and entry.value then return entry.doc .. " It is set; empty keeps it." end
  if entry.kind ~= "choice" and entry.kind ~= "bool" and entry.kind ~= "string" then
    return ("%s It is %s."):format(entry.doc,
      entry.expected:find("://", 1, true) and "an address" or entry.expected)
  end
  return entry.doc
end

local function options(entry)
  local list = {}
  if not entry.default then list[1] = { value = "", label = "not set" } end
  for _, word in ipairs(entry.choices) do
    local label = word == entry.default and word .. " (default)" or nil
    list[#list + 1] = { value = word, label = label }
  end
  return list
end

local yes = { ["true"] = true, yes = true, on = true, ["1"] = true }

-- Words in labels: "chart.remote_url" of the program chart is "Remote URL", "upstream.tmdb" is
-- "Address of tmdb".
local capitals = {
  url = "URL", isbn = "ISBN", api = "API", csv = "CSV", http = "HTTP", ca = "CA", tls = "TLS",
  ttl = "TTL", uri = "URI",
}

--- Returns a setting's name for people. `group`: the first part of the names around it, which is
--- left out (default: its program).
function setting_fields.label(entry, group)
  group = group or entry.program or ""
  local service = entry.name:match("^upstream%.(.+)$")
  if service then return service == group and "Address" or "Address of " .. service end
  local words = {}
  for word in entry.name:gsub("^" .. group:gsub("%p", "%%%0") .. "%.", ""):gmatch("[^._]+") do
    words[#words + 1] = capitals[word] or word
  end
  local text = table.concat(words, " ")
  return text:sub(1, 1):upper() .. text:sub(2)
end

local function field(entry, typed, flaw, group)
  local made = { name = entry.name, label = setting_fields.label(entry, group), help = help(entry),
    error = flaw or entry.problem }
  if entry.secret then
    made.type = "password"
  elseif entry.kind == "bool" then
    made.type, made.value = "flag", yes[(typed or entry.value or ""):lower()] or false
  else
    made.value = typed or not is_known_address(entry) and entry.value or ""
    if entry.kind == "choice" then made.type, made.options = "choice", options(entry) end
  end
  return made
end

--- Returns fields for settings. `wrong`: what was not saved of them, as `save` returns it; `group`:
--- that of `label`.
function setting_fields.fields(entries, wrong, group)
  local list, typed, flaws = {}, wrong and wrong.texts or {}, wrong and wrong.flaws or {}
  for place, entry in ipairs(entries) do
    list[place] = field(entry, typed[entry.name], flaws[entry.name], group)
  end
  return list
end

-- A form's value as a setting's text.
local function text_of(value)
  if type(value) == "boolean" then return value and "true" or "false" end
  return value == nil and "" or tostring(value)
end

-- Saves one setting if it has changed. Returns whether it has; nil and the fault.
local function save(entry, text)
  local present = not is_known_address(entry) and entry.value or ""
  if entry.kind == "bool" then present = yes[present:lower()] and "true" or "false" end
  if entry.secret and text == "" or not entry.secret and text == present then return false end
  local value = text
  if text == "" or text == entry.default and entry.source == in_file then value = nil end
  local called, ok, err = pcall(mix.env.set, entry.name, value)
  if called and ok then return true end
  return nil, failure.line(not called and ok or err)
end

--- Saves changed settings. The screen's state gets the notice {text, tone, seconds} as `message`
--- and the faults of others, {texts, flaws} by name, as `wrong`, or nil.
function setting_fields.save(state, entries, values)
  local count, texts, flaws = 0, {}, {}
  for _, entry in ipairs(entries) do
    local text = text_of(values[entry.name])
    local saved, problem = save(entry, text)
    count = count + (saved and 1 or 0)
    if problem then texts[entry.name], flaws[entry.name] = text, problem end
  end
  state.wrong = next(flaws) and { texts = texts, flaws = flaws } or nil
  state.message = state.wrong and { text = "Not saved: the fields say why.", tone = "error" }
    or count == 0 and { text = "Nothing has changed.", seconds = 2 }
    or { text = "Saved.", tone = "success", seconds = 5 }
end

--- Adds a form of settings to a node, and a link for each key of the file: keys are never shown,
--- so that a form cannot empty them. Its actions are `save` and `forget`.
function setting_fields.add_form(node, entries, wrong, group)
  if #entries == 0 then return end
  node[#node + 1] = { "form", title = "Settings", submit = "save",
    fields = setting_fields.fields(entries, wrong, group) }
  for _, entry in ipairs(entries) do
    if entry.secret and entry.source == in_file then
      local label = setting_fields.label(entry, group)
      node[#node + 1] = { "link", "Forget " .. label, action = "forget", args = entry.name,
        confirm = ("Remove \"%s\" from the settings?"):format(label) }
    end
  end
end

-- Removes a setting from the file. Returns the notice.
local function forget(name)
  local called, ok, err = pcall(mix.env.set, name, nil)
  if called and ok then return { text = "Removed.", tone = "success", seconds = 5 } end
  return { text = failure.line(not called and ok or err), tone = "error" }
end

--- Returns the actions of a screen that shows such a form in a detail: `open`, `close`, `save` and
--- `forget`. `entries_of(state)` returns the settings of the form, which is that of `state.open`.
function setting_fields.actions(entries_of)
  return {
    open = function(state, key) state.open, state.wrong, state.message = key, nil, nil end,
    close = function(state) state.open, state.wrong = nil, nil end,
    save = function(state, values) setting_fields.save(state, entries_of(state), values) end,
    forget = function(state, name) state.message = forget(name) end,
  }
end

return setting_fields
