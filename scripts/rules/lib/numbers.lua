-- Numbers as titles write them: "Pt. II", "Book One", "Vol. 5", "#1".

local values = {
  i = "1", ii = "2", iii = "3", iv = "4", v = "5", vi = "6", vii = "7", viii = "8", ix = "9",
  x = "10", xi = "11", xii = "12", one = "1", two = "2", three = "3", four = "4", five = "5",
  six = "6", seven = "7", eight = "8", nine = "9", ten = "10", eleven = "11", twelve = "12",
  first = "1", second = "2", third = "3", fourth = "4", fifth = "5", sixth = "6", seventh = "7",
  eighth = "8", ninth = "9", tenth = "10",
}

local numbers = {}

--- The number that a word in lower case stands for, as digits ("ii", "two", "2nd" and "02" are
-- "2", "1.5" is "1.5"); nil for other words.
function numbers.of(word)
  if values[word] then return values[word] end
  local digits = word:match("^0*(%d+)$") or word:match("^0*(%d+%.%d+)$")
    or word:match("^0*(%d+)[snrt][tdh]$")
  return digits
end

--- The numbers in a text, in order.
function numbers.all(s)
  local list = {}
  for number in s:gmatch("%d+") do list[#list + 1] = number end
  return list
end

-- A year's last two digits stand for it: 11/22/63 is 11/22/1963.
local function equal(a, b)
  if a == b then return true end
  local short, long = #a < #b and a or b, #a < #b and b or a
  return #short == 2 and #long == 4 and long:find("^[12][09]") ~= nil and long:sub(3) == short
end

--- Whether two texts name the same numbers: "Symphony No 5" and "Symphony No 6" are one letter
-- apart and two works.
function numbers.same(a, b)
  if a == b or not (a:find("%d") or b:find("%d")) then return true end
  local ours, theirs = numbers.all(a), numbers.all(b)
  if #ours ~= #theirs then return false end
  for index, number in ipairs(ours) do
    if not equal(number, theirs[index]) then return false end
  end
  return true
end

return numbers
