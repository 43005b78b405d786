-- Finds catalogue numbers of composers' works: "BWV 1048", "K. 525", "Op. 27 No. 2", "Op. 9/2",
-- "Hob. XVI:34". Input is folded.

local numbers = require("rules.lib.numbers")

local systems = {
  op = "op", opus = "op", kv = "k", k = "k", kk = "kk", bwv = "bwv", buxwv = "buxwv", rv = "rv",
  hwv = "hwv", twv = "twv", wab = "wab", woo = "woo", wq = "wq", hob = "hob", sz = "sz",
  fwv = "fwv", trv = "trv", swv = "swv", d = "d", l = "l", s = "s", h = "h", b = "b", m = "m",
  g = "g", r = "r", p = "p", t = "t",
}

local catalogues = {}

-- The number of a piece after the number of its opus: "no. 2", "/2", "nr. 2".
local function part_at(s, place)
  return s:match("^/(%d+)", place) or s:match("^,? n[ro]%.? ?(%d+)", place)
    or s:match("^: n[ro]%.? ?(%d+)%f[^%d%.]", place)
end

--- Returns the numbers by catalogue, and the number within an opus; nil without any.
function catalogues.of(s)
  local found, part
  for before, system, dot, number, place in s:gmatch("()%f[%w](%a+)(%.?) ?(%d+%a?)()%f[^%w]") do
    local known = systems[system]
    -- A single letter counts only with its dot, or after a comma.
    if known and (#system > 1 or dot ~= "" or s:sub(before - 2, before - 1) == ", ") then
      found = found or {}
      found[known] = found[known] or number
      if known == "op" then part = part or part_at(s, place) end
    end
  end
  local volume, number = s:match("%f[%w]hob%.? ?([ivx]+)[:/] ?(%d+)")
  if volume then
    found = found or {}
    found.hob = (numbers.of(volume) or volume) .. ":" .. number
  end
  return found, part and numbers.of(part)
end

--- Returns the text without catalogue numbers.
function catalogues.without(s)
  if not catalogues.of(s) then return s end
  s = s:gsub(",?%s*%f[%w]hob%.? ?[ivx]+[:/] ?%d+", " ")
  s = s:gsub(",?%s*%f[%w]op[us]*%.? ?%d+%a?,? n[or]s?%.? ?%d+[%-%d]*", " ")
  return (s:gsub(",?%s*%f[%w](%a+)(%.?) ?%d+%a?/?%d*%f[^%w]", function(system)
    return systems[system] and " " or nil
  end))
end

--- Returns "same" when a catalogue gives both the same number, "other" and the catalogue when it
--- gives them different ones, nil when nothing can be compared.
function catalogues.compare(a, b)
  if not (a and b) then return nil end
  local other
  for system, number in pairs(a) do
    if b[system] == number then return "same" end
    if b[system] and (not other or system < other) then other = system end
  end
  return other and "other", other
end

return catalogues
