-- ISBNs as users' files spell them: wrapped, hyphenated, in brackets, with a wrong check digit.

local identifiers = require("lib.identifiers")
local trimmed = require("lib.trimmed")

local isbn = {}

-- A cell of more than twenty numbers is a text.
local longest_cell = 500
local zero = ("0"):byte()
local check_signs = { [0] = "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X" }

--- The text without what files wrap around a number: `="…"`, `[…]`, quotes, an apostrophe, the
-- word ISBN, an address that ends with it, a remark in brackets behind it.
function isbn.unwrap(text)
  if text:find("^%d+[xX]?$") or #text > longest_cell then return text end
  local inner = text:match('^%s*=?"?%[?([^"%]]*)%]?"?%s*$') or text
  inner = inner:gsub("^%s*'", ""):gsub("^%s*%a+://.*/", ""):gsub("^%s*[Uu][Rr][Nn]:", "")
  inner = inner:gsub("^%s*[Ii][Ss][Bb][Nn][%-:%s]*1?[03]?[:%s]+", "")
  -- A spreadsheet's number has decimals.
  inner = inner:gsub("%s*%b()%s*$", ""):gsub("^(%d[%d%-]*)[.,]0+$", "%1")
  return (trimmed(inner))
end

-- ISBN-13 of the prefix 978 as ISBN-10; other prefixes have none.
local function ten(thirteen)
  if thirteen:sub(1, 3) ~= "978" then return nil end
  local a, b, c, d, e, f, g, h, i = thirteen:byte(4, 12)
  local sum = 10 * a + 9 * b + 8 * c + 7 * d + 6 * e + 5 * f + 4 * g + 3 * h + 2 * i - 54 * zero
  return thirteen:sub(4, 12) .. check_signs[(11 - sum % 11) % 11]
end

--- Reads a number: its 13 digits and, where there are such, its ten. nil and what is wrong
-- otherwise; nil alone for nothing at all.
function isbn.read(text)
  -- Most files write them plainly.
  if #text == 13 and not text:find("%D") then
    local thirteen = identifiers.isbn(text)
    if thirteen then return thirteen, ten(thirteen) end
  end
  if #text > longest_cell then return nil, "a text of that length is not an ISBN; kept as text" end
  local plain = isbn.unwrap(identifiers.in_ascii(text))
  if plain == "" then return nil end
  local digits = plain
  if plain:find("[^%dX]") then digits = plain:upper():gsub("[%s%-]", "") end
  if digits:find("^%d[.,]?%d*E%+?1[0-2]$") then
    return nil, ("a spreadsheet has rounded the ISBN to %s; kept as text"):format(plain)
  end
  -- Spreadsheets take the zero away with which a number begins.
  if digits:find("^%d%d%d%d%d%d%d%d[%dX]$") and identifiers.isbn("0" .. digits) then
    digits = "0" .. digits
  end
  if not digits:find("^%d+X?$") or (#digits ~= 10 and #digits ~= 13) then
    return nil, ("\"%s\" is not an ISBN; kept as text"):format(plain)
  end
  local thirteen = identifiers.isbn(digits)
  if not thirteen then
    return nil, ("the check digit of ISBN %s is wrong; kept as text"):format(plain)
  end
  return thirteen, ten(thirteen)
end

--- The numbers of a cell that holds more than one: "978…, 0…"; itself alone where it holds one.
function isbn.each(text)
  local list = {}
  if #text > longest_cell or isbn.read(text) then return { text } end
  for part in text:gmatch("[^,;/|\n]+") do
    if not isbn.read(part) then return { text } end
    list[#list + 1] = part
  end
  return #list > 1 and list or { text }
end

return isbn
