-- The script of `mixhost worker`: the search and the rules of `mixhost books run`, on all open
-- jobs. Arguments: how many items at once, the rules' name, seconds of a lease. Returns how the run
-- ended, and why.

local enrichment = require("programs.books.lib.enrichment")

local concurrency, rules, lease = ...
local items_at_once = math.tointeger(concurrency)

local finder, problem = enrichment.open({ concurrency = items_at_once, rules = rules })
if not finder then error(problem, 0) end

local summary, err = mix.jobs.run(
  nil, {
    -- The worker itself says when a job that has paused continues: there may be many workers.
    concurrency = items_at_once, resume = false, paused = false,
    lease = tonumber(lease),
    prepare = function(items) enrichment.prepare(finder, items) end,
  },
  function(item) return enrichment.find(finder, item.work, item.decided) end)
if not summary then error(err.message, 0) end
return summary.state, summary.reason
