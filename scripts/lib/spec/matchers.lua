-- Matchers of arguments, as luassert has them: for `called_with`, `returned_with`, `on_call_with`.

local assertions = require("lib.spec.assertions")

local matchers = {}

local Matcher = {}

--- Whether a value is a matcher.
function matchers.is(value) return type(value) == "table" and getmetatable(value) == Matcher end

function Matcher.__call(matcher, value) return matcher.test(value) end
function Matcher:__tostring() return "match." .. self.name end

local function new(name, test) return setmetatable({ name = name, test = test }, Matcher) end

-- MARK: By name

-- By name: a function of a matcher's arguments that returns a test.
local known = {}

local function composite(name, test)
  known[name] = function(...)
    local list = table.pack(...)
    for index = 1, list.n do
      if not matchers.is(list[index]) then error(name .. " takes matchers", 4) end
    end
    return function(value) return test(list, value) end
  end
end

local function some(list, value)
  for _, matcher in ipairs(list) do
    if matcher(value) then return true end
  end
  return false
end

composite("any_of", some)
composite("none_of", function(list, value) return not some(list, value) end)
composite("all_of", function(list, value)
  for _, matcher in ipairs(list) do
    if not matcher(value) then return false end
  end
  return true
end)

--- The very same table or function.
function known.ref(expected) return function(value) return rawequal(value, expected) end end

-- The test of an assertion: the value stands where the assertion takes what was found.
local function asserted(name, test)
  return function(...)
    local arguments = table.pack(...)
    local place = (arguments.n == 0 or name == "unique") and 1 or 2
    return function(value)
      local args = { n = arguments.n + 1, table.unpack(arguments, 1, arguments.n) }
      table.move(args, place, arguments.n, place + 1)
      args[place] = value
      return (test({}, args))
    end
  end
end

--- luassert's way to add a matcher: `make(state, arguments)` returns a test.
function matchers.register(name, make)
  known[name:lower()] = function(...) return make({}, table.pack(...)) end
end

function matchers.unregister(name) known[name:lower()] = nil end

-- MARK: match

local plain = { is = true, are = true, was = true, has = true, does = true }

-- The parts of `match.is_not_nil` so far.
local Words = {}

local function extend(words, key)
  local result = { shown = words.shown .. (words.shown == "" and "" or ".") .. key }
  result.negated = words.negated or false
  for index, word in ipairs(words) do result[index] = word end
  for word in key:lower():gmatch("[^_]+") do
    if word == "not" or word == "no" then
      result.negated = not result.negated
    elseif not plain[word] then
      result[#result + 1] = word
    end
  end
  return setmetatable(result, Words)
end

function Words.__index(words, key)
  if type(key) == "string" then return extend(words, key) end
end

function Words.__call(words, ...)
  local name = table.concat(words, "_")
  local make = known[name]
  if not make then
    local test = assertions.test_of(name)
    if not test then error(("match.%s does not exist"):format(words.shown), 2) end
    make = asserted(name, test)
  end
  local test, negated = make(...), words.negated
  local result = new(words.shown, function(value) return (not not test(value)) ~= negated end)
  result.is_ref = name == "ref"
  return result
end

--- `match._`, `match.is_table()`, `match.is_not_nil()`, `match.any_of(a, b)`, `match.is_ref(t)`.
matchers.match = setmetatable({
  _ = new("_", function() return true end), is_matcher = matchers.is,
  is_ref_matcher = function(value) return matchers.is(value) and value.is_ref end,
}, { __index = function(_, key) return extend({ shown = "", negated = false }, key) end })

return matchers
