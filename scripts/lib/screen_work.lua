-- Work that a screen shows while it is done.

local screen_work = {}

local pause = 0.1

--- Does `work()` and returns its results. Meanwhile `update()` shows the screen: at once, and
-- whenever what `sign()` returns has changed.
function screen_work.shown(update, sign, work)
  local last = sign()
  update()
  local results
  mix.task.scope(function(scope)
    scope:spawn(function()
      while true do
        mix.task.sleep(pause)
        local now = sign()
        if now ~= last then
          last = now
          update()
        end
      end
    end)
    results = table.pack(work())
    scope:cancel()
  end)
  return table.unpack(results, 1, results.n)
end

return screen_work
