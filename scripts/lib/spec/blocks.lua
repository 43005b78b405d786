-- The declarations of a spec file: blocks, tests, and functions that run before and after them.

local failure = require("lib.spec.failure")

local blocks = {}

local Block = {}
Block.__index = Block

-- The block whose body is running, and the running test.
local open_block, open_test

-- The place of a node's declaration. Its line is in the spec file even when a helper in another
-- file declares it.
local function place(node)
  local root = node
  while root.parent do root = root.parent end
  node.position, node.line = failure.position(), failure.line_in(root.name, failure.trace())
  return node
end

local function new_block(parent, name, body, kind)
  return setmetatable({
    kind = kind, name = name, body = body, parent = parent, children = {}, next = 1,
    hooks = {
      before_each = {}, after_each = {}, setup = {}, teardown = {}, lazy_setup = {},
      lazy_teardown = {},
    },
  }, Block)
end

--- Makes the block of a whole file; `body` is the file's chunk. It has no line.
function blocks.file(name, body) return new_block(nil, name, body, "file") end

--- Returns the name with those of the enclosing blocks.
function blocks.full_name(node)
  local names = {}
  while node and node.kind ~= "file" do
    table.insert(names, 1, node.name)
    node = node.parent
  end
  return table.concat(names, " ")
end

--- Runs the body of a block, which declares its children. Returns the problem.
function Block:declare()
  local before = open_block
  open_block = self
  local problem = failure.attempt(self.body)
  open_block = before
  self.is_declared = true
  return problem
end

--- Ends a declaration that a limit cut short.
function blocks.reset() open_block, open_test = nil, nil end

--- Sets the running test, nil for none; `pending` and `finally` apply to it.
function blocks.set_test(test) open_test = test end

local function declare_in(what)
  if open_test then error(what .. " cannot stand inside a test", 3) end
  if not open_block then error(what .. " stands in a spec file or a describe block", 3) end
  return open_block
end

local function check_body(what, name, body, is_optional)
  if type(name) ~= "string" then error(what .. " takes a name and a function", 3) end
  if type(body) ~= "function" and not (is_optional and body == nil) then
    error(("%s '%s' takes a function"):format(what, name), 3)
  end
end

local function describe_as(kind)
  return function(name, body)
    local parent = declare_in(kind)
    check_body(kind, name, body)
    parent.children[#parent.children + 1] = place(new_block(parent, name, body, kind))
  end
end

local function add_test(parent, name, body, is_pending)
  parent.children[#parent.children + 1] = place({
    kind = "test", name = name, body = body, parent = parent, is_pending = is_pending,
  })
end

local function it(name, body)
  local parent = declare_in("it")
  check_body("it", name, body, true)
  add_test(parent, name, body, body == nil)
end

local function pending(name, body)
  if open_test then failure.raise(name == nil and "pending" or tostring(name), "pending") end
  local parent = declare_in("pending")
  check_body("pending", name, body, true)
  add_test(parent, name, body, true)
end

local function finally(fn)
  if not open_test then error("finally stands inside a test", 2) end
  if type(fn) ~= "function" then error("finally takes a function", 2) end
  open_test.finally = fn
end

-- Sets whether the children of this block are shuffled, and the seed: busted's forms.
local function randomize(...)
  local block = declare_in("randomize")
  local first, second = ...
  if select("#", ...) == 0 then first = true end
  block.is_mixed = not not first
  block.seed = math.tointeger(tonumber(first) or tonumber(second))
end

local function hook(kind)
  return function(fn)
    local list = declare_in(kind).hooks[kind]
    if type(fn) ~= "function" then error(kind .. " takes a function", 2) end
    list[#list + 1] = fn
  end
end

-- A name of other frameworks, whose use raises what to write instead.
local function foreign(advice)
  local function raise() error(advice, 2) end
  return setmetatable({}, { __index = raise, __call = raise })
end

local double = foreign("specs have no spies, stubs and mocks: put a function of your own in the "
  .. "place of the other one, and put that back in after_each")

--- The globals of spec files, by name.
blocks.globals = {
  describe = describe_as("describe"), context = describe_as("context"),
  insulate = describe_as("insulate"), expose = describe_as("expose"),
  it = it, spec = it, test = it, pending = pending, finally = finally, randomize = randomize,
  before_each = hook("before_each"), after_each = hook("after_each"),
  setup = hook("setup"), teardown = hook("teardown"),
  strict_setup = hook("setup"), strict_teardown = hook("teardown"),
  lazy_setup = hook("lazy_setup"), lazy_teardown = hook("lazy_teardown"),
}

-- Those of other frameworks are known, but are none of ours.
for _, name in ipairs({ "spy", "stub", "mock" }) do blocks.globals[name] = double end
blocks.globals.expect =
  foreign("an expectation is written assert.are.equal(expected, found)")

return blocks
