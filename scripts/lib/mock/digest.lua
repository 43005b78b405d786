-- Streams of numbers that depend on a seed and a place only (SplitMix64), so that item i can be
-- made without its predecessors, and comes out the same in a catalogue of any size.

local digest = {}

local golden, spread = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03

local function mixed(value)
  value = (value ~ (value >> 30)) * 0xBF58476D1CE4E5B9
  value = (value ~ (value >> 27)) * 0x94D049BB133111EB
  return value ~ (value >> 31)
end

local Digest = {}
Digest.__index = Digest

-- The next 64 bits.
local function next_of(stream)
  stream.state = stream.state + golden
  return mixed(stream.state)
end

--- Returns a number from 0 up to, not including, `bound`.
function Digest:below(bound)
  local number = next_of(self)
  if number >= 0 then return number % bound end
  -- The number counts without a sign.
  return ((number >> 1) % bound * 2 + (number & 1)) % bound
end

--- Returns true in `share` of a hundred cases.
function Digest:chance(share) return self:below(100) < share end

--- Returns an item of a list.
function Digest:pick(list) return list[self:below(#list) + 1] end

--- Returns the next 64 bits in hexadecimal digits.
function Digest:hex() return ("%016x"):format(next_of(self)) end

--- Returns the stream of a place. `salt`: the purpose.
function digest.of(seed, place, salt)
  local state = mixed(seed + golden) ~ mixed(place + (salt or 0) * spread)
  return setmetatable({ state = state }, Digest)
end

--- Returns the stream of a text, for choices that hang on what was asked (FNV-1a).
function digest.text(text)
  local hash = 0xCBF29CE484222325
  for place = 1, #text do hash = (hash ~ text:byte(place)) * 0x100000001B3 end
  return setmetatable({ state = hash }, Digest)
end

return digest
