-- The assertions on values and on errors.

local assertions = require("lib.spec.assertions")
local values = require("lib.spec.values")

local add = assertions.add
local show = values.show

-- Takes the argument after the compared ones as the message for a failure.
local function note(chain, args, index)
  if args.n >= index and args[index] ~= nil then chain.message = args[index] end
end

local function side_by_side(what, expected, found)
  local shown_expected, shown_found, where = values.show_both(expected, found)
  if shown_expected == shown_found and type(expected) == "table" and type(found) == "table" then
    return ("%s; what differs:\n  %s"):format(what,
      (values.diff(expected, found):gsub("\n", "\n  ")))
  end
  return ("%s\n  expected: %s\n  got:      %s%s"):format(what, shown_expected, shown_found,
    where and "\n  " .. where or "")
end

local function compared(what)
  return function(args, negated)
    if negated then return ("Expected anything but %s"):format(show(args[1])) end
    return side_by_side(what, args[1], args[2])
  end
end

add("equal equals", function(chain, args)
  note(chain, args, 3)
  return args[1] == args[2]
end, function(args, negated)
  if not negated and values.same(args[1], args[2]) then
    return "Expected one table, got two with the same contents (assert.are.same compares those)\n  "
      .. show(args[1])
  end
  return compared("Expected values to be equal")(args, negated)
end)

add("same", function(chain, args)
  note(chain, args, 3)
  return values.same(args[1], args[2])
end, function(args, negated)
  if negated or type(args[1]) ~= "table" or type(args[2]) ~= "table" then
    return compared("Expected values to be the same")(args, negated)
  end
  return "Expected tables to be the same; what differs:\n  "
    .. values.diff(args[1], args[2]):gsub("\n", "\n  ")
end)

local function add_check(names, expected, test)
  add(names, function(chain, args)
    note(chain, args, 2)
    return test(args[1])
  end, function(args, negated)
    return ("Expected %s%s, got %s"):format(negated and "anything but " or "", expected,
      show(args[1]))
  end)
end

add_check("true", "true", function(value) return value == true end)
add_check("false", "false", function(value) return value == false end)
add_check("nil", "nil", function(value) return value == nil end)
add_check("truthy", "a true value", function(value) return not not value end)
add_check("falsy", "false or nil", function(value) return not value end)
for _, name in ipairs({
  "boolean", "number", "string", "table", "function", "userdata", "thread",
}) do
  add_check(name, "a " .. name, function(value) return type(value) == name end)
end

add("near", function(chain, args)
  note(chain, args, 4)
  local expected, found, tolerance = tonumber(args[1]), tonumber(args[2]), tonumber(args[3])
  if not (expected and found and tolerance) then
    error("assert.near takes two numbers and a tolerance", 0)
  end
  return found >= expected - tolerance and found <= expected + tolerance
end, function(args, negated)
  return ("Expected a number %s %s of %s, got %s"):format(
    negated and "not within" or "within", show(args[3]), show(args[1]), show(args[2]))
end)

local function text_of(value)
  if type(value) == "string" then return value end
  if type(value) == "number" or type(value) == "boolean" or type(value) == "userdata"
    or type(value) == "table" and type(getmetatable(value)) == "table"
    and getmetatable(value).__tostring then
    return tostring(value)
  end
end

-- Finds a pattern; the assertion returns its captures.
local function matches(text, pattern, init, plain)
  if type(pattern) ~= "string" then error("a pattern is a string", 0) end
  if not text then return false end
  if plain then return text:find(pattern, init, true) ~= nil, { pattern } end
  local found = table.pack(text:match(pattern, init))
  return found[1] ~= nil, found
end

add("match matches", function(chain, args)
  local init, plain = args[3], args[4]
  if args.n >= 3 and init ~= nil and not tonumber(init) then
    chain.message = init
    init, plain = nil, nil
  end
  return matches(text_of(args[2]), args[1], init, plain)
end, function(args, negated)
  return ("Expected a text that %s %s\n  got: %s"):format(
    negated and "does not match" or "matches", show(args[1]), show(args[2]))
end)

add("unique", function(chain, args)
  local deep = args[2] == true
  if type(args[2]) == "string" then chain.message = args[2] else note(chain, args, 3) end
  for index, value in ipairs(args[1]) do
    for other = index + 1, #args[1] do
      local twin = args[1][other]
      if value == twin or deep and values.same(value, twin) then return false end
    end
  end
  return true
end, function(args, negated)
  return ("Expected a list with%s a value that is in it twice: %s"):format(
    negated and "" or "out", show(args[1]))
end)

-- Calls a function. Returns whether it failed, and its error without a position in front.
local function caught(fn)
  local meta = getmetatable(fn)
  if type(fn) ~= "function" and not (type(meta) == "table" and meta.__call) then
    error(("a function to call is expected, got %s"):format(type(fn)), 0)
  end
  local ok, err = pcall(fn)
  if type(err) == "string" then err = err:gsub("^[^\n]-:%d+: ", "", 1) end
  return not ok, err
end

local function says_error(args, negated)
  if negated then return ("Expected no error, but caught: %s"):format(show(args.caught)) end
  local what = "Expected a different error"
  if args.failed and args[2] ~= nil then return side_by_side(what, args[2], args.caught) end
  return ("%s\n  expected: %s\n  got:      %s"):format(what,
    args[2] ~= nil and show(args[2]) or "an error", args.failed and show(args.caught) or "no error")
end

-- Compares as text where a text is expected: error objects include position and message in
-- `tostring`.
local function is_expected(err, expected)
  if expected == nil then return true end
  if type(expected) == "string" and type(err) ~= "string" then
    local text = text_of(err)
    if text then return text == expected or text:gsub("^[^\n]-:%d+: ", "", 1) == expected end
  end
  if type(expected) == "number" and type(err) == "string" then return tonumber(err) == expected end
  return values.same(expected, err)
end

add("error errors", function(chain, args)
  note(chain, args, 3)
  args.failed, args.caught = caught(args[1])
  return args.failed and is_expected(args.caught, args[2]), { args.caught, args[2], n = 2 }
end, says_error)

add("error_match error_matches match_error matches_error", function(chain, args)
  local init, plain = args[3], args[4]
  if type(init) == "string" then
    chain.message = init
    init, plain = nil, nil
  end
  args.failed, args.caught = caught(args[1])
  if not args.failed then return false end
  return matches(text_of(args.caught), args[2], init, plain)
end, says_error)

-- The first empty place of a list, up to a length or to its last place.
local function first_hole(list, length)
  if not length then
    length = 0
    for key in pairs(list) do
      if math.type(key) == "integer" and key > length then length = key end
    end
  end
  for index = 1, length do
    if list[index] == nil then return index end
  end
end

assertions.add_modifier("array", function(chain, args) chain.payload = args[1] end)

add("holes", function(chain, args)
  local list = rawget(chain, "payload")
  if type(list) ~= "table" then error("such an assertion follows assert.array(a_table)", 0) end
  args.hole = first_hole(list, args[1])
  return args.hole ~= nil, { args.hole }
end, function(args, negated)
  if negated then return ("Expected a list without holes, found one at %d"):format(args.hole) end
  return "Expected a list with holes, there are none"
end)

return assertions
