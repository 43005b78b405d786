-- How the time of work on one text grows: for n, 2n and 4n bytes of texts of many kinds, through
-- every function of `mix` that takes a text, and for documents with many parts. Prints those that
-- grow faster than n log n; exit code 1 when there is one.
--   mixhost --timeout 1h --allow-read scripts tools/growth-check.lua [BYTES]
local START = tonumber((...)) or 100000
local MOST = 2.7     -- the growth for twice the text that passes; a square has 4
local SHORT = 0.02   -- seconds: what takes less is not measured

local units = {
  "ß", "ΐ", "e\u{301}", "\u{301}", "👩‍👩‍👧‍👦", "(", "[", "\"", "'", " ", "é", "7",
  "word", "word ", "\\", "\u{202E}", "&", "<a ", "a=", "/../",
  "%41", "\n", "\"\",", "{\"a\":", "//",
  "token ", "\27[", "a,",
}

-- A text of about `bytes` bytes: what stands before, a part for each number, what stands behind.
local function parts(before, part, behind)
  return function(bytes)
    local list, size, number = { before }, #before, 0
    while size < bytes do
      number = number + 1
      list[number + 1] = part:gsub("#", number)
      size = size + #list[number + 1]
    end
    return table.concat(list) .. behind
  end
end

local function both(first, second)
  return function(bytes) return first(bytes // 2) .. second(bytes // 2) end
end

-- Documents of others: many of what a reader has to look up, name or keep.
local documents = {
  { "csv.parse", "equal names", parts("", "a,", "\n1\n") },
  { "csv.parse", "names that others have", parts("a_2,a_3,a_4,", "a,", "\n1\n") },
  { "csv.parse", "a wide header above short rows",
    both(parts("", "a#,", "\n"), parts("", "1\n", "")) },
  { "csv.parse", "rows longer than the header", parts("a\n", "1,2,3\n", "") },
  { "csv.parse", "quotes that do not end", parts("a\n", "\"#\n", "") },
  { "json.decode", "equal keys", parts("{", "\"a\":1,", "\"a\":1}") },
  { "json.decode", "long keys that begin alike",
    parts("{", "\"" .. ("k"):rep(60) .. "#\":1,", "\"a\":1}") },
  { "json.decode", "empty lists", parts("[", "[],", "[]]") },
  { "json.decode", "escapes", parts("\"", "\\u00e9", "\"") },
  { "xml.decode", "attributes", parts("<a", " a#=\"\"", "/>") },
  { "xml.decode", "equal attributes", parts("<a", " a=\"\"", "/>") },
  { "xml.decode", "namespaces", parts("<a>", "<b xmlns:n#=\"u\"/>", "</a>") },
  { "xml.decode", "namespaces of one element", parts("<a", " xmlns:n#=\"u\"", "/>") },
  { "xml.decode", "children and texts", parts("<a>", "x<b/>", "</a>") },
  { "xml.decode", "references", parts("<a>", "&amp;", "</a>") },
  { "xml.decode", "comments", parts("<a>", "<!--#-->", "</a>") },
}

-- Patterns that programs hold against a line or cell of others.
local spaces = parts("a", (" "):rep(10), "a")
local of_strings = {
  { "match of ^%s*(.-)%s*$", function(text) return text:match("^%s*(.-)%s*$") end },
  { "gsub of %s+$", function(text) return text:gsub("%s+$", "") end },
  { "gsub of (%s*)$", function(text) return text:gsub("(%s*)$", "") end },
}

-- Pairwise comparisons are bounded by steps, not by growth; the others print, wait, or ask a user.
local left_out = {
  text = { ratio = 1, partial_ratio = 1, token_sort_ratio = 1, token_set_ratio = 1, wratio = 1,
    jaro_winkler = 1, levenshtein_ratio = 1, damerau_ratio = 1, difflib_ratio = 1, levenshtein = 1,
    damerau = 1, best_of = 1, scores = 1, matrix = 1 },
  ui = {}, auth = {}, log = {}, test = {}, events = {}, task = {},
}

-- The modules' functions, as the generated types list them: `function NAME.FUNCTION(first, …)`.
local function functions()
  local found = {}
  local types = assert(mix.fs.read("scripts/types/mix.lua"))
  local first
  for line in types:gmatch("[^\n]+") do
    first = first or line:match("^%-%-%-@param %S+ (%S+)")
    local module, name = line:match("^function (%w+)%.([%w_]+)%(")
    if module then
      local out = left_out[module]
      local takes = first and (first:find("string", 1, true) or first == "any")
      local ok, owner = pcall(function() return mix[module] end)
      if takes and ok and not (out and (next(out) == nil or out[name])) then
        found[#found + 1] = { name = module .. "." .. name, call = owner[name] }
      end
    end
    if not line:find("^%-%-%-") then first = nil end
  end
  return found
end

-- With one text, and with two: of functions with options the second is refused.
local function least(call, text)
  local best = math.huge
  for _ = 1, 2 do
    local start = os.clock()
    pcall(call, text)
    pcall(call, text, text)
    best = math.min(best, os.clock() - start)
  end
  return best
end

local slow, measured = {}, 0

local function measure(name, call, kind, make)
  local bytes = START
  local before = least(call, make(bytes))
  -- Texts long enough to be measured, up to what takes part of a minute.
  while before < SHORT and bytes < 500000 do
    bytes = 2 * bytes
    before = least(call, make(bytes))
  end
  if before < SHORT then return end
  measured = measured + 1
  local twice, again = least(call, make(2 * bytes)), least(call, make(4 * bytes))
  if again / before > MOST * MOST then
    slow[#slow + 1] = ("%s of %s: %.3f, %.3f, %.3f s for %d, %d, %d bytes"):format(
      name, kind, before, twice, again, bytes, 2 * bytes, 4 * bytes)
  end
end

for _, entry in ipairs(functions()) do
  for _, unit in ipairs(units) do
    measure(entry.name, entry.call, ("%q"):format(unit),
      function(bytes) return unit:rep(bytes // #unit) end)
  end
end
for _, entry in ipairs(of_strings) do measure(entry[1], entry[2], "spaces", spaces) end
for _, document in ipairs(documents) do
  local module, name = document[1]:match("^(%w+)%.([%w_]+)$")
  local ok, call = pcall(function() return mix[module][name] end)
  if ok then measure(document[1], call, document[2], document[3]) end
end
for _, line in ipairs(slow) do print(line) end
print(("growth: %d cases measured, %d grow faster than n log n"):format(measured, #slow))
os.exit(#slow == 0 and 0 or 1)
