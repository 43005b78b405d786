-- Random patterns on random texts: prints one checksum for each thousand cases, so that two
-- interpreters can be compared line by line. Usage: fuzz-patterns.lua COUNT [SEED [FIRST LAST]]:
-- with FIRST and LAST it prints these cases in full.
local count, seed = tonumber(arg[1]), tonumber(arg[2] or 1)
local first, last = tonumber(arg[3] or 0), tonumber(arg[4] or -1)

-- SplitMix64: the same numbers in every interpreter, whatever its math.random does.
local state = seed
local function random(n)
  state = state + 0x9E3779B97F4A7C15
  local z = state
  z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
  z = (z ~ (z >> 27)) * 0x94D049BB133111EB
  return ((z ~ (z >> 31)) >> 1) % n + 1
end

local letters = { "a", "b", "c", "A", "1", " ", ".", "\0", "\255", "(", "]", "%", "-", "x" }
local items = {
  "a", "b", "c", ".", "%a", "%A", "%d", "%s", "%w", "%W", "%x", "%p", "%c", "%u", "%l", "%g", "%z",
  "%.", "%%", "[abc]", "[^abc]", "[a-c]", "[%a1]", "[^%s]", "[]]", "[^]]", "[a-]", "[%-x]", "[a%]",
  "\0", "[\0-\31]", "\255", "%b()", "%b\0a", "%bab", "%f[%a]", "%f[^b]", "%1", "%2", "$", "^", "-",
  "*", "+",
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
  for i = 1, random(longest + 1) - 1 do parts[i] = letters[random(#letters)] end
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
      parts[#parts + 1] = broken[random(#broken)]
    else
      parts[#parts + 1] = items[random(#items)] .. suffixes[random(#suffixes)]
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
  function(s, p) return string.gsub(s, p, replacements[random(#replacements)]) end,
  function(s, p) return string.gsub(s, p, replacements[random(#replacements)], random(4) - 1) end,
}

local sum = 0
for case = 1, count do
  local subject, wanted = text(24), pattern()
  local start = random(4) == 1 and random(60) - 30 or nil
  local which = random(#functions)
  local answer = shown(pcall(functions[which], subject, wanted, start))
  for i = 1, #answer do sum = (sum * 31 + answer:byte(i)) & 0xFFFFFFFFFFFF end
  if case >= first and case <= last then
    print(case, which, ("%q %q"):format(subject, wanted), start, answer)
  end
  if case % 1000 == 0 then print(case, ("%012x"):format(sum)) end
end
