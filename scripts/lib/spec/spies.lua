-- Spies, stubs and matchers of arguments, as luassert has them.

local assertions = require("lib.spec.assertions")
local values = require("lib.spec.values")

local spies = {}

-- MARK: Matchers

local Matcher = {}

local function is_matcher(value)
  return type(value) == "table" and getmetatable(value) == Matcher
end

function Matcher.__call(matcher, value) return matcher.test(value) end
function Matcher:__tostring() return "match." .. self.name end

--- `match._`, `match.is_table()`, `match.is_not_nil()`, `match.equals(x)`: for `called_with`.
spies.match = setmetatable({}, {
  __index = function(_, key)
    if key == "_" then
      return setmetatable({ name = "_", test = function() return true end }, Matcher)
    end
    local name, negated = key:lower():gsub("^is_", ""), false
    if name:find("^not_") then name, negated = name:sub(5), true end
    local test = assertions.test_of(name)
    if not test then error(("match.%s does not exist"):format(key), 2) end
    return function(...)
      local expected = table.pack(...)
      return setmetatable({ name = key, test = function(value)
        local args = { n = expected.n + 1, table.unpack(expected, 1, expected.n) }
        args[args.n] = value
        return (not not test({}, args)) ~= negated
      end }, Matcher)
    end
  end,
})

local function fits(found, expected)
  if found.n ~= expected.n then return false end
  for index = 1, expected.n do
    local wanted, value = expected[index], found[index]
    if is_matcher(wanted) then
      if not wanted(value) then return false end
    elseif not values.same(wanted, value) then
      return false
    end
  end
  return true
end

local function last_that_fits(list, expected)
  for index = #list, 1, -1 do
    if fits(list[index].vals, expected) then return list[index] end
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

--- Spies on (or stubs) every function of a table and of the tables in it.
function spies.mock(target, is_stub, func, self, key)
  if type(target) == "table" and not spies.is_spy(target) then
    for name, value in pairs(target) do spies.mock(value, is_stub, func, target, name) end
    return target
  end
  if type(target) ~= "function" or not self then return target end
  if not is_stub then return spies.spy.on(self, key) end
  local stub = new_stub(self, key)
  return func and stub.invokes(func) or stub
end

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
    parts[index] = is_matcher(args[index]) and tostring(args[index]) or values.show(args[index])
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
