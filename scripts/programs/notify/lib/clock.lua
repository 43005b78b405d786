-- Times of day, by the clock of this machine: 22:00.

local clock = {}

local function minutes(text)
  local hour, minute = text:match("^(%d+):(%d+)$")
  return tonumber(hour) * 60 + tonumber(minute)
end

--- The next time at which it is that time of day, after `now`.
function clock.next(text, now)
  local day = os.date("*t", math.floor(now))
  local wanted = minutes(text)
  local function on(date)
    return os.time({ year = day.year, month = day.month, day = date, hour = wanted // 60,
      min = wanted % 60, sec = 0 })
  end
  local today = on(day.day)
  return today > now and today or on(day.day + 1)
end

--- When the quiet hours end that `now` is in; nil outside of them. `quiet`: {from, to}, over
--- midnight where `to` is earlier.
function clock.quiet_end(quiet, now)
  if not quiet then return nil end
  local day = os.date("*t", math.floor(now))
  local time, from, to = day.hour * 60 + day.min, minutes(quiet.from), minutes(quiet.to)
  local is_quiet = from < to and time >= from and time < to
    or from > to and (time >= from or time < to)
  return is_quiet and clock.next(quiet.to, now) or nil
end

return clock
