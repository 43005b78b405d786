-- Converts durations and dates of files, shops and exports to one form each.

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

--- Returns a date as "2014-10-21", or as "2014" for a year alone; nil for any other text. Reads
--- "2014-10-21…", "21-Oct-14", "October 21, 2014", "21 October 2014", "10/21/2014" (month first)
--- and a year, also '09.
function measures.date(value)
  if type(value) == "number" then value = ("%.0f"):format(value // 1) end
  if type(value) ~= "string" then return nil end
  if value:find("^[12]%d%d%d%-[01]%d%-[0-3]%d") then return value:sub(1, 10) end
  local s = value:sub(1, longest_date):lower():gsub("%s*,%s*", " "):gsub("^%s+", "")
    :gsub("%s+$", "")
  local year, month, day = s:match("^(%d%d%d%d)%-(%d%d?)%-(%d%d?)")
  if year then return iso(full_year(year), month, day) end
  day, month, year = s:match("^(%d%d?)[%- ](%a%a%a)%a*%.?[%- ](%d%d%d?%d?)$")
  if not day then month, day, year = s:match("^(%a%a%a)%a*%.? (%d%d?) (%d%d%d%d)$") end
  if day then return iso(full_year(year), months[month], day) end
  month, day, year = s:match("^(%d%d?)/(%d%d?)/(%d%d%d?%d?)$")
  if month then return iso(full_year(year), month, day) end
  local short = s:match("^'(%d%d)$")
  return short and ("%d"):format(full_year(short)) or s:match("^%d%d%d%d$")
end

--- Returns the year of a value that `date` reads, as a number; nil without one.
function measures.year(value)
  local date = measures.date(value)
  return date and tonumber(date:sub(1, 4))
end

return measures
