-- Dates as feeds write them: RFC 822 in all its spellings, ISO 8601 whole or in part, and what
-- programs make of them.

local trimmed = require("lib.trimmed")

local dates = {}

-- Hours that the names of zones stand for.
local zones = {
  z = 0, ut = 0, utc = 0, gmt = 0, wet = 0, bst = 1, cet = 1, mez = 1, west = 1, met = 1,
  cest = 2, mesz = 2, eet = 2, sast = 2, mest = 2, eest = 3, msk = 3, ist = 5.5, pkt = 5,
  hkt = 8, awst = 8, sgt = 8, jst = 9, kst = 9, aest = 10, aedt = 11, nzst = 12, nzdt = 13,
  nst = -3.5, ast = -4, adt = -3, est = -5, edt = -4, et = -5, cst = -6, cdt = -5, ct = -6,
  mst = -7, mdt = -6, mt = -7, pst = -8, pdt = -7, pt = -8, akst = -9, akdt = -8, hst = -10,
}

-- The beginnings of the names of months, in English and other languages. "Listopada" is October in
-- Croatian and November in Polish.
local months = {
  { "jan", "ene", "янв", "sty", "oca", "tam", "gen", "ιαν" },
  { "feb", "fév", "fev", "фев", "lut", "şub", "helm", "φεβ" },
  { "mar", "mär", "mrt", "мар", "maa", "már", "μαρ" },
  { "apr", "avr", "abr", "апр", "kwi", "nis", "huh", "ápr", "απρ" },
  { "may", "mai", "mag", "mei", "май", "мая", "maj", "tou", "máj", "μαϊ", "μαΐ", "μάι" },
  { "jun", "juin", "giu", "июн", "cze", "haz", "kes", "jún", "ιου", "ιούν" },
  { "jul", "juil", "lug", "июл", "lip", "tem", "hei", "júl", "ιουλ", "ιούλ" },
  { "aug", "aoû", "ago", "авг", "sier", "ağu", "elo", "αυγ", "αύγ" },
  { "sep", "set", "сен", "wrz", "eyl", "syy", "sze", "σεπ" },
  { "oct", "okt", "ott", "out", "окт", "paź", "eki", "lok", "οκτ" },
  { "nov", "ноя", "kas", "marr", "νοε", "νοέ" },
  { "dec", "dez", "déc", "dic", "дек", "gru", "ara", "jou", "δεκ" },
}
local month_of = {}
for number, names in ipairs(months) do
  for _, name in ipairs(names) do month_of[name] = number end
end

local function month_named(word)
  for length = 4, 3, -1 do
    local stop = utf8.offset(word, length + 1)
    local found = stop and month_of[word:sub(1, stop - 1)]
    if found then return found end
  end
end

-- Days from 1970 to a date of the Gregorian calendar.
local function days(year, month, day)
  if month <= 2 then year, month = year - 1, month + 12 end
  return 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day
    - 719469
end

-- Seconds since 1970; nil for what no calendar has.
local function seconds(year, month, day, clock, offset)
  if month < 1 or month > 12 or day < 1 or day > 31 or year < 1 or year > 9999 then return nil end
  return days(year, month, day) * 86400 + clock - offset
end

-- The offset of a zone in seconds; 0 for one that is not known.
local function offset_of(text)
  local sign, hours, minutes = text:match("([+-])%s*(%d%d?):?(%d?%d?)")
  if sign then
    local total = tonumber(hours) * 3600 + (tonumber(minutes) or 0) * 60
    -- No zone is further off than 14 hours.
    if total > 14 * 3600 then return 0 end
    return sign == "-" and -total or total
  end
  return math.tointeger((zones[text:match("%a+") or ""] or 0) * 3600)
end

-- The time of a day in a text: its seconds, its zone's, and the text without both; 0 where none is.
local function clock_of(text)
  -- Finnish and Danish programs write 08.00.00.
  text = text:gsub("%f[%d](%d%d)%.(%d%d)%.(%d%d)%f[^%d](%s*[+-]?%d%d%d%d)", "%1:%2:%3%4")
  local start, stop, hours, minutes, rest = text:find("(%d%d?):(%d%d?)([:.%d]*)")
  if not start then return 0, 0, text end
  local behind = text:sub(stop + 1)
  local half = behind:match("^%s*([ap])%.?m%f[%A]")
  hours = tonumber(hours)
  if half then hours = hours % 12 + (half == "p" and 12 or 0) end
  local second = tonumber(rest:match("^:(%d%d?)") or 0)
  local zone = behind:gsub("^%s*[ap]%.?m%.?", "")
  local year = zone:match("%f[%d]%d%d%d%d%s*$")
  -- As `date` writes it, the year stands behind the zone.
  if year and not zone:find("[+-]%s*%d%d%d%d%s*$") then
    zone = zone:gsub("%d%d%d%d%s*$", "")
  else
    year = ""
  end
  return hours * 3600 + tonumber(minutes) * 60 + second, offset_of(zone),
    text:sub(1, start - 1) .. " " .. year
end

-- 2003-12-31, 2003-12, 2003, 20031231, 2003-365, with a time or without.
local function iso(text)
  local year, month, day, rest = text:match("^(%d%d%d%d)%-(%d%d?)%-(%d%d?)(.*)$")
  if not year then year, month, day, rest = text:match("^(%d%d%d%d)(%d%d)(%d%d)(%f[^%d].*)$") end
  -- 2004年05月28日
  if not year then
    year, month, day, rest = text:match(
      "^(%d%d%d%d)[\x80-\xFF]+%s*(%d%d?)[\x80-\xFF]+%s*(%d%d?)(.*)$")
  end
  if not year then year, rest = text:match("^(%d%d%d%d)%-?(%d%d%d%f[^%d].*)$") end
  if year and not month then
    local ordinal, after = rest:match("^(%d%d%d)(.*)$")
    local clock, offset = clock_of(after)
    local first = seconds(tonumber(year), 1, 1, clock, offset)
    local count = tonumber(ordinal)
    return first and count > 0 and count <= 366 and first + (count - 1) * 86400 or nil
  end
  if not year then year, month, rest = text:match("^(%d%d%d%d)%-(%d%d)(%f[^%d].*)$") end
  if not year then year, rest = text:match("^(%d%d%d%d)(%f[^%d%-/. ].*)$") end
  if not year then return nil end
  -- The time may lack its signs: T101415.
  rest = rest:gsub("^[t_ ](%d%d)(%d%d)(%d%d)", "t%1:%2:%3")
  -- An offset may stand without the minutes of the clock: T10Z is ten o'clock.
  rest = rest:gsub("^([t ]%d%d)(%f[^%d:])", "%1:00%2")
  local clock, offset = clock_of(rest)
  return seconds(tonumber(year), tonumber(month or 1), tonumber(day or 1), clock, offset)
end

local function full_year(text)
  local year = tonumber(text)
  if #text > 2 then return year end
  return year + (year < 70 and 2000 or 1900)
end

-- A date without the name of its month: by its signs, and by what no month can be.
local function in_numbers(text)
  local first, sign, second, third = text:match("(%d+)%s*([./-])%s*(%d+)%s*[./-]%s*(%d+)")
  if not first then return nil end
  if #first == 4 then return full_year(first), tonumber(second), tonumber(third) end
  local one, two = tonumber(first), tonumber(second)
  local is_american = two > 12 or sign == "/" and one <= 12
  if is_american then return full_year(third), one, two end
  return full_year(third), two, one
end

-- A date with the name of its month, in any order.
local function in_words(text)
  -- "mar., 01 févr.": the month stands beside the day, and days of the week have names, too.
  local month
  for _, form in ipairs({ "%d[%s.-]*([%a\x80-\xFF]+)", "([%a\x80-\xFF]+)[%s.-]*%d",
    "([%a\x80-\xFF]+)" }) do
    for word in text:gmatch(form) do month = month or month_named(word) end
  end
  if not month then return nil end
  local day, year
  for number in text:gmatch("%d+") do
    if #number == 4 or day then
      year = year or number
    else
      day = number
    end
  end
  if not year then return nil end
  return full_year(year), month, tonumber(day or 1)
end

--- Returns the time of a date in seconds since 1970; nil for other texts.
function dates.read(text)
  text = trimmed(text)
  if #text < 4 or #text > 100 or not utf8.len(text) then return nil end
  -- Seconds, or thousandths of them.
  if text:find("^%d%d%d%d%d%d%d%d%d%d$") then return tonumber(text) end
  if text:find("^%d%d%d%d%d%d%d%d%d%d%d%d%d$") then return tonumber(text) // 1000 end
  text = mix.text.casefold(text):gsub("\u{A0}", " ")
  local found = iso(text)
  if found then return found end
  local clock, offset, day_text = clock_of(text)
  local year, month, day = in_words(day_text)
  if not year then year, month, day = in_numbers(day_text) end
  return year and seconds(year, month, day, clock, offset) or nil
end

return dates
