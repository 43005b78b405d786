-- Converts durations and dates of files, shops and exports to one form each.

local identifiers = require("lib.identifiers")
local lengths = require("lib.lengths")

local measures = {}

local months = {
  jan = 1, feb = 2, mar = 3, apr = 4, may = 5, jun = 6, jul = 7, aug = 8, sep = 9, oct = 10,
  nov = 11, dec = 12,
}

--- Returns a duration in seconds, from a number of them or a text; nil for anything else.
function measures.seconds(value)
  if type(value) == "number" then return value > 0 and value or nil end
  return type(value) == "string" and lengths(value, true) or nil
end

--- Returns what a column counts with: 3 of "3", "03", "#3", "Vol. 3", "3.0" and "3/12"; nil for
--- anything else.
function measures.count(value)
  if type(value) == "number" then return value end
  if type(value) ~= "string" then return nil end
  return tonumber(value:match("^%D*(%d+)%s*$") or value:match("^%D*(%d+%.%d+)%s*$")
    or value:match("^%s*(%d+)%s*/%s*%d+%s*$"))
end

-- Completes a year of two digits: 69 to 99 belong to the last century, as in POSIX.
local function full_year(digits)
  local year = tonumber(digits)
  if #digits > 2 then return year end
  return year < 69 and 2000 + year or 1900 + year
end

local function iso(year, month, day)
  month, day = tonumber(month), tonumber(day)
  if not (year and month and month >= 1 and month <= 12 and day >= 1 and day <= 31) then
    return nil
  end
  return ("%04d-%02d-%02d"):format(year, month, day)
end

-- Dates are shorter; a long run of blanks would take long to read.
local longest_date = 200

-- The year of a text, as "2014"; nil for one that no release has.
local function year_alone(year)
  local number = tonumber(year)
  return number and number >= 1 and number < 2200 and year or nil
end

-- A date in numbers: 2014/10/21, 20141021, 21.10.2014, 21/10/2014, 10/21/2014 (month first),
-- 2014/10, 2014.0.
local function in_numbers(s)
  local year, month, day = s:match("^(%d%d%d%d)[/.](%d%d?)[/.](%d%d?)%.?$")
  if not year then year, month, day = s:match("^([12]%d%d%d)(%d%d)(%d%d)$") end
  if year then return iso(year, month, day) end
  day, month, year = s:match("^(%d%d?)%.(%d%d?)%.(%d%d%d%d)$")
  if year then return iso(year, month, day) end
  local first, second, last = s:match("^(%d%d?)/(%d%d?)/(%d%d%d?%d?)$")
  if first then
    return iso(full_year(last), first, second) or iso(full_year(last), second, first)
  end
  year = s:match("^(%d%d%d%d)[/.-]%d%d?$") or s:match("^(%d%d%d%d)[. ]0+$")
    or s:match("^%d%d?[/.-](%d%d%d%d)$")
  return year and year_alone(year)
end

-- A date with the name of its month in English.
local function in_words(s)
  local day, month, year = s:match("^(%d%d?)[%- ](%a%a%a)%a*%.?[%- ](%d%d%d?%d?)$")
  if not day then month, day, year = s:match("^(%a%a%a)%a*%.? (%d%d?) (%d%d%d%d)$") end
  if day then return iso(full_year(year), months[month], day) end
  -- A spreadsheet's form of a month.
  month, year = s:match("^(%a%a%a)%a*%.?[%- '](%d%d)$")
  return months[month] and ("%d"):format(full_year(year))
end

-- The only year among words and signs: "c. 1999", "[1999?]", "May 1999".
local function year_among(s)
  if not s:find("[%a%(%[?\x80-\xff]") or s:find("%f[%a]bc%f[%A]") then return nil end
  local found
  for digits in s:gmatch("%d+") do
    if found and #digits > 2 or #digits == 3 or #digits > 4 then return nil end
    if #digits == 4 then found = digits end
  end
  -- "1990s" is a decade.
  return found and not s:find(found .. "s", 1, true) and year_alone(found)
end

--- Returns a date as "2014-10-21", or as "2014" for a year alone; nil for any other text. Reads
--- "2014-10-21…", "21-Oct-14", "October 21, 2014", "21 October 2014", "10/21/2014" (month first,
--- where it is one), "21.10.2014", the East Asian form, and a year, also '09, among words.
function measures.date(value)
  if type(value) == "number" then value = ("%.0f"):format(value // 1) end
  if type(value) ~= "string" then return nil end
  if value:find("^[12]%d%d%d%-[01]%d%-[0-3]%d") and value:sub(9, 10) ~= "00" then
    return value:sub(1, 10)
  end
  local s = identifiers.in_ascii(value:sub(1, longest_date)):lower():gsub("%s*,%s*", " ")
    :gsub("^%s+", ""):gsub("%s+$", ""):gsub("[%st]+%d%d?:%d%d.*$", "")
    :gsub("^(%d%d%d%d)\u{5E74}(%d%d?)\u{6708}(%d%d?)\u{65E5}$", "%1-%2-%3")
  local year, month, day = s:match("^(%d%d%d%d)%-(%d%d?)%-(%d%d?)")
  if year then return iso(year, month, day) or tonumber(day) == 0 and year_alone(year) or nil end
  local short = s:match("^'(%d%d)$")
  if short then return ("%d"):format(full_year(short)) end
  if s:find("^%d%d%d%d$") then return year_alone(s) end
  return in_numbers(s) or in_words(s) or year_among(s) or nil
end

--- Returns the year of a value that `date` reads, as a number; nil without one.
function measures.year(value)
  local date = measures.date(value)
  return date and tonumber(date:sub(1, 4))
end

return measures
