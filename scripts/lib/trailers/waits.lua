-- TMDB may ask for patience: who waits is told how long, of each wait anew.

local waits = {}

-- How often is looked, in seconds, and by how much the end of a wait must move to be another one.
local look, slack = 0.25, 0.5

local Teller = {}
Teller.__index = Teller

-- The seconds of a wait that has begun: a line that counts them where one can be drawn over, else
-- a note.
local function begin(self, seconds)
  self.left = math.ceil(seconds)
  self.line = self.ui.progress(self.left, "TMDB wants fewer requests; asking again")
  if not self.line:visible() then
    self.ui.note(("TMDB wants fewer requests; asking again in %d s"):format(self.left))
  end
end

local function finish(self)
  if self.line then self.line:finish() end
  self.line, self.ends = nil, nil
end

--- Takes in how long there is still to wait; nil when there is nothing to wait for. `now` is a time
-- in seconds.
function Teller:tell(seconds, now)
  if not seconds then return finish(self) end
  -- Several requests wait side by side; the longest wait is told, and one that ends later.
  if not self.ends or now + seconds > self.ends + slack then
    finish(self)
    self.ends = now + seconds
    return begin(self, seconds)
  end
  local left = math.ceil(seconds)
  if left < self.left then self.line:step(self.left - left) end
  self.left = math.min(self.left, left)
end

--- Something that tells waits. `ui` has progress and note (default: mix.ui).
function waits.teller(ui) return setmetatable({ ui = ui or mix.ui }, Teller) end

--- Tells the waits of a service, without end.
function waits.watch(service)
  local teller = waits.teller()
  while true do
    teller:tell(service:waiting(), mix.time.monotonic())
    mix.task.sleep(look)
  end
end

return waits
