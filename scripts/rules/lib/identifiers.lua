-- Numbers that identify an edition.

local identifiers = {}

local zero, seven, eight, nine = ("0789"):byte(1, 4)

-- Reads all bytes by one call, because imports check every row.
local function check_digit13(digits)
  local a, b, c, d, e, f, g, h, i, j, k, l = digits:byte(1, 12)
  local sum = a + c + e + g + i + k + 3 * (b + d + f + h + j + l) - 24 * zero
  return string.char(zero + (10 - sum % 10) % 10)
end

-- Whether 13 digits are an ISBN. Reads all bytes by one call, as above.
local function valid13(digits)
  local a, b, c, d, e, f, g, h, i, j, k, l, m = digits:byte(1, 13)
  if a ~= nine or b ~= seven or c < eight then return false end
  return (a + c + e + g + i + k + m + 3 * (b + d + f + h + j + l) - 25 * zero) % 10 == 0
end

local function valid10(digits)
  local sum = 0
  for place = 1, 10 do
    local char = digits:sub(place, place)
    sum = sum + (char == "X" and 10 or tonumber(char)) * (11 - place)
  end
  return sum % 11 == 0
end

--- Returns an ISBN as 13 digits, from ten or thirteen with or without hyphens (ISO 2108); nil for
--- anything else, including wrong check digits.
function identifiers.isbn(value)
  if type(value) ~= "string" then return nil end
  if #value == 13 and not value:find("%D") then return valid13(value) and value or nil end
  local digits = value
  if value:find("[^%dX]") then digits = value:upper():gsub("[^%dX]", "") end
  if digits:find("^%d%d%d%d%d%d%d%d%d[%dX]$") and valid10(digits) then
    local body = "978" .. digits:sub(1, 9)
    return body .. check_digit13(body)
  end
  return #digits == 13 and not digits:find("%D") and valid13(digits) and digits or nil
end

--- Returns an ISRC in its plain form, "GBAYE0601498", from one with or without hyphens, spaces and
--- its prefix (ISO 3901); nil for anything else.
function identifiers.isrc(value)
  if type(value) ~= "string" then return nil end
  local code = value:upper():gsub("^%s*ISRC:?", ""):gsub("[^%w]", "")
  return code:match("^%u%u[%u%d][%u%d][%u%d]%d%d%d%d%d%d%d$")
end

return identifiers
