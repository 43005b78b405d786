-- Shared by the specs of screens: finds nodes among the children of a tree.

local screen_nodes = {}

--- The children of a kind, of one id where it is given.
function screen_nodes.all(tree, kind, id)
  local found = {}
  for _, child in ipairs(tree and tree.children or {}) do
    if child.kind == kind and (not id or child.id == id) then found[#found + 1] = child end
  end
  return found
end

--- The first of them.
function screen_nodes.first(tree, kind, id) return screen_nodes.all(tree, kind, id)[1] end

--- The texts of its messages, one line each.
function screen_nodes.messages(tree)
  local list = {}
  for place, message in ipairs(screen_nodes.all(tree, "message")) do list[place] = message.text end
  return table.concat(list, "\n")
end

--- The first child that offers an action; nil when none does.
function screen_nodes.offered(tree, action)
  for _, child in ipairs(tree.children) do
    if child.action == action then return child end
  end
end

--- The field of a name of its forms or filters; nil without one.
function screen_nodes.field(tree, name)
  for _, child in ipairs(tree.children) do
    for _, field in ipairs(child.fields or {}) do
      if field.name == name then return field end
    end
  end
end

--- The texts of its children, one line each.
function screen_nodes.texts(tree)
  local list = {}
  for _, child in ipairs(tree.children) do list[#list + 1] = child.text end
  return table.concat(list, "\n")
end

--- The fields of the form of its detail, by name.
function screen_nodes.fields(tree)
  local fields = {}
  local form = screen_nodes.first(screen_nodes.first(tree, "detail"), "form")
  for _, field in ipairs(form.fields) do fields[field.name] = field end
  return fields
end

--- A line of a terminal without its styles.
function screen_nodes.line(line)
  if type(line) == "string" then return line end
  if type(line[1]) == "string" then return line[1] end
  local cells = {}
  for place, cell in ipairs(line) do cells[place] = cell[1] end
  return table.concat(cells)
end

return screen_nodes
