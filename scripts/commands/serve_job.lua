-- The script of the jobs of `mixhost serve`: the search and the rules of `mixhost books run`.
-- Arguments: a job's number, how many items at once, the rules' name. Returns how the run ended,
-- and why.

local enrichment = require("programs.books.lib.enrichment")

local job, concurrency, rules = ...
local items_at_once = math.tointeger(concurrency)

local finder, problem = enrichment.open({ concurrency = items_at_once, rules = rules })
if not finder then error(problem, 0) end

local summary, err = mix.jobs.run(
  math.tointeger(job), {
    -- A job that somebody cancels before it begins stays canceled.
    concurrency = items_at_once, resume = false,
    prepare = function(items) enrichment.prepare(finder, items) end,
  },
  function(item) return enrichment.find(finder, item.work) end)
if not summary then error(err.message, 0) end
return summary.state, summary.reason
