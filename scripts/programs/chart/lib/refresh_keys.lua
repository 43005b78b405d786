-- The keys while a refresh runs: `p` and Enter pauses and resumes enrichment, `r` and
-- Enter refreshes now.

local refresh_keys = {}

local long = 1e9

local Keys = {}
Keys.__index = Keys

--- Holds up who is about to ask iTunes while enrichment is paused.
function Keys:wait()
  while self.paused do self.resumed:wait() end
end

local function pause(self, paused)
  if paused then self.resumed = mix.task.latch() end
  self.paused = paused
  if not paused and self.resumed then self.resumed:set() end
end

-- Ends when the user wants a refresh; at the end of input it waits to be cancelled.
local function listen(self)
  while true do
    local line = mix.ui.read_line()
    if not line then mix.task.sleep(long) end
    local key = line:lower():match("^%s*(%a)%s*$")
    if key == "r" then
      pause(self, false)
      return "refresh"
    elseif key == "p" then
      pause(self, not self.paused)
      self.on_pause(self.paused)
    end
  end
end

--- Runs `work` until it ends ("done") or the user wants a refresh ("refresh", the work cancelled).
function Keys:during(work)
  if not self.interactive then
    work()
    return "done"
  end
  return mix.task.race({
    function()
      work()
      return "done"
    end,
    function() return listen(self) end,
  })
end

--- Reads keys when standard input is a terminal. Each change calls `on_pause(paused)`.
function refresh_keys.open(on_pause)
  return setmetatable({
    interactive = mix.ui.is_interactive(), paused = false, on_pause = on_pause,
  }, Keys)
end

return refresh_keys
