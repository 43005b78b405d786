-- `assert` for specs: luassert's chains, such as assert.is_true(x) and assert.are_not.equal(a, b).

local failure = require("lib.spec.failure")
local near = require("lib.near")

local assertions = {}

-- Assertions by name: test(chain, args) → whether it holds, and its results; says(args, negated) →
-- text.
local known = {}
-- Words by name: a function that changes the state of a chain; a word without one is for reading
-- only.
local modifiers = {}

local Chain = {}

local function new_chain(from)
  return setmetatable({
    negated = from and rawget(from, "negated") or false,
    payload = from and rawget(from, "payload"),
    message = from and rawget(from, "message"),
    assertion = from and rawget(from, "assertion"),
  }, Chain)
end

-- Finds the longest name made of words from `first` on, and their number.
local function longest_name(words, first)
  for last = #words, first, -1 do
    local name = table.concat(words, "_", first, last)
    if known[name] or modifiers[name] then return name, last end
  end
end

local function extend(chain, key)
  local words = {}
  for word in tostring(key):gmatch("[^_]+") do words[#words + 1] = word:lower() end
  local result = new_chain(chain)
  local position = 1
  while position <= #words do
    local name, last = longest_name(words, position)
    if not name then
      local names = {}
      for each in pairs(known) do names[#names + 1] = each end
      table.sort(names)
      error(("luassert: unknown modifier/assertion: '%s'%s"):format(
        tostring(key), near(table.concat(words, "_", position), names)), 0)
    end
    if known[name] then
      result.assertion = name
    elseif name == "not" or name == "no" then
      result.negated = not result.negated
    else
      result.modifier = modifiers[name]
    end
    position = last + 1
  end
  return result
end

local function check(chain, args)
  local assertion = known[rawget(chain, "assertion")]
  local holds, returned = assertion.test(chain, args)
  if holds ~= rawget(chain, "negated") then
    if returned then return table.unpack(returned, 1, returned.n or #returned) end
    return table.unpack(args, 1, args.n)
  end
  local text = assertion.says(args, rawget(chain, "negated"), chain)
  local message = rawget(chain, "message")
  if message ~= nil then text = tostring(message) .. "\n" .. text end
  failure.raise(text)
end

Chain.__index = extend

function Chain.__call(chain, ...)
  local args = table.pack(...)
  if rawget(chain, "assertion") then return check(chain, args) end
  local modifier = rawget(chain, "modifier")
  if modifier then
    local result = new_chain(chain)
    modifier(result, args)
    return result
  end
  error("this chain names no assertion", 2)
end

--- Adds an assertion.
function assertions.add(names, test, says)
  for name in names:gmatch("%S+") do known[name] = { test = test, says = says } end
end

--- Adds words for chains; with a function, they take arguments.
function assertions.add_modifier(names, change)
  for name in names:gmatch("%S+") do modifiers[name] = change or function() end end
end

assertions.add_modifier("is are was has does not no")
assertions.add_modifier("message", function(chain, args) chain.message = args[1] end)

local assert_table = {}

--- luassert's way to add an assertion: `test(state, arguments)` returns whether it holds.
function assert_table.register(_, kind, name, test, positive, negative)
  name = name:lower()
  if kind == "modifier" then return assertions.add_modifier(name, test) end
  if kind ~= "assertion" then error("assert:register takes an assertion or a modifier", 2) end
  assertions.add(name, function(chain, args) return not not test(chain, args) end,
    function(_, negated) return (negated and negative or positive) or name .. " does not hold" end)
end

--- Removes an assertion that `register` added.
function assert_table.unregister(_, kind, name)
  name = name:lower()
  if kind == "modifier" then modifiers[name] = nil end
  if kind == "assertion" then known[name] = nil end
end

assertions.assert = setmetatable(assert_table, {
  __index = function(_, key) return extend(nil, key) end,
  __call = function(_, value, message, ...)
    if value then return value, message, ... end
    -- Behaves like Lua's assert, because the tested code calls it as well.
    error(message == nil and "assertion failed!" or message, 0)
  end,
})

return assertions
