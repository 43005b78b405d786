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

return screen_nodes
