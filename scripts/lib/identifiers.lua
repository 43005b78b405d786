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
  -- Forms are filled with these, whose sum is right.
  if digits == digits:sub(1, 1):rep(10) then return false end
  local sum = 0
  for place = 1, 10 do
    local char = digits:sub(place, place)
    sum = sum + (char == "X" and 10 or tonumber(char)) * (11 - place)
  end
  return sum % 11 == 0
end

-- The zeros of other scripts' digits: Arabic, Persian, Devanagari, Bengali, full-width.
local zeros = { 0x660, 0x6F0, 0x966, 0x9E6, 0xFF10 }
-- Hyphens and dashes as web pages and word processors write them, and signs that nobody sees.
local plain_signs = { [0xAD] = "", [0x2212] = "-", [0xFE63] = "-", [0xFF0D] = "-", [0xFEFF] = "" }
for code = 0x2010, 0x2015 do plain_signs[code] = "-" end
for code = 0x200B, 0x200F do plain_signs[code] = "" end
for code = 0x202A, 0x202E do plain_signs[code] = "" end
for _, first in ipairs(zeros) do
  for digit = 0, 9 do plain_signs[first + digit] = tostring(digit) end
end
local by_character = {}
for code, sign in pairs(plain_signs) do by_character[utf8.char(code)] = sign end

--- Returns a number's text with the digits and hyphens of ASCII.
function identifiers.in_ascii(text)
  if not text:find("[\x80-\xFF]") then return text end
  return (text:gsub(utf8.charpattern, by_character))
end

local function isbn_of(digits)
  if digits:find("[^%dX]") then digits = digits:upper():gsub("[^%dX]", "") end
  if digits:find("^%d%d%d%d%d%d%d%d%d[%dX]$") and valid10(digits) then
    local body = "978" .. digits:sub(1, 9)
    return body .. check_digit13(body)
  end
  return #digits == 13 and not digits:find("%D") and valid13(digits) and digits or nil
end

--- Returns the ISBNs of a cell as 13 digits each, in order, from ten or thirteen with or without
--- hyphens (ISO 2108), in digits of other scripts or with a spreadsheet's decimals; an empty list
--- for anything else, including wrong check digits.
function identifiers.isbns(value)
  if type(value) ~= "string" then return {} end
  value = identifiers.in_ascii(value):gsub("^(%s*%d[%d%-]*)[.,]0+%s*$", "%1")
  -- The digits of "ISBN-13" are not of the number.
  if value:find("[bB][nN]") then value = value:gsub("[iI][sS][bB][nN][%- ]?1[03]%f[%D]", "") end
  local list = { isbn_of(value) }
  if list[1] then return list end
  for part in value:gmatch("[^,;/|]+") do list[#list + 1] = isbn_of(part) end
  if list[1] then return list end
  for part in value:gmatch("%S+") do list[#list + 1] = isbn_of(part) end
  return list
end

--- Returns the first ISBN of a cell; nil without one.
function identifiers.isbn(value)
  if type(value) == "string" and #value == 13 and not value:find("%D") then
    return valid13(value) and value or nil
  end
  return identifiers.isbns(value)[1]
end

local function isrc_of(text)
  local code = text:upper():gsub("^%s*ISRC:?", ""):gsub("[^%w]", "")
  return code:match("^%u%u[%u%d][%u%d][%u%d]%d%d%d%d%d%d%d$")
end

--- Returns an ISRC in its plain form, "GBAYE0601498", from one with or without hyphens, spaces and
--- its prefix (ISO 3901), the first of several; nil for anything else.
function identifiers.isrc(value)
  if type(value) ~= "string" then return nil end
  local code = isrc_of(value)
  for _, parts in ipairs({ "[^,;/|]+", "%S+" }) do
    for part in (code and "" or value):gmatch(parts) do code = code or isrc_of(part) end
  end
  return code
end

return identifiers
