-- Spies, stubs and mocks, as luassert has them.

local assertions = require("lib.spec.assertions")
local matchers = require("lib.spec.matchers")
local values = require("lib.spec.values")

local spies = {}

-- MARK: Arguments

-- `refs`: the arguments themselves, where `found` has copies of them.
local function fits(found, expected, refs)
  if found.n ~= expected.n then return false end
  for index = 1, expected.n do
    local wanted, value = expected[index], found[index]
    if matchers.is(wanted) then
      if wanted.is_ref and refs then value = refs[index] end
      if not wanted(value) then return false end
    elseif not values.same(wanted, value) then
      return false
    end
  end
  return true
end

local function last_that_fits(list, expected)
  for index = #list, 1, -1 do
    if fits(list[index].vals, expected, list[index].refs) then return list[index] end
  end
end

-- MARK: Spies

local Spy = {}
Spy.__index = Spy
Spy.__name = "spy"

local all = {}

local function copy_of(args)
  local copy = { n = args.n }
  for index = 1, args.n do
    local value = args[index]
    copy[index] = spies.is_spy(value) and value or values.copy(value)
  end
  return { vals = copy, refs = args }
end

function Spy.__call(spy, ...)
  spy.calls[#spy.calls + 1] = copy_of(table.pack(...))
  local returned = table.pack(spy.callback(...))
  spy.returnvals[#spy.returnvals + 1] = copy_of(returned)
  return table.unpack(returned, 1, returned.n)
end

--- Forgets all calls.
function Spy:clear()
  self.calls, self.returnvals = {}, {}
  return self
end

--- Puts what was spied on back into its table.
function Spy:revert()
  if not self.reverted and self.target_table then
    self.target_table[self.target_key] = self.original
  end
  self.reverted = true
  return self.original
end

--- Whether it was called so often (or at all), and how often.
function Spy:called(times)
  local count = #self.calls
  if times then return count == times, count end
  return count > 0, count
end

--- Whether a value is a spy or stub.
function spies.is_spy(value) return type(value) == "table" and getmetatable(value) == Spy end

local function new_spy(callback)
  local spy = setmetatable({ callback = callback, calls = {}, returnvals = {} }, Spy)
  all[#all + 1] = spy
  return spy
end

local spy = { is_spy = spies.is_spy }

--- A function that remembers its calls and passes them on.
function spy.new(callback) return new_spy(callback or function() end) end

--- Puts a spy in the place of a table's function.
function spy.on(target, key)
  local result = spy.new(target[key])
  result.target_table, result.target_key, result.original = target, key, target[key]
  target[key] = result
  return result
end

spies.spy = setmetatable(spy, { __call = function(_, callback) return spy.new(callback) end })

-- MARK: Stubs

local function constant(...)
  local returned = table.pack(...)
  return function() return table.unpack(returned, 1, returned.n) end
end

local function new_stub(target, key, ...)
  target, key = target or {}, key or ""
  if type(target) ~= "table" then error("a stub stands in a table: stub(table, key)", 3) end
  local answer = constant(...)
  if select("#", ...) == 1 and type(...) == "function" then answer = ... end
  local special = {}
  local original = target[key]
  target[key] = function(...)
    local args = table.pack(...)
    for _, case in ipairs(special) do
      if fits(args, case.args) then return case.answer(...) end
    end
    return answer(...)
  end
  local result = spy.on(target, key)
  result.original = original
  function result.returns(...)
    answer = constant(...)
    return result
  end
  function result.invokes(fn)
    answer = fn
    return result
  end
  result.by_default = { returns = result.returns, invokes = result.invokes }
  function result.on_call_with(...)
    local args = copy_of(table.pack(...)).vals
    local function add(fn)
      table.insert(special, 1, { args = args, answer = fn })
      return result
    end
    return { returns = function(...) return add(constant(...)) end, invokes = add }
  end
  return result
end

spies.stub = setmetatable({ new = new_stub }, {
  __call = function(_, ...) return new_stub(...) end,
})

-- MARK: Mocks

-- Calls a function for every value of a table and of the tables in it that is not a table, and for
-- every spy; `owner[key]` is where it stands.
local function each(value, use, seen, owner, key)
  if type(value) ~= "table" or spies.is_spy(value) then return use(value, owner, key) end
  if seen[value] then return end
  seen[value] = true
  local keys = {}
  for name in pairs(value) do keys[#keys + 1] = name end
  for _, name in ipairs(keys) do each(value[name], use, seen, value, name) end
end

local mock = {}

--- Spies on (or stubs) every function of a table and of the tables in it.
function mock.new(target, is_stub, func, self, key)
  if type(target) == "function" and not self then return spies.spy.new(target) end
  each(target, function(value, owner, name)
    if type(value) ~= "function" then return end
    if not is_stub then return spies.spy.on(owner, name) end
    local stub = new_stub(owner, name)
    if func then stub.invokes(func) end
  end, {}, self, key)
  return target
end

local function for_each_spy(method)
  return function(target)
    each(target, function(value)
      if spies.is_spy(value) then value[method](value) end
    end, {})
    return target
  end
end

--- Forget all calls, or put the functions back.
mock.clear, mock.revert = for_each_spy("clear"), for_each_spy("revert")

spies.mock = setmetatable(mock, { __call = function(_, ...) return mock.new(...) end })

--- Notes which spies there are; `revert` takes back those that were made since.
function spies.snapshot()
  local count = #all
  return { revert = function()
    for index = #all, count + 1, -1 do
      all[index]:revert()
      all[index] = nil
    end
  end }
end

-- MARK: Assertions

assertions.add_modifier("spy stub", function(chain, args)
  chain.payload, chain.message = args[1], args[2]
end)

local function payload(chain)
  local found = rawget(chain, "payload")
  if not spies.is_spy(found) then error("such an assertion follows assert.spy(a_spy)", 0) end
  return found
end

local function add_count(names, words, compare)
  assertions.add(names, function(chain, args)
    local count = #payload(chain).calls
    args.count = count
    if args[1] == nil then return count > 0 end
    return compare(count, args[1])
  end, function(args, negated)
    local times = args[1] == nil and "at least once" or ("%s%d times"):format(words, args[1])
    return ("Expected %scalls: %s; there were %d"):format(negated and "other " or "", times,
      args.count)
  end)
end

add_count("called", "", function(count, times) return count == times end)
add_count("called_at_least", "at least ", function(count, times) return count >= times end)
add_count("called_at_most", "at most ", function(count, times) return count <= times end)
add_count("called_more_than", "more than ", function(count, times) return count > times end)
add_count("called_less_than", "less than ", function(count, times) return count < times end)

local function list(args)
  local parts = {}
  for index = 1, args.n do
    parts[index] = matchers.is(args[index]) and tostring(args[index]) or values.show(args[index])
  end
  return "(" .. table.concat(parts, ", ") .. ")"
end

local function add_with(name, field, verb)
  assertions.add(name, function(chain, args)
    args.made = payload(chain)[field]
    return last_that_fits(args.made, args) ~= nil
  end, function(args, negated)
    if negated then return ("Expected that it never %s %s"):format(verb, list(args)) end
    local last = args.made[#args.made]
    return ("Expected that it %s %s\n  %s"):format(verb, list(args),
      last and "the last time it was " .. list(last.vals) or "it was never called")
  end)
end

add_with("called_with", "calls", "was called with")
add_with("returned_with", "returnvals", "returned")

return spies
