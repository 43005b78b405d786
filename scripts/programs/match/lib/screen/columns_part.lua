-- How the lists are read: what each column is taken for, and the rules. Both can be corrected.

local lists = require("programs.match.lib.screen.lists")
local table_model = require("lib.learning.table_model")

local columns_part = {}

local kinds = {
  tracks = "Songs", books = "Books", films = "Films", people = "People", releases = "Albums",
  records = "Any table",
}
-- Sentences about a column that its list has no use for, or that rules compare as it is.
local not_compared, as_it_is = "Not compared", "Compared as it is"

local function titled(field)
  local words = field:gsub("_", " ")
  return words:sub(1, 1):upper() .. words:sub(2)
end

-- The fields that a column is read for.
local function fields_of(columns, place)
  local found = {}
  for field, source in pairs(columns.places) do
    for _, each in ipairs(type(source) == "table" and source or { source }) do
      if each == place then found[#found + 1] = field end
    end
  end
  table.sort(found)
  return found
end

-- The words for a column's fields.
local function said(plan, side, place)
  local columns = plan.columns and plan.columns[side]
  if not columns then return not_compared end
  local found = fields_of(columns, place)
  local header = plan[side .. "_header"]
  if #found == 1 and found[1] == header[place] and table_model.is_open(plan.rules) then
    return as_it_is
  end
  if columns.id == place then return "The identifier of the row" end
  for index, field in ipairs(found) do found[index] = titled(field) end
  return #found > 0 and table.concat(found, ", ") or not_compared
end

local function samples(list, place) return table.concat(list.samples[place] or {}, " · ") end

-- The columns of both lists. Keys are texts: "left.3".
local function columns_table(current)
  local rows, plan = {}, current.plan
  for _, side in ipairs({ "left", "right" }) do
    local list = (side == "left" or plan.right) and current.lists[side]
    for place, name in ipairs(list and list.header or {}) do
      rows[#rows + 1] = {
        key = ("%s.%d"):format(side, place), name = name ~= "" and name or "(no name)",
        list = lists.names[side], is = said(plan, side, place), samples = samples(list, place),
      }
    end
  end
  local shown = {
    { key = "name", title = "Column", least = 10 }, { key = "is", title = "Taken for", least = 12 },
    { key = "samples", title = "First values", least = 12, drop = 1 },
  }
  if plan.right then table.insert(shown, 1, { key = "list", title = "List", drop = 2 }) end
  return { "table", id = "columns", key = "key", columns = shown, rows = rows,
    on_select = "column" }
end

local function kind_title(name)
  local kind, rest = name:match("match/(%w+)/?(.*)$")
  local title = kinds[kind]
  if not title then return name end
  return (rest == "" or rest == "standard") and title or ("%s, %s"):format(title, rest)
end

--- All rules to choose from.
function columns_part.rules(current)
  local plan, options = current.plan, {}
  -- To read them all takes a while.
  plan.listed = plan.listed or mix.rules.list()
  for _, entry in ipairs(plan.listed) do
    if entry.kind == "match" and not entry.problem then
      options[#options + 1] = { value = entry.name, label = kind_title(entry.name) }
    end
  end
  return options
end

-- The rules to choose from; the first are those that fit the columns.
local function rules_form(current)
  local guessed = not current.rules and kind_title(current.plan.rules:name()) or nil
  local options = columns_part.rules(current)
  table.insert(options, 1, { value = "auto",
    label = guessed and guessed .. " (by the columns)" or "What fits the columns" })
  return { "form", id = "rules", title = "What is in them", submit = "set_rules",
    label = "Use these", fields = { { name = "rules", label = "Rules for", type = "choice",
      options = options, value = current.rules or "auto" } } }
end

--- The side and place of a key; nil for another.
function columns_part.place(current, key)
  local side, place = tostring(key):match("^(%a+)%.(%d+)$")
  local list = side and current.lists and current.lists[side]
  place = math.tointeger(tonumber(place))
  if list and list.header[place] then return side, place end
end

-- A column, to be corrected.
local function detail(current, key)
  local side, place = columns_part.place(current, key)
  if not side then return false end
  local list, plan = current.lists[side], current.plan
  local name = list.header[place]
  local chosen = current.maps[side][name]
  local options = {
    { value = "auto", label = chosen == nil and said(plan, side, place) .. " (by its name)"
      or "What its name says" },
    { value = "none", label = not_compared },
  }
  for _, field in ipairs(plan.fields) do
    options[#options + 1] = { value = "is " .. field, label = titled(field) }
  end
  return { "detail", title = name, subtitle = lists.names[side], on_close = "close_column",
    facts = {
      { label = "Taken for", value = said(plan, side, place) },
      { label = "First values", value = samples(list, place) },
    },
    { "form", id = "column", submit = "set_column", label = "Read it so", fields = {
      { name = "field", label = "It holds", type = "choice", options = options,
        value = chosen == nil and "auto" or chosen == false and "none" or "is " .. chosen },
    } },
  }
end

--- Adds the columns to a page. `open`: the key of one that is looked at.
function columns_part.add(page, current, open)
  page[#page + 1] = { "text", "How they are read", style = "heading" }
  page[#page + 1] = open and detail(current, open)
  page[#page + 1] = rules_form(current)
  page[#page + 1] = { "text", "Choose a column to correct what it is taken for.", style = "muted" }
  page[#page + 1] = columns_table(current)
end

return columns_part
