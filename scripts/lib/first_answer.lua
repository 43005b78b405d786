-- Limits requests to a service that may be unreachable: one at a time until the first answer,
-- because the time-outs of many would add up; none after some consecutive failures, or one that the
-- user has to end.

local failure = require("lib.failure")

local first_answer = {}

local most_failures = 3

local Gate = {}
Gate.__index = Gate

--- Calls `fn`, which returns a value, or nil and an error. When the service counts as down, returns
--- nil and the error that made it so.
function Gate:call(fn, is_network)
  while self.probing do self.probing:wait() end
  if self.down then return nil, self.down end
  local probe = not (self.proven and self.is_asked) and mix.task.latch() or nil
  self.probing = probe
  -- Also when `fn` raises, because others wait.
  local _ <close> = setmetatable({}, { __close = function()
    if not probe then return end
    self.probing = nil
    probe:set()
  end })
  local value, err = fn()
  -- A service that refuses a question is there.
  self.failures = (value or failure.is_of_question(err)) and 0 or self.failures + 1
  local unproven = not value and is_network(err) and not self.proven
  local is_lasting = not value and failure.class(err) == "lasting"
  if unproven or is_lasting or self.failures >= self.most then self.down = err end
  self.proven, self.is_asked = self.proven or not unproven, true
  return value, err
end

--- Calls a question to a network; raises its error where that would meet the next question too.
function Gate:ask(fn)
  local value, err = self:call(fn, failure.is_network)
  if not value and (self.down or failure.is_for_all(err)) then error(err, 0) end
  return value, err
end

--- Makes a gate. `reachable`: whether the network has just answered; `most`: after how many
--- consecutive failures nothing more is asked (default 3).
function first_answer.open(reachable, most)
  return setmetatable({
    proven = reachable == true, failures = 0, most = most or most_failures,
  }, Gate)
end

return first_answer
