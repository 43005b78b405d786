-- The uncertain pairs of a run's file, by their rows on the left.

local page = 500

--- Iterates over them: {left, right, score, reason, left_record, right_record}, records as texts.
--- `within`: the pairs of one table.
return function(file, within)
  local list, place, after = {}, 0, 0
  return function()
    place = place + 1
    if place > #list then list, place = file:doubts(after, page, within), 1 end
    local pair = list[place]
    if pair then after = pair.left end
    return pair
  end
end
