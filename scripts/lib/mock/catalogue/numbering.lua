-- A one-to-one walk over 0 to count - 1: place i holds `i · step + offset`. It can be read
-- backwards, so that the places that hold a number are found without making the catalogue.

local Numbering = {}
Numbering.__index = Numbering

local function greatest_divisor(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

-- The inverse by the extended Euclidean algorithm.
local function inverse_of(value, modulus)
  local previous, current, coefficient, after = value % modulus, modulus, 1, 0
  while current ~= 0 do
    local quotient = previous // current
    previous, current = current, previous - quotient * current
    coefficient, after = after, coefficient - quotient * after
  end
  return coefficient % modulus
end

--- Returns the number at a place.
function Numbering:number(place)
  return (place % self.count * self.step + self.offset) % self.count
end

--- Returns the places below `bound` that hold a number, in order, at most `limit`.
function Numbering:places(number, bound, limit)
  local list = {}
  for place = (number - self.offset) % self.count * self.inverse % self.count, bound - 1,
    self.count do
    if #list == limit then break end
    list[#list + 1] = place
  end
  return list
end

--- Returns the walk over `count` numbers that a stream of numbers draws.
return function(count, stream)
  -- Near the golden section of the count neighbours come out far apart.
  local step = count * 618 // 1000 + stream:below(math.max(1, count // 10))
  while greatest_divisor(step, count) ~= 1 do step = step + 1 end
  return setmetatable({
    count = count, step = step, offset = stream:below(count), inverse = inverse_of(step, count),
  }, Numbering)
end
