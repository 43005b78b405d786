-- Lengths of tracks as programs, spreadsheets and people write them.

local trimmed = require("lib.trimmed")

-- A longer text is none.
local longest = 40
-- More seconds than a track has: eight hours, or half a minute in milliseconds.
local too_long = 30000
-- Words and signs for units, by their beginnings, the longer ones first.
local units = { { "ms", 0.001 }, { "mil", 0.001 }, { "std", 3600 }, { "h", 3600 }, { "m", 60 },
  { "\u{2032}\u{2032}", 1 }, { "\u{2033}", 1 }, { "''", 1 }, { '"', 1 }, { "s", 1 }, { "'", 60 },
  { "\u{2032}", 60 } }

local function worth_of(unit)
  for _, known in ipairs(units) do
    if unit:sub(1, #known[1]) == known[1] then return known[2] end
  end
end

-- "1:03:05", "3:05", "3:05 min", "12:03:05 AM" of a spreadsheet.
local function of_clock(text)
  local clock, half = text:gsub("%s*min%.?$", ""):match("^(%d+:%d%d[%d:.]*)%s*([ap]?)m?$")
  local total, count = 0, 0
  for part in (clock or ""):gmatch("[^:]+") do
    local number = tonumber(part)
    if not number then return nil end
    if half == "a" and count == 0 and number == 12 then number = 0 end
    total, count = total * 60 + number, count + 1
  end
  local is_length = count == 3 or count == 2 and half == ""
  return is_length and half ~= "p" and total or nil
end

-- "3m 35s", "3 min 35 sec", "PT3M35S", "3'35''", "215 s".
local function of_units(text)
  local total, rest = 0, text:gsub("^p[%dd]*t", "")
  if rest:find("^%D") then return nil end
  for number, unit in rest:gmatch("(%d[%d.]*)%s*(%D+)") do
    local worth = worth_of(unit)
    if not (worth and tonumber(number)) then return nil end
    total = total + tonumber(number) * worth
  end
  return not rest:find("%d$") and total or nil
end

local function of_number(text, is_cell)
  local number = tonumber(text)
  -- A spreadsheet's share of a day.
  if text:find("^0%.%d%d%d%d") then return number * 86400 end
  if number >= too_long then return number / 1000 end
  -- "3.35" may be minutes and seconds, or minutes and a part of one.
  return not (is_cell and number < 20 and number % 1 > 0) and number or nil
end

--- Converts a text to seconds: a clock, units, a number of seconds, or of milliseconds, which many
--- programs write without saying so; nil for other texts. `is_cell`: it is of a table, which may be
--- a spreadsheet's.
return function(text, is_cell)
  text = text and #text <= longest and trimmed(text):lower() or ""
  text = text:gsub("\u{FF1A}", ":"):gsub("(%d),(%d)", "%1.%2"):gsub("^[~%(%[]+", "")
    :gsub("[%)%]]+$", "")
  if not text:find("^[%dp]") then return nil end
  local seconds
  if tonumber(text) then
    seconds = of_number(text, is_cell)
  elseif text:find(":", 1, true) then
    seconds = of_clock(text)
  else
    seconds = of_units(text)
  end
  return seconds and seconds > 0 and seconds or nil
end
