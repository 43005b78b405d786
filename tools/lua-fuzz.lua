-- Random calls of the functions of `string`, `table` and `utf8`, which two interpreters can do
-- alike: prints one checksum for each thousand cases, so that their answers can be compared line by
-- line. Called by lua-fuzz:
--   lua-fuzz.lua patterns|library COUNT [SEED [FIRST LAST]]
-- With FIRST and LAST it prints these cases in full.
local maker, count, seed = arg[1], tonumber(arg[2]), tonumber(arg[3] or 1)
local first, last = tonumber(arg[4] or 0), tonumber(arg[5] or -1)

-- SplitMix64: the same numbers in every interpreter, whatever its math.random does.
local state = seed
local function random(n)
  state = state + 0x9E3779B97F4A7C15
  local z = state
  z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
  z = (z ~ (z >> 27)) * 0x94D049BB133111EB
  return ((z ~ (z >> 31)) >> 1) % n + 1
end

local function one_of(list) return list[random(#list)] end

-- Each maker returns a function that does one case, and returns the answer and the case in words.
local makers = {}

-- Patterns, most of them valid, on short texts.
function makers.patterns()
  local letters = { "a", "b", "c", "A", "1", " ", ".", "\0", "\255", "(", "]", "%", "-", "x" }
  local items = {
    "a", "b", "c", ".", "%a", "%A", "%d", "%s", "%w", "%W", "%x", "%p", "%c", "%u", "%l", "%g",
    "%z", "%.", "%%", "[abc]", "[^abc]", "[a-c]", "[%a1]", "[^%s]", "[]]", "[^]]", "[a-]",
    "[%-x]", "[a%]", "\0", "[\0-\31]", "\255", "%b()", "%b\0a", "%bab", "%f[%a]", "%f[^b]", "%1",
    "%2", "$", "^", "-", "*", "+",
  }
  local broken = {
    "[", "[a", "[^", "%", "%f", "%fa", "%b", "%b(", "(", ")", "()", "%9", "%0", "[%", "[a-",
  }
  local suffixes = { "", "", "", "*", "+", "-", "?" }
  local replacements = {
    "", "x", "%0", "%1", "%1%2", "%%", "<%0>", "%", "%x", 7, true,
    { a = "A", b = 1, c = false, [1] = "p" },
    function(...) return select("#", ...) .. tostring((...)) end, function() end,
    function(a) return a == "b" and {} or a end,
  }

  local function text(longest)
    local parts = {}
    for i = 1, random(longest + 1) - 1 do parts[i] = one_of(letters) end
    return table.concat(parts)
  end

  local function pattern()
    local parts, depth = {}, 0
    if random(8) == 1 then parts[1] = "^" end
    for _ = 1, random(6) do
      local kind = random(20)
      if kind <= 3 then
        parts[#parts + 1] = random(5) == 1 and "()" or "("
        if parts[#parts] == "(" then depth = depth + 1 end
      elseif kind <= 5 and depth > 0 then
        parts[#parts + 1] = ")"
        depth = depth - 1
      elseif kind == 6 and random(6) == 1 then
        parts[#parts + 1] = one_of(broken)
      else
        parts[#parts + 1] = one_of(items) .. one_of(suffixes)
      end
    end
    if random(20) > 1 then parts[#parts + 1] = (")"):rep(depth) end
    if random(8) == 1 then parts[#parts + 1] = "$" end
    return table.concat(parts)
  end

  local function shown(...)
    local parts = {}
    for i = 1, select("#", ...) do
      local value = select(i, ...)
      parts[i] = type(value) .. ":" .. (type(value) == "table" and "" or tostring(value))
    end
    return table.concat(parts, "|")
  end

  local function all_matches(subject, wanted, start)
    local parts = {}
    for a, b in string.gmatch(subject, wanted, start) do
      parts[#parts + 1] = shown(a, b)
      if #parts > 40 then break end
    end
    return table.concat(parts, ";")
  end

  local functions = {
    function(s, p, start) return string.find(s, p, start) end,
    function(s, p, start) return string.find(s, p, start, random(3) == 1) end,
    function(s, p, start) return string.match(s, p, start) end,
    function(s, p, start) return all_matches(s, p, start) end,
    function(s, p) return string.gsub(s, p, one_of(replacements)) end,
    function(s, p) return string.gsub(s, p, one_of(replacements), random(4) - 1) end,
  }

  return function()
    local subject, wanted = text(24), pattern()
    local start = random(4) == 1 and random(60) - 30 or nil
    local which = random(#functions)
    local answer = shown(pcall(functions[which], subject, wanted, start))
    return answer, ("%d %q %q %s"):format(which, subject, wanted, start)
  end
end

-- The functions that take no pattern.
function makers.library()
  local integers = {
    0, 1, -1, 2, 3, 7, 8, 16, 31, 32, 64, 65, 127, 128, 255, 256, -128, -129, 0x7FF, 0x800, 0xD800,
    0xFFFF, 0x10FFFF, 0x110000, 0x7FFFFFFF, 0x80000000, -2, -3, math.maxinteger, math.mininteger,
  }
  local floats = { 0.0, -0.0, 0.1, 1.5, -2.0, 1e15, 1e100, 2^53, 1 / 0, -1 / 0, 0 / 0, 5e-324 }
  local texts = {
    "", "a", "abc", "10", "0x1p4", " 7 ", "1e2", "ab\0c", "\u{E9}t\u{E9}", "\u{4E16}\u{754C}",
    "\u{1F600}x", "\xC3", "\xFFabc", "a\xE4\xB8", "line\n\"q\"\\\r", ("x"):rep(120),
  }
  local others = { true, false }

  -- Any value whose text is the same everywhere.
  local function value()
    local kind = random(10)
    if kind <= 4 then return one_of(integers) end
    if kind <= 6 then return one_of(floats) end
    if kind <= 9 then return one_of(texts) end
    return others[random(3)]
  end

  local function small() return random(14) - 4 end
  local function often(usual) return random(6) == 1 and value() or usual() end
  local function word() return one_of(texts) end

  local function list(length)
    local result = {}
    for i = 1, length or random(8) - 1 do
      result[i] = random(3) == 1 and one_of(texts) or one_of(integers)
    end
    return result
  end

  -- A table that notes what is read and written.
  local function proxy(behind, notes)
    return setmetatable({}, {
      __index = function(_, key)
        notes[#notes + 1] = "r" .. tostring(key)
        return behind[key]
      end,
      __newindex = function(_, key, new)
        notes[#notes + 1] = "w" .. tostring(key)
        behind[key] = new
      end,
      __len = function() return #behind end,
    })
  end

  local notes
  local function table_argument()
    local kind = random(12)
    if kind == 1 then return value() end
    if kind <= 4 then return proxy(list(), notes) end
    return list()
  end

  local function shown(...)
    local parts = {}
    for i = 1, select("#", ...) do
      local item = select(i, ...)
      if type(item) == "table" then
        local inner = {}
        for j = 1, math.min(rawlen(item), 40) do inner[j] = tostring(rawget(item, j)) end
        parts[i] = "{" .. table.concat(inner, ",") .. "}"
      elseif type(item) == "function" then
        parts[i] = "function"
      else
        parts[i] = math.type(item) == "float" and ("%a"):format(item) or tostring(item)
      end
    end
    return table.concat(parts, "|")
  end

  local conversions = {
    "d", "i", "u", "c", "x", "X", "o", "e", "E", "f", "g", "G", "a", "A", "s", "q", "%", "y", "",
  }
  local flags = { "", "", "", "-", "0", "+", " ", "#", "-0", "+ ", "######" }
  local widths = { "", "", "", "1", "5", "12", "99", "100" }
  local precisions = { "", "", "", ".", ".0", ".3", ".20", ".99", ".100" }

  local function format_string()
    local parts = {}
    for i = 1, random(3) do
      parts[i] = one_of { "", "a", "=" } .. "%" .. one_of(flags) .. one_of(widths)
        .. one_of(precisions) .. one_of(conversions)
    end
    return table.concat(parts)
  end

  local packings = {
    "b", "B", "h", "H", "i", "I", "l", "L", "j", "J", "T", "f", "d", "n", "s", "s1", "s2", "z",
    "x", "i1", "i3", "I7", "i8", "i16", "I16", "i17", "i0", "c0", "c1", "c5", "c", "X", "Xi4",
    "Xz", "!4", "!", "!3", "<", ">", "=", " ", "y",
  }

  local function packing()
    local parts = {}
    for i = 1, random(4) do parts[i] = one_of(packings) end
    return table.concat(parts)
  end

  local comparisons = {
    false, false, function(a, b) return tostring(a) < tostring(b) end,
    function(a, b) return tostring(a) > tostring(b) end, function() return true end,
    function() return random(2) == 1 end, function(a, b) return #tostring(a) <= #tostring(b) end,
  }

  -- Not tail calls: messages name the function by its call.
  local functions = {
    function()
      local a = string.format(format_string(), value(), value(), value())
      return a
    end,
    function() local a = string.format(often(format_string), value()) return a end,
    function()
      local a = string.rep(often(word), small(), random(2) == 1 and word() or nil)
      return a
    end,
    function()
      local a = string.pack(packing(), value(), value(), value(), value())
      return a
    end,
    function()
      local text = word() .. word()
      local a, b, c, d, e = string.unpack(packing(), text, random(3) == 1 and often(small) or nil)
      return a, b, c, d, e
    end,
    function() local a = string.packsize(packing()) return a end,
    function()
      local a, b, c = string.byte(often(word), often(small), often(small))
      return a, b, c
    end,
    function() local a = string.char(random(256) - 1, often(small)) return a end,
    function() local a = string.sub(often(word), often(small), often(small)) return a end,
    function()
      local text = often(word)
      local a, b, c = string.upper(text), string.lower(text), string.reverse(text)
      return a, b, c, string.len(text)
    end,
    function()
      local t = table_argument()
      local a = table.concat(t, random(2) == 1 and often(word) or nil,
        random(3) == 1 and small() or nil, random(4) == 1 and small() or nil)
      return a, t
    end,
    function()
      local t, to = table_argument(), random(3) == 1 and table_argument() or nil
      local a = table.move(t, small(), small(), often(small), to)
      return t, to, a
    end,
    function() local t = table_argument() table.insert(t, often(small), value()) return t end,
    function() local t = table_argument() table.insert(t, value()) return t end,
    function() local t = table_argument() local a = table.remove(t, often(small)) return a, t end,
    function() local t = table_argument() local a = table.remove(t) return a, t end,
    function()
      local a, b, c, d = table.unpack(table_argument(), small(), small())
      return a, b, c, d
    end,
    function()
      local t = random(3) == 1 and list() or {}
      for i = 1, random(60) do t[i] = random(12) end
      if random(4) == 1 then t = proxy(t, notes) end
      table.sort(t, one_of(comparisons) or nil)
      return t
    end,
    function() local a = utf8.char(often(small), value(), one_of(integers)) return a end,
    function()
      local a, b = utf8.len(often(word), often(small), often(small), random(2) == 1)
      return a, b
    end,
    function()
      local a, b, c = utf8.codepoint(often(word), often(small), often(small), random(2) == 1)
      return a, b, c
    end,
    function() local a = utf8.offset(often(word), often(small), often(small)) return a end,
    function()
      local parts = {}
      for at, code in utf8.codes(often(word), random(2) == 1) do
        parts[#parts + 1] = at .. ":" .. code
      end
      return table.concat(parts, " ")
    end,
    function()
      local a = tonumber(often(word), random(3) == 1 and small() or nil)
      return a, tostring(value())
    end,
  }

  return function()
    local which = random(#functions)
    notes = {}
    local answer = shown(pcall(functions[which])) .. "/" .. table.concat(notes, " ")
    return answer, which
  end
end

local sum, do_case = 0, makers[maker]()
for case = 1, count do
  local answer, words = do_case()
  for i = 1, #answer do sum = (sum * 31 + answer:byte(i)) & 0xFFFFFFFFFFFF end
  if case >= first and case <= last then print(case, words, ("%q"):format(answer)) end
  if case % 1000 == 0 then print(case, ("%012x"):format(sum)) end
end
