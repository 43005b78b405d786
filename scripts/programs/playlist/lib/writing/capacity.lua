-- How much a playlist holds. Spotify refuses what is beyond that in the middle of the writing, and
-- the build could neither end nor be continued.

local capacity = {}

--- The most items of a playlist, as users of Spotify report.
capacity.most = 10000

-- The list without its last occurrences of the addresses that `counts` has, that often each.
local function without_last(list, counts)
  local kept = {}
  for place = #list, 1, -1 do
    local uri = list[place]
    if (counts[uri] or 0) > 0 then
      counts[uri] = counts[uri] - 1
    else
      kept[#kept + 1] = uri
    end
  end
  for place = 1, #kept // 2 do
    kept[place], kept[#kept + 1 - place] = kept[#kept + 1 - place], kept[place]
  end
  return kept
end

--- A decision on writing whose last new items are left out where the playlist would hold too many:
--- what is in it already stays. `staying`: how many items stay beside those of the decision.
--- Returns the decision and how many were left out.
function capacity.fitted(decision, staying)
  local left_out = math.min(staying + #decision.items - capacity.most, #decision.added)
  if left_out <= 0 then return decision, 0 end
  local kept, counts = #decision.added - left_out, {}
  for place = kept + 1, #decision.added do
    local uri = decision.added[place]
    counts[uri] = (counts[uri] or 0) + 1
  end
  local items = without_last(decision.items, counts)
  return {
    action = decision.action == "append" and #items == 0 and "none" or decision.action,
    items = items, added = table.move(decision.added, 1, kept, 1, {}),
  }, left_out
end

return capacity
