-- The numbers of editions (ISO 2108), which tell which book they belong to.

local base = 100000000

local isbn = {}

--- The count of numbers that belong to each book.
isbn.a_book = 8

local function check_digit13(digits)
  local sum = 0
  for place = 1, 12 do sum = sum + (digits:byte(place) - 48) * (place % 2 == 1 and 1 or 3) end
  return (10 - sum % 10) % 10
end

local function check_digit10(digits)
  local sum = 0
  for place = 1, 9 do sum = sum + (digits:byte(place) - 48) * (11 - place) end
  local check = (11 - sum % 11) % 11
  return check == 10 and "X" or check
end

--- Returns the ISBN-13 and the ISBN-10 of an edition's number and the place of its book.
function isbn.of(book, edition)
  local body = tostring(base + book * isbn.a_book + edition)
  return ("978%s%d"):format(body, check_digit13("978" .. body)), body .. check_digit10(body)
end

--- Returns the place of a book and the number of its edition; nil for anything that is not the
--- number of a made-up book.
function isbn.read(text)
  local body = math.tointeger(tonumber(
    text:match("^978(%d%d%d%d%d%d%d%d%d)%d$") or text:match("^(%d%d%d%d%d%d%d%d%d)[%dxX]$")))
  if not body or body < base then return nil end
  local book, edition = (body - base) // isbn.a_book, (body - base) % isbn.a_book
  local long, short = isbn.of(book, edition)
  if text == long or text:upper() == short then return book, edition end
end

return isbn
