-- How the time of work on one text grows: for n, 2n and 4n bytes of texts of many kinds, through
-- every function of `mix` that takes a text. Prints the functions that grow faster than n log n;
-- exit code 1 when there is one.
--   mixhost --timeout 1h --allow-read scripts tools/growth-check.lua [BYTES]
local START = tonumber((...)) or 100000
local MOST = 2.7     -- the growth for twice the text that passes; a square has 4
local SHORT = 0.02   -- seconds: what takes less is not measured

local units = {
  "ß", "ΐ", "e\u{301}", "\u{301}", "👩‍👩‍👧‍👦", "(", "[", "\"", "'", " ", "é", "7",
  "word", "word ", "\\", "\u{202E}", "&", "<a ", "a=", "/../",
  "%41", "\n", "\"\",", "{\"a\":", "//",
  "token ", "\27[",
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

local function seconds(call, unit, bytes)
  local text = unit:rep(bytes // #unit)
  local least = math.huge
  for _ = 1, 2 do
    local start = os.clock()
    pcall(call, text, text)
    least = math.min(least, os.clock() - start)
  end
  return least
end

local slow, measured = {}, 0
for _, entry in ipairs(functions()) do
  for _, unit in ipairs(units) do
    local bytes = START
    local before = seconds(entry.call, unit, bytes)
    -- Texts long enough to be measured, up to what takes part of a minute.
    while before < SHORT and bytes < 500000 do
      bytes = 2 * bytes
      before = seconds(entry.call, unit, bytes)
    end
    if before >= SHORT then
      measured = measured + 1
      local twice = seconds(entry.call, unit, 2 * bytes)
      local again = seconds(entry.call, unit, 4 * bytes)
      if again / before > MOST * MOST then
        slow[#slow + 1] = ("%s of %q: %.3f, %.3f, %.3f s for %d, %d, %d bytes"):format(
          entry.name, unit, before, twice, again, bytes, 2 * bytes, 4 * bytes)
      end
    end
  end
end
for _, line in ipairs(slow) do print(line) end
print(("growth: %d cases measured, %d grow faster than n log n"):format(measured, #slow))
os.exit(#slow == 0 and 0 or 1)
