-- Work that a screen shows while it is done.

local screen_work = {}

local pause = 0.25

--- Does `work()` and returns its results. Meanwhile `update()` shows the screen: once it waits, and
-- whenever what `sign()` returns has changed.
function screen_work.shown(update, sign, work)
  local results
  mix.task.scope(function(scope)
    scope:spawn(function()
      mix.task.sleep(0)
      local last
      while true do
        local now = sign()
        if now ~= last then
          last = now
          update()
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
