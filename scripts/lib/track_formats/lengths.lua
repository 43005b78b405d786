-- Lengths of tracks as programs write them.

-- More seconds than a track has: eight hours, or half a minute in milliseconds.
local too_long = 30000

--- Converts "1:03:05", "3:05" and "185" to seconds, and milliseconds, which many programs write
--- without saying so; nil for other texts.
return function(text)
  local total
  for part in (text or ""):gmatch("[^:]+") do
    local number = tonumber(part)
    if not number then return nil end
    total = (total or 0) * 60 + number
  end
  return total and total >= too_long and total / 1000 or total
end
