-- Dates as programs and people write them into files: "2018-02-00", "20180215", "15.02.2018",
-- "c2018", "0000".

local dates = {}

-- The numbers of a date without those that are nought, and whether it has other words than a sign
-- of copyright: the name of a month is not compared.
local function read(text)
  local plain = text:gsub("^%s*(%d%d%d%d)(%d%d)(%d%d)%s*$", "%1-%2-%3")
    :gsub("^(%s*%d%d%d%d%-%d%d?%-%d%d?)[T ].*$", "%1")
    :gsub("^%s*[Cc\u{A9}\u{2117}]+%.?a?%.?%s*", "")
  local numbers = {}
  for digits in plain:gmatch("%d+") do
    local number = math.tointeger(tonumber(digits))
    if number and number > 0 then numbers[#numbers + 1] = number end
  end
  return numbers, plain:find("[%a\x80-\xff]") ~= nil
end

--- Returns the year of a date, four digits as text; nil for none.
function dates.year(text)
  for _, number in ipairs(read(text or "")) do
    if number >= 1000 and number <= 9999 then return tostring(number) end
  end
end

--- Whether a date of a catalogue ("2018", "2018-02", "2018-02-15") may take the place of a file's:
--- where this has no year, or says no more and nothing else.
function dates.may_replace(old, new)
  if not old or not dates.year(old) then return true end
  local numbers, has_words = read(old)
  local left = read(new)
  if has_words or old:sub(1, #new) == new then return false end
  for _, number in ipairs(numbers) do
    local place
    for at, other in ipairs(left) do place = place or other == number and at end
    if not place then return false end
    table.remove(left, place)
  end
  return true
end

return dates
