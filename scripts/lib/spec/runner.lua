-- Runs the tests of one file, one at each step, so that the host can stop one and continue with the
-- next.

local blocks = require("lib.spec.blocks")
local failure = require("lib.spec.failure")
local selection = require("lib.spec.selection")

local Runner = {}
Runner.__index = Runner

local runner = {}

--- Makes a runner for a file's chunk. `options`: see `selection.lua`; `list` only names the tests.
function runner.new(path, body, options)
  return setmetatable({
    root = blocks.file(path, body), options = options, results = {},
    wanted = selection.new(options), print = {},
  }, Runner)
end

-- MARK: Results

-- The line of a result: that of its test or block; for the file itself, its innermost line that led
-- to the problem.
function Runner:line_of(node, problem)
  if node.kind ~= "file" or not problem then return node.line end
  local positions = { problem.position, table.unpack(problem.trace or {}) }
  return failure.line_in(self.root.name, positions)
end

-- A position in the spec file with its whole path, by which the program shows the line's text.
function Runner:full_position(position)
  local line = position and failure.line_in(self.root.name, { position })
  return line and ("%s:%d"):format(self.root.name, line) or position
end

function Runner:add(node, status, problem)
  local result = {
    name = node.kind == "file" and "" or blocks.full_name(node), status = status,
    line = self:line_of(node, problem),
    kind = node.kind == "test" and "test" or "block",
  }
  if problem then
    result.message, result.position = problem.message, self:full_position(problem.position)
    result.trace = problem.trace and #problem.trace > 0 and problem.trace or nil
  end
  if #self.print > 0 then
    result.output = table.concat(self.print)
    self.print, self.printed = {}, 0
  end
  self.results[#self.results + 1] = result
end

--- Stores a spec's output, to be shown with its test.
function Runner:keep(text)
  self.printed = (self.printed or 0) + #text
  if self.printed < 65536 then self.print[#self.print + 1] = text end
end

-- MARK: Blocks

local function run_hooks(list)
  for _, fn in ipairs(list) do
    local problem = failure.attempt(fn)
    if problem then return problem end
  end
end

-- Runs all functions after a test or a block, whatever failed before. Returns the problem to
-- report: the first one that is not a mere "pending".
local function clean_up(list, problem)
  for _, fn in ipairs(list) do
    local later = failure.attempt(fn)
    if not problem or later and problem.status == "pending" then problem = later end
  end
  return problem
end

-- The blocks around a node, outermost first.
local function around(node)
  local list = {}
  local block = node.parent
  while block do
    table.insert(list, 1, block)
    block = block.parent
  end
  return list
end

-- Saves the globals at the start of an insulated block.
local function keep_globals(block)
  if block.kind ~= "insulate" and block.kind ~= "file" then return end
  block.globals = {}
  for key, value in next, _G do block.globals[key] = value end
end

local function restore_globals(block)
  if not block.globals then return end
  for key in next, _G do
    if block.globals[key] == nil then rawset(_G, key, nil) end
  end
  for key, value in next, block.globals do rawset(_G, key, value) end
end

-- Declares a block and runs its setup; a problem closes it.
function Runner:open(block)
  block.is_open = true
  if self.options.list then
    local problem = block:declare()
    if problem then self:close_with(block, problem) end
    return
  end
  keep_globals(block)
  block.depth = mix.test.save()
  local problem = block:declare()
  selection.shuffle(block, self.options)
  if not problem then
    problem = run_hooks(block.hooks.setup)
    block.is_set_up = true
  end
  if problem then self:close_with(block, problem) end
end

function Runner:close_with(block, problem)
  block.next = math.huge
  self:add(block, problem.status == "pending" and "pending" or "error", problem)
end

function Runner:close(block)
  if block.is_closed then return end
  block.is_closed = true
  if self.options.list then return end
  if block.is_set_up then
    local problem
    if block.is_used then problem = clean_up(block.hooks.lazy_teardown) end
    problem = clean_up(block.hooks.teardown, problem)
    if problem then self:add(block, "error", problem) end
  end
  restore_globals(block)
  if block.depth then mix.test.restore(block.depth) end
end

-- MARK: Tests

-- Runs the lazy_setup functions of the blocks around a test. Returns the problem.
local function use_blocks(list)
  for _, block in ipairs(list) do
    if not block.is_used then
      block.is_used = true
      local problem = run_hooks(block.hooks.lazy_setup)
      if problem then return problem end
    end
  end
end

local function run_body(test, list)
  local reached = 0
  local problem = use_blocks(list)
  for index, block in ipairs(list) do
    if problem then break end
    reached = index
    problem = run_hooks(block.hooks.before_each)
  end
  if not problem then
    blocks.set_test(test)
    problem = failure.attempt(test.body)
    blocks.set_test(nil)
    problem = clean_up({ test.finally }, problem)
  end
  for index = reached, 1, -1 do problem = clean_up(list[index].hooks.after_each, problem) end
  return problem
end

function Runner:run_test(test)
  if self.options.list or test.is_pending then
    return self:add(test, self.options.list and "listed" or "pending")
  end
  self.running = test
  test.depth = mix.test.save()
  local problem = run_body(test, around(test))
  mix.test.restore(test.depth)
  self.running = nil
  self:add(test, problem and problem.status or "passed", problem)
end

-- Continues in a block up to the end of its next test. Returns whether there was one.
function Runner:step_in(block)
  if not block.is_open then
    self.running = block
    self:open(block)
    self.running = nil
  end
  while block.next <= #block.children do
    local child = block.children[block.next]
    if child.kind ~= "test" then
      if self:step_in(child) then return true end
      block.next = block.next + 1
    else
      block.next = block.next + 1
      if self.wanted(blocks.full_name(child)) then
        self:run_test(child)
        return true
      end
    end
  end
  self.running = block
  self:close(block)
  self.running = nil
  return false
end

-- MARK: For the host

local function take(self, more)
  local results = self.results
  self.results = {}
  return { results = results, more = more }
end

--- Runs up to the end of the next test. Returns its reports, and whether more tests follow.
function Runner:step() return take(self, self:step_in(self.root)) end

--- Reports the test that the host had to stop, and prepares the next step.
function Runner:stopped(reason)
  blocks.reset()
  local node = self.running or self.root
  self.running = nil
  local problem = { message = reason, position = node.position }
  if node.kind == "test" then
    mix.test.restore(node.depth)
    self:add(node, "error", problem)
  else
    self:close_with(node, problem)
    if node.is_closed then restore_globals(node) end
    if node.kind == "file" then return take(self, false) end
  end
  return take(self, true)
end

return runner
