-- Reads volumes as East Asia writes them at the end of a title: 第2巻, 巻十二, 三卷, 上册, 2권, and the
-- halves 上 and 下 behind a space.

local function set(list)
  local found = {}
  for _, code in utf8.codes(list) do found[utf8.char(code)] = true end
  return found
end

local counters = set("巻卷册冊集部권편")
local before = set("第巻卷")
local halves = { ["上"] = "1", ["中"] = "2", ["下"] = "3" }

local digits = {}
for place, code in utf8.codes("一二三四五六七八九") do
  digits[utf8.char(code)] = (place + 2) // 3
end

-- The value of digits or of a numeral below hundred; nil for other characters.
local function value_of(chars, from, to)
  local s = table.concat(chars, "", from, to)
  if s:find("^%d+$") then return s:match("^0*(%d+)$") end
  local tens, units = s:match("^(.-)十(.*)$")
  local ten = tens and (tens == "" and 1 or digits[tens])
  local unit = tens and (units == "" and 0 or digits[units]) or not tens and digits[s]
  if not unit or tens and not ten then return nil end
  return ("%d"):format(10 * (ten or 0) + unit)
end

local asian_volumes = {}

--- Returns the place where a volume begins that ends a text, and its number; nil without one.
--- `alone` tells that the text may be nothing but the number, as in brackets: （二）, （上）.
function asian_volumes.at_end(s, alone)
  if not s:find("[\xe3-\xed][\x80-\xbf][\x80-\xbf]") then return nil end
  local chars = {}
  -- A title may not be UTF-8: a byte that stands alone is a character, too.
  for char in s:gmatch(".[\x80-\xbf]*") do chars[#chars + 1] = char end
  local at = #chars
  local is_counted = counters[chars[at]] == true
  if is_counted then at = at - 1 end
  local last = at
  while at > 0 and (chars[at]:find("^%d$") or digits[chars[at]] or chars[at] == "十") do
    at = at - 1
  end
  local number = last > at and value_of(chars, at + 1, last) or nil
  if not number then
    at = last - 1
    number = halves[chars[last] or ""]
    is_counted = is_counted or chars[at] == " "
  end
  if before[chars[at] or ""] then at, is_counted = at - 1, true end
  if not number or not (is_counted or alone and at == 0) then return nil end
  return #table.concat(chars, "", 1, at) + 1, number
end

return asian_volumes
