-- Announces changes once they have settled, so that listeners do not hear every step of a change.

local announcer = {}

local pause = 0.5

local Announcer = {}
Announcer.__index = Announcer

--- Announces the result of `words()` after a pause, unless another announcement replaces it.
function Announcer:say(words)
  self.latest = self.latest + 1
  local own = self.latest
  self.pending = words
  self.scope:spawn(function()
    mix.task.sleep(pause)
    if own == self.latest then self:flush() end
  end)
end

--- Makes the waiting announcement at once.
function Announcer:flush()
  local words = self.pending
  self.pending = nil
  if words then self.print(words()) end
end

--- Makes an announcer. `scope`: the task scope in which it waits; `print`: the function that
--- speaks.
function announcer.open(scope, print)
  return setmetatable({ scope = scope, print = print, latest = 0 }, Announcer)
end

return announcer
