-- Remembers the results of a function of one text. Candidates of a search repeat titles, artists
-- and albums; what is remembered is shared, so nobody may change it. Very long texts are not kept.

local longest = 1000

--- The function, computed once for each of the last texts. `size`: how many are kept at most.
return function(compute, size)
  local known, count = {}, 0
  return function(key)
    local value = known[key]
    if value == nil then
      if #key > longest then return compute(key) end
      if count >= size then known, count = {}, 0 end
      value = compute(key)
      known[key] = value
      count = count + 1
    end
    return value
  end
end
