-- Requests side by side whose answers are used in the order of a list.

local ahead = {}

--- Calls `fetch(item, place)` for the items of a list, at most `limit` at once, and
-- `take(item, place, …)` with its results, in the list's order. `needed()` gives how many further
-- items are certain to be used: no call is started beyond that, and 0 ends the loop. The first item
-- goes alone: the others know what its requests find out about the service.
function ahead.each(list, limit, needed, fetch, take)
  mix.task.scope(function(scope)
    local tasks, started = {}, 0
    for place, item in ipairs(list) do
      local certain = needed()
      if certain < 1 then break end
      local last = place + (place == 1 and 1 or math.min(limit, certain)) - 1
      while started < math.min(last, #list) do
        started = started + 1
        tasks[started] = scope:spawn(fetch, list[started], started)
      end
      take(item, place, tasks[place]:await())
      tasks[place] = nil
    end
    -- Results that turned out to be of no use, where `needed` promised too much.
    if next(tasks) then scope:cancel() end
  end)
end

return ahead
