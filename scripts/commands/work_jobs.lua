-- Runs the jobs of `mixhost serve` and `mixhost worker`: the search and the rules of `mixhost books
-- run`. Arguments: a job's number, empty for all open jobs; how many items at once;
-- the rules' name; the seconds of a lease. Returns how the run ended, and why.

local enrichment = require("programs.books.lib.enrichment")
local library_run = require("programs.books.lib.library_run")

local job, concurrency, rules, lease = ...
local items_at_once = math.tointeger(concurrency)

local finder, problem = enrichment.open({ concurrency = items_at_once, rules = rules })
if not finder then error(problem, 0) end

local summary, ids = library_run.work(finder, math.tointeger(job), {
  -- A job that somebody cancels before it begins stays canceled; a worker itself says when a job
  -- that has paused continues, for there may be many of them.
  concurrency = items_at_once, resume = false, paused = job ~= "", lease = tonumber(lease),
})
if not summary then error(ids.message, 0) end
-- Books that wait for a decision go before descriptions and covers.
library_run.complete(finder, summary, ids, { concurrency = items_at_once, stop = function()
  local newest = mix.jobs.progress(nil)
  return newest ~= nil and newest.state == "open" and newest.queued > 0
end })
return summary.state, summary.reason
