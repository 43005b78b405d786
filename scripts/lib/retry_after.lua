-- How long a service wants to be left alone, as its answer's field Retry-After says (RFC 9110,
-- section 10.2.3): in seconds, or by a date.

local dates = require("lib.feeds.dates")

-- A longer pause of a service must be a mistake.
local a_day = 86400

--- Returns the seconds; nil where the field is missing, or asks for more than `longest` (default: a
--- day).
return function(headers, longest)
  local said = headers["retry-after"] or ""
  local moment = not tonumber(said) and dates.read(said)
  local seconds = tonumber(said) or moment and math.max(0, moment - mix.time.now())
  return seconds and seconds >= 0 and seconds <= (longest or a_day) and seconds or nil
end
