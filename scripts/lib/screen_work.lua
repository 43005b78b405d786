-- Does work that a screen shows meanwhile.

local screen_work = {}

-- Seconds between two checks of the work, growing while nothing changes.
local shortest, longest, growth = 0.1, 1, 1.5

--- The `update` of a screen without viewers.
function screen_work.unseen() end

--- Does `work()` and returns its results. Meanwhile `update()` shows the screen: at the first wait,
--- and whenever the result of `sign()` changes.
function screen_work.shown(update, sign, work)
  if update == screen_work.unseen then return work() end
  local results
  mix.task.scope(function(scope)
    scope:spawn(function()
      mix.task.sleep(0)
      local last, pause = screen_work, shortest
      while true do
        local now = sign()
        if now ~= last then
          last, pause = now, shortest
          update()
        else
          pause = math.min(pause * growth, longest)
        end
        mix.task.sleep(pause)
      end
    end)
    results = table.pack(work())
    scope:cancel()
  end)
  return table.unpack(results, 1, results.n)
end

return screen_work
