-- The actions that a tree offers. An action is called only with arguments that the tree allows,
-- because they come from browsers and command lines.

local inputs = require("lib.program_screen.inputs")
local near = require("lib.near")

local offers = {}

local function is_same(one, other) return tostring(one) == tostring(other) end

-- Finds a key among those of items, in the tree's form.
local function key_among(items, field, given)
  if given == nil then return nil, "a key is missing" end
  for _, item in ipairs(items) do
    if is_same(item[field], given) then return item[field] end
  end
  return nil, ("there is no %s '%s' now"):format(field, tostring(given))
end

-- Accepts only the arguments that a button or a link names.
local function fixed(args)
  return function(given)
    if args == nil then
      if given == nil then return true, nil end
      return false, "it takes no arguments"
    end
    if type(args) ~= "table" then
      if given ~= nil and is_same(args, given) then return true, args end
      return false, ("it takes %s"):format(tostring(args))
    end
    if type(given) ~= "table" then return false, "it takes values by name" end
    for name, value in pairs(args) do
      if not is_same(value, given[name]) then
        return false, ("%s is %s"):format(name, tostring(value))
      end
    end
    for name in pairs(given) do
      if args[name] == nil then return false, ("it takes no '%s'"):format(name) end
    end
    return true, args
  end
end

local function nothing(given) return fixed(nil)(given) end

local function accepted(value, reason)
  if value == nil then return false, reason end
  return true, value
end

local function keyed(items, field)
  return function(given)
    if type(given) == "table" then return false, "it takes one key" end
    return accepted(key_among(items, field, given))
  end
end

-- Accepts a choice among a review's candidates, or its end without one.
local function reviewed(node, with_candidate)
  return function(given)
    if type(given) ~= "table" then return false, "it takes key and candidate" end
    if not is_same(node.key, given.key) then
      return false, ("%s is no longer asked about"):format(tostring(given.key))
    end
    if not with_candidate then return true, { key = node.key } end
    local candidate, reason = key_among(node.candidates, "key", given.candidate)
    if candidate == nil then return false, reason end
    return true, { key = node.key, candidate = candidate }
  end
end

local function filled_in(node)
  return function(given) return accepted(inputs.read(node.fields, given)) end
end

local function typed(node)
  return function(given) return accepted(inputs.typed(node.fields, given)) end
end

-- `fields`: those to fill in; `confirm`: the question to the user before the action.
local function add(list, action, words, accept, fields)
  if action then
    list[#list + 1] = { action = action, words = words, accept = accept, fields = fields }
  end
end

local function add_buttons(list, buttons)
  for _, button in ipairs(buttons or {}) do
    add(list, button.action, button.label, fixed(button.args))
    list[#list].args, list[#list].confirm = button.args, button.confirm
  end
end

local function add_items(list, node)
  add(list, node.on_select, "KEY", keyed(node.items, "key"))
  add(list, node.on_end, "more", nothing)
  for _, item in ipairs(node.items) do add_buttons(list, item.actions) end
end

local adders = {
  table = function(list, node)
    add(list, node.on_select, "KEY", keyed(node.rows, node.key or "key"))
  end,
  cards = add_items, list = add_items,
  detail = function(list, node) add(list, node.on_close, "back", nothing) end,
  form = function(list, node)
    add(list, node.submit, node.label or "Save", filled_in(node), node.fields)
    add(list, node.on_input, "as it is typed", typed(node))
  end,
  filters = function(list, node)
    add(list, node.on_change, "filters", filled_in(node), node.fields)
  end,
  progress = function(list, node) add_buttons(list, node.actions) end,
  message = function(list, node) add_buttons(list, node.actions) end,
  link = function(list, node)
    if node.action then add_buttons(list, { node }) end
  end,
  review = function(list, node)
    add(list, node.on_choose, "key, candidate", reviewed(node, true))
    add(list, node.on_reject, "key", reviewed(node, false))
    add(list, node.on_skip, "key", reviewed(node, false))
  end,
}

local function collect(list, node)
  local adder = adders[node.kind]
  if adder then adder(list, node) end
  for _, child in ipairs(node.children or {}) do collect(list, child) end
end

--- Returns all offers of a tree in its order: {action, words, accept, args, confirm, fields}.
function offers.all(tree)
  local list = {}
  collect(list, tree)
  return list
end

--- Returns an action with arguments that the tree accepts: {action, args, confirm}; nil and the
--- reason.
function offers.find(tree, action, given)
  local names, known, reason = {}, {}, nil
  for _, offer in ipairs(offers.all(tree)) do
    if not known[offer.action] then names[#names + 1] = offer.action end
    known[offer.action] = true
    if offer.action == action then
      local is_accepted, args = offer.accept(given)
      if is_accepted then return { action = action, args = args, confirm = offer.confirm } end
      reason = reason or args
    end
  end
  if reason then return nil, ("%s: %s"):format(action, reason) end
  local nearest = near(action, names)
  return nil, ("'%s' is not offered now%s"):format(action, nearest ~= "" and nearest
    or #names > 0 and "; there are " .. table.concat(names, ", ") or "")
end

return offers
