-- Reads numbers in titles: "Pt. II", "Book One", "Vol. 5", "#1".

local values = {
  i = "1", ii = "2", iii = "3", iv = "4", v = "5", vi = "6", vii = "7", viii = "8", ix = "9",
  x = "10", xi = "11", xii = "12", one = "1", two = "2", three = "3", four = "4", five = "5",
  six = "6", seven = "7", eight = "8", nine = "9", ten = "10", eleven = "11", twelve = "12",
  first = "1", second = "2", third = "3", fourth = "4", fifth = "5", sixth = "6", seventh = "7",
  eighth = "8", ninth = "9", tenth = "10",
}

for tens, sign in ipairs { "x", "xx", "xxx" } do
  for unit, digits in ipairs { "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix" } do
    values[sign .. digits] = ("%d"):format(10 * tens + unit)
  end
end

local numbers = {}

--- Returns the number of a word in lower case as digits ("ii", "two", "2nd" and "02" are "2", "1.5"
--- is "1.5"); nil for other words.
function numbers.of(word)
  if values[word] then return values[word] end
  if not word:find("^%d") then return nil end
  local digits = word:match("^0*(%d+)$") or word:match("^0*(%d+%.%d+)$")
    or word:match("^0*(%d+)[snrt][tdh]$")
  return digits
end

--- Returns "1-5" for "1-5" or "i-v"; nil for anything that is not a range.
function numbers.range(s)
  local from, to = s:match("^(%w+)%-(%w+)$")
  from, to = from and numbers.of(from), to and numbers.of(to)
  return from and to and from .. "-" .. to or nil
end

local units, tens = {}, {}
for value, word in ipairs {
  "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
} do
  units[word] = value
end
for place, word in ipairs { "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy",
  "eighty", "ninety" } do
  tens[word] = place * 10
end

-- Returns the number from 1 to 99 that begins at a word of a list, and the number of its words.
local function below_hundred(words, at)
  local ten = tens[words[at]]
  if ten and ten > 10 then
    local unit = units[words[at + 1]]
    if unit and unit < 10 then return ten + unit, 2 end
    return ten, 1
  end
  return units[words[at]], 1
end

-- Returns the number that begins at a word: "nineteen eighty four" is a year, "three hundred" 300.
local function number_at(words, at)
  local value, count = below_hundred(words, at)
  if not value then return nil end
  local scale = words[at + count]
  if scale == "hundred" or scale == "thousand" then
    return value * (scale == "hundred" and 100 or 1000), count + 1
  end
  local more, taken = below_hundred(words, at + count)
  if value >= 11 and value <= 20 and more and more >= 10 then return value * 100 + more,
    count + taken end
  return value, count
end

local has_word = { hundred = true, thousand = true }
for word in pairs(units) do has_word[word] = true end
for word in pairs(tens) do has_word[word] = true end

--- Returns a key with its number words as digits: "nineteen eighty four" becomes "1984".
function numbers.in_digits(key)
  local words, found = {}, false
  for word in key:gmatch("%S+") do
    words[#words + 1] = word
    found = found or has_word[word] == true
  end
  if not found then return key end
  local list, at = {}, 1
  while at <= #words do
    local value, count = number_at(words, at)
    list[#list + 1] = value and tostring(value) or words[at]
    at = at + (value and count or 1)
  end
  return table.concat(list, " ")
end

--- Returns the numbers in a text, in order.
function numbers.all(s)
  local list = {}
  for number in s:gmatch("%d+") do list[#list + 1] = number end
  return list
end

-- Compares numbers; a year's last two digits stand for it: 11/22/63 is 11/22/1963.
local function equal(a, b)
  if a == b then return true end
  local short, long = #a < #b and a or b, #a < #b and b or a
  return #short == 2 and #long == 4 and long:find("^[12][09]") ~= nil and long:sub(3) == short
end

--- Whether two texts have the same numbers: "Symphony No 5" and "Symphony No 6" differ by one
--- letter, but are two works.
function numbers.same(a, b)
  if a == b or not (a:find("%d") or b:find("%d")) then return true end
  a, b = numbers.in_digits(a), numbers.in_digits(b)
  local ours, theirs = numbers.all(a), numbers.all(b)
  if #ours ~= #theirs then return false end
  for index, number in ipairs(ours) do
    if not equal(number, theirs[index]) then return false end
  end
  return true
end

return numbers
