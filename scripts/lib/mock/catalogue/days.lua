-- Days, counted from 1970-01-01, as answers write them.

local days = {}

--- Returns a day as 2020-03-27.
function days.date(day) return os.date("!%Y-%m-%d", day * 86400) end

--- Returns the day of a date, the inverse of `date`.
function days.of(date)
  local year, month, day = date:match("^(%d+)-(%d+)-(%d+)$")
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  -- Years that begin in March have the leap day at their end.
  if month <= 2 then year, month = year - 1, month + 12 end
  return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month - 457) // 5 + day
    - 719469
end

return days
