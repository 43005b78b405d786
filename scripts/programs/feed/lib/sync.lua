-- Brings the feed up to date. The stored feed stays when a step fails.

local direct = require("programs.feed.lib.direct")
local from_hub = require("programs.feed.lib.from_hub")
local steps = require("programs.feed.lib.steps")

local sync = {}

sync.due = steps.due

--- Brings the feed of an account up to date. `options`: forced, visible, progress (in place of
-- mix.ui.progress). Returns {live, new, found, reconciled, waits, reason, next_at, skipped,
-- problems, failed ({channel, title, reason, advice} of channels), gone (channels),
--- follows_nothing}; what is stored is the feed.
function sync.run(account, options)
  local result = { new = {}, problems = {}, skipped = {}, gone = {}, failed = {} }
  if account.hub then
    from_hub.run(account, options, result)
  else
    direct.run(account, options, result)
  end
  return result
end

return sync
