-- Streams of numbers that depend on the seed of the mock and on a place only (SplitMix64), the same
-- as those of mix.catalogue.digest, in Lua: a list of ten thousand titles draws ten times as many.

local digest = {}

local golden, spread = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03

local function mixed(value)
  value = (value ~ (value >> 30)) * 0xBF58476D1CE4E5B9
  value = (value ~ (value >> 27)) * 0x94D049BB133111EB
  return value ~ (value >> 31)
end

local Digest = {}
Digest.__index = Digest

--- Returns a number from 0 up to, not including, `bound`.
function Digest:below(bound)
  local state = self.state + golden
  self.state = state
  local number = mixed(state)
  if number >= 0 then return number % bound end
  -- The number counts without a sign.
  return ((number >> 1) % bound * 2 + (number & 1)) % bound
end

--- Returns true in `share` of a hundred cases.
function Digest:chance(share) return self:below(100) < share end

--- Returns an item of a list.
function Digest:pick(list) return list[self:below(#list) + 1] end

--- Returns the stream of a place. `salt`: the purpose; `seed`: replaces the mock's.
function digest.of(place, salt, seed)
  local state = mixed((seed or digest.seed) + golden) ~ mixed(place + salt * spread)
  return setmetatable({ state = state }, Digest)
end

-- A seed has 64 bits; tonumber would make a fraction of a large one.
digest.seed = 0
for figure in mix.catalogue.option("seed"):gmatch("%d") do
  digest.seed = digest.seed * 10 + tonumber(figure)
end

return digest
