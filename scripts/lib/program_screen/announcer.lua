-- Says what has changed, once it has been so for a while: who listens is not told every step of a
-- change.

local announcer = {}

local pause = 0.5

local Announcer = {}
Announcer.__index = Announcer

--- Says what `words()` gives after the pause, unless something else is to be said by then.
function Announcer:say(words)
  self.latest = self.latest + 1
  local own = self.latest
  self.pending = words
  self.scope:spawn(function()
    mix.task.sleep(pause)
    if own == self.latest then self:flush() end
  end)
end

--- Says at once what is still to be said.
function Announcer:flush()
  local words = self.pending
  self.pending = nil
  if words then self.print(words()) end
end

--- Opens it. `scope`: in which it waits; `print`: what it speaks with.
function announcer.open(scope, print)
  return setmetatable({ scope = scope, print = print, latest = 0 }, Announcer)
end

return announcer
