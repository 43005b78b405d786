-- Requests of a service that may not be there: until one is answered, one at a time goes out, as
-- the time-outs of many would add up; after some failures in a row no more do.

local first_answer = {}

local most_failures = 3

local Gate = {}
Gate.__index = Gate

--- Calls `fn`, which gives a value, or nil and an error. A service that counts as down gives the
-- error that made it so.
function Gate:call(fn, is_network)
  while self.probing and not self.proven do self.probing:wait() end
  if self.down then return nil, self.down end
  local probe = not self.proven and mix.task.latch() or nil
  self.probing = probe
  -- Also when `fn` raises: those that wait must not wait for ever.
  local _ <close> = setmetatable({}, { __close = function()
    if not probe then return end
    self.probing = nil
    probe:set()
  end })
  local value, err = fn()
  self.failures = value and 0 or self.failures + 1
  local unproven = not value and is_network(err) and not self.proven
  if unproven or self.failures >= most_failures then self.down = err end
  self.proven = self.proven or not unproven
  return value, err
end

--- Opens a gate. `reachable`: the network has just answered.
function first_answer.open(reachable)
  return setmetatable({ proven = reachable == true, failures = 0 }, Gate)
end

return first_answer
