-- Forms and filters on the terminal: what each field holds, and how it is changed.

local words = require("lib.program_screen.words")

local forms = {}

local function value_text(field)
  for _, option in ipairs(field.options or {}) do
    if option.value == field.value and option.label then return option.label end
  end
  if field.value == nil or field.value == "" then return "" end
  if field.type == "password" then return "••••" end
  if type(field.value) == "boolean" then return field.value and "yes" or "no" end
  return tostring(field.value)
end

local kinds = {
  number = "a number", integer = "a whole number", flag = "yes or no", date = "2026-11-21",
  url = "https://…",
}

-- What may be typed.
local function choices(field)
  if field.type ~= "choice" then return kinds[field.type] or "text" end
  local values = {}
  -- An empty value is typed as nothing.
  for _, option in ipairs(field.options or {}) do
    if option.value ~= "" then values[#values + 1] = tostring(option.value) end
  end
  return table.concat(values, "|")
end

local function show(node, action, label)
  local rows = {}
  for place, field in ipairs(node.fields) do
    rows[place] = {
      label = field.label .. (field.required and " *" or ""), value = value_text(field),
      name = field.name .. "=", choices = choices(field),
    }
  end
  mix.ui.table(rows, { columns = {
    { key = "label", title = "", least = 10 }, { key = "value", title = "now", least = 8 },
    { key = "name", title = "change" }, { key = "choices", title = "", least = 10, drop = 1 },
  } })
  for _, field in ipairs(node.fields) do
    if field.error then words.say(("%s: %s"):format(field.label, field.error), "red") end
  end
  words.pattern(label, action, "NAME=VALUE…")
end

function forms.form(node)
  if node.title then words.heading(node.title) end
  show(node, node.submit, node.label or "Save")
end

function forms.filters(node)
  show(node, node.on_change, "change")
  for _, note in ipairs(node.notes or {}) do words.say(note, "yellow") end
end

return forms
