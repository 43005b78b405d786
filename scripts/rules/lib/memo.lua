-- Caches the results of a function of one text, because candidates of a search repeat titles,
-- artists and albums. Results are shared and must not be changed. Very long texts are not cached.

local longest = 1000

--- Returns a function that computes once for each of the last `size` texts, and perhaps for as many
--- before them.
return function(compute, size)
  local known, older, count = {}, {}, 0
  return function(key)
    local value = known[key]
    if value ~= nil then return value end
    value = older[key]
    if value == nil then
      if #key > longest then return compute(key) end
      value = compute(key)
    end
    if count >= size then known, older, count = {}, known, 0 end
    known[key], count = value, count + 1
    return value
  end
end
