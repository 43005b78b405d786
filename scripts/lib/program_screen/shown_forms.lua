-- Prints forms and filters: the value of each field, and how to change it.

local words = require("lib.program_screen.words")

local forms = {}

local longest_value = 60

-- Texts of several lines are shown below the fields.
local is_long = { code = true, multiline = true }

local function value_text(field)
  for _, option in ipairs(field.options or {}) do
    if option.value == field.value and option.label then return option.label end
  end
  if field.value == nil or field.value == "" then return "" end
  if field.type == "password" then return "••••" end
  if type(field.value) == "boolean" then return field.value and "yes" or "no" end
  local text = tostring(field.value)
  if is_long[field.type] and text:find("\n", 1, true) then
    return ("%d lines"):format(select(2, text:gsub("\n", "")) + 1)
  end
  return text
end

local kinds = {
  number = "a number", integer = "a whole number", flag = "yes or no", date = "2026-11-21",
  url = "https://…", file = "@FILE", code = "@FILE", multiline = "text or @FILE",
}

-- The texts that may be typed for a field.
local function choices(field, mark)
  if field.type ~= "choice" then return kinds[field.type] or "text" end
  local values = {}
  -- An empty value is typed as nothing.
  for _, option in ipairs(field.options or {}) do
    if option.value ~= "" then values[#values + 1] = tostring(option.value) end
  end
  return table.concat(values, mark)
end

local function label(field) return field.label .. (field.required and " *" or "") end

-- Whether the terminal has space for rows of label, value, name and choices.
local function fits(fields)
  -- The heads of the columns.
  local widths = { 0, #"now", #"change", 0 }
  for _, field in ipairs(fields) do
    local cells = { label(field), value_text(field), field.name .. "=", choices(field, "|") }
    for place, cell in ipairs(cells) do
      local width = mix.ui.columns(cell)
      if place == 2 then width = math.min(longest_value, width) end
      widths[place] = math.max(widths[place], width)
    end
  end
  return widths[1] + widths[2] + widths[3] + widths[4] + 6 <= words.width()
end

local function show_rows(fields)
  local rows = {}
  for place, field in ipairs(fields) do
    rows[place] = {
      label = label(field), value = value_text(field), name = field.name .. "=",
      choices = choices(field, "|"),
    }
  end
  mix.ui.table(rows, { columns = {
    { key = "label", title = "", least = 10 }, { key = "value", title = "now", least = 8 },
    { key = "name", title = "change" }, { key = "choices", title = "", least = 10 },
  } })
end

-- Narrow terminals show two or more lines for each field, so that no choice is cut off.
local function show_blocks(fields)
  for _, field in ipairs(fields) do
    local value = value_text(field)
    words.say(value ~= "" and ("%s: %s"):format(label(field), value) or label(field))
    words.say(("  %s=%s"):format(field.name, choices(field, " | ")), "dim")
  end
end

local function show_long(field)
  if not is_long[field.type] or type(field.value) ~= "string" then return end
  local flaws, place = {}, 0
  for _, flaw in ipairs(field.errors or {}) do
    local line = flaw.line or 0
    flaws[line] = flaws[line] and flaws[line] .. "; " .. flaw.text or flaw.text
  end
  for line in (field.value:gsub("\n$", "") .. "\n"):gmatch("(.-)\n") do
    place = place + 1
    words.say(("%4d  %s"):format(place, line), flaws[place] and "red" or "dim")
    if flaws[place] then words.say("      ^ " .. flaws[place], "red") end
  end
end

local function show_errors(field)
  if field.error then words.say(("%s: %s"):format(field.label, field.error), "red") end
  for _, flaw in ipairs(field.errors or {}) do
    local where = flaw.line and (", line %d"):format(flaw.line) or ""
    words.say(("%s%s: %s"):format(field.label, where, flaw.text), "red")
  end
end

local function show(node, action, what)
  local show_fields = fits(node.fields) and show_rows or show_blocks
  show_fields(node.fields)
  for _, field in ipairs(node.fields) do
    show_long(field)
    show_errors(field)
  end
  words.pattern(what, action, "NAME=VALUE…")
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
