-- Runs a program's screen (docs/screens.md): its file, its state, its tree, its actions.

local near = require("lib.near")
local offers = require("lib.program_screen.offers")
local screen_work = require("lib.screen_work")
local sorted_names = require("lib.sorted_names")

local program_screen = {}

-- The longest pause between two trees of a running action, in seconds.
local longest_rest = 5

local types = { watch = "table", view = "function", actions = "table", on_open = "function" }
local field_names = { "watch", "view", "actions", "on_open" }

-- Whether a text names a topic: "library", "job", "refresher:chart", "topic:chart".
local function is_topic(text)
  return text == "library" or text == "job"
    or type(text) == "string" and (text:find("^refresher:[%w_]+$") or text:find("^topic:[%w_]+$"))
end

local function wrong_field(declared, name)
  local expected, value = types[name], declared[name]
  if name == "title" then
    return "field 'title' belongs in the manifest: screens = { { \"NAME\", title = \"…\" } }"
  end
  if not expected then
    local meant = mix.args.suggest(tostring(name), field_names)
    return ("field '%s' is not known (%s)"):format(tostring(name),
      meant and "did you mean '" .. meant .. "'?" or "known: " .. table.concat(field_names, ", "))
  end
  if type(value) ~= expected then
    return ("field '%s' is a %s, not a %s"):format(name, expected, type(value))
  end
end

-- The fault of the value that a screen's file returned; nil without one.
local function problem_of(declared)
  if type(declared) ~= "table" then
    return ("a screen's file returns a table with view, not a %s"):format(type(declared))
  end
  for name in pairs(declared) do
    local problem = wrong_field(declared, name)
    if problem then return problem end
  end
  if not declared.view then return "field 'view' is missing: a function that returns the tree" end
  for name, action in pairs(declared.actions or {}) do
    if type(name) ~= "string" or type(action) ~= "function" then
      return ("field 'actions.%s' is a function"):format(tostring(name))
    end
  end
  for _, topic in ipairs(declared.watch or {}) do
    if not is_topic(topic) then
      return ("field 'watch' has %s; there are library, job, refresher:NAME and topic:NAME")
        :format(tostring(topic))
    end
  end
end

local function full_name(entry) return entry.program .. "/" .. entry.name end

--- Returns the screen with a name, "chart/charts" or "charts", in the form of mix.screen.list; nil
--- and the reason.
function program_screen.find(name)
  local found, of_program, known = {}, {}, {}
  for _, entry in ipairs(mix.screen.list()) do
    if name == entry.program then of_program[#of_program + 1] = full_name(entry) end
    if name == full_name(entry) or name == entry.name then found[#found + 1] = entry end
    known[#known + 1] = full_name(entry)
    known[#known + 1] = entry.name
  end
  if #found == 1 then return found[1] end
  if #found > 1 then
    for place, entry in ipairs(found) do found[place] = full_name(entry) end
    return nil, ("several programs have a screen '%s': %s"):format(name, table.concat(found, ", "))
  end
  return nil, ("there is no screen '%s'%s; mixhost screen lists them"):format(name,
    #of_program > 0 and (" (did you mean %s?)"):format(table.concat(of_program, " or "))
    or near(name, known))
end

local function raise(fault) error(fault, 0) end

local Screen = {}
Screen.__index = Screen

--- Returns the screen's present tree; raises a fault with its path.
function Screen:tree()
  local tree, err = self.check(self.view(self.state), { actions = self.action_names })
  if not tree then return self.fault(("screen %s: %s"):format(self.name, err.message)) end
  self.shown = tree
  return tree
end

-- Returns the function by which a running action shows a tree.
local function updater(self)
  if not self.on_update then return screen_work.unseen end
  return function() self:update() end
end

--- Runs the screen's on_open. Returns whether it has one. The view shows the present state
--- meanwhile. `most`: the items of a list that are looked at; nil: all.
function Screen:begin(most)
  if not self.opened then return false end
  self.next_update = nil
  self.opened(self.state, updater(self), most)
  return true
end

--- Like `begin`, but returns the tree after it.
function Screen:open(most)
  self:begin(most)
  return self:tree()
end

--- Returns the arguments of an action that the user's present tree offers; nil and the reason.
--- `args`: from the page or a spec, numbers also as texts.
function Screen:offered(action, args)
  return offers.find(self.shown or self:tree(), action, args)
end

-- Shows a new tree for a running action, at most every `rest` seconds. A tree that takes long is
-- shown less often, so that drawing leaves the time to the action.
function Screen:update()
  local began = mix.time.monotonic()
  if not self.on_update or self.next_update and began < self.next_update then return end
  self.on_update(self:tree())
  local ended = mix.time.monotonic()
  local pause = self.rest == 0 and 0 or math.min(20 * (ended - began), longest_rest)
  self.next_update = ended + math.max(self.rest, pause)
end

--- Runs an action that the screen offers now; raises for any other.
function Screen:perform(action, args)
  local offer, reason = self:offered(action, args)
  if not offer then error(("screen %s: %s"):format(self.name, reason), 0) end
  self.next_update = nil
  self.actions[action](self.state, offer.args, updater(self))
end

--- Runs an action that the screen offers now, and returns the tree after it.
function Screen:act(action, args)
  self:perform(action, args)
  return self:tree()
end

--- Opens a screen by its name. `state`: the initial state of its view and actions (default: {}).
--- `fault` is called with what is wrong in the screen's file (default: it is raised).
--- Its `on_update` is called with the trees of running actions, at most every `rest` seconds
--- (default 0).
function program_screen.open(name, state, fault)
  fault = fault or raise
  local entry, reason = program_screen.find(name)
  if not entry then return fault(reason) end
  local declared = require(entry.module)
  local problem = problem_of(declared)
  if problem then return fault(("screen %s: %s"):format(full_name(entry), problem)) end
  local action_names = mix.json.array(sorted_names(declared.actions or {}))
  return setmetatable({
    name = full_name(entry), title = entry.title, watch = declared.watch or {},
    view = declared.view, opened = declared.on_open,
    actions = declared.actions or {}, action_names = action_names, state = state or {}, rest = 0,
    check = mix.screen.tree, fault = fault,
  }, Screen)
end

return program_screen
