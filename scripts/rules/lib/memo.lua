-- Caches the results of a function of one text, because candidates of a search repeat titles,
-- artists and albums. Results are shared and must not be changed. Very long texts are not cached.

local longest = 1000

--- Returns a function that computes once for each of the last `size` texts.
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
