-- A run over the queue, for the command and the screen: what is queued, how it ended, and the
-- banner of document 002.

local completing = require("programs.books.lib.completing")
local enrichment = require("programs.books.lib.enrichment")
local failure = require("lib.failure")
local run_view = require("programs.books.lib.run_view")

local library_run = {}

--- Books at work at once, unless the user says otherwise.
library_run.at_once = 6

-- How many runs of this process have begun: they may not have taken a book yet.
local at_work = 0

local function counts() return mix.library.status({ kind = "book" }) end

--- Puts what is wanted into the queue; what is there already stays where it is. Options: only (a
-- status), refresh, limit. Returns {job}, empty when there is nothing to do; nil and the error.
function library_run.fill_queue(options)
  local statuses = { options.only or "pending" }
  if not options.only and options.refresh then statuses = { "pending", "enriched", "not_found" } end
  local status, err = counts()
  if not status then return nil, err end
  local found = 0
  for _, name in ipairs(statuses) do found = found + status[name] end
  -- Nothing to do makes no job.
  if found == 0 then return {} end
  return mix.jobs.enqueue({ status = statuses, kind = "book", limit = options.limit },
    { name = "enrich" })
end

-- The works that a run enriches, collected from its events into `ids`.
local function noting(ids, on_event)
  return function(event)
    if event.event == "item" and event.status == "enriched" then ids[#ids + 1] = event.work end
    if on_event then on_event(event) end
  end
end

--- Works on a job, or on all that are open, canceled ones included unless `resume` is false.
-- Options: those of mix.jobs.run. Returns its summary, and the numbers of the works that it
-- enriched; nil and the error.
function library_run.work(finder, job, options)
  local ids = {}
  local summary, err = mix.jobs.run(job, {
    concurrency = options.concurrency or library_run.at_once, limit = options.limit,
    resume = options.resume ~= false, paused = options.paused, lease = options.lease,
    on_event = noting(ids, options.on_event),
    prepare = function(items) enrichment.prepare(finder, items) end,
  }, function(item) return enrichment.find(finder, item.work, item.decided) end)
  if not summary then return nil, err end
  return summary, ids
end

--- Asks for descriptions and covers after a run that went well. `ids`: of the works that it
-- enriched; options: those of completing.run. Returns its result; nil when there was nothing to do.
function library_run.complete(finder, summary, ids, options)
  if not run_view.succeeded(summary) then return nil end
  local result = completing.run(finder, {
    ids = ids, anew = options.anew, is_alone = options.is_alone, progress = options.progress,
    stop = options.stop,
    concurrency = options.concurrency or library_run.at_once,
  })
  return result.asked > 0 and result or nil
end

--- How a run ended that was stopped, or brought nothing: a text, and whether work is left. nil: it
-- went well. `commonest`: why most books failed that did.
function library_run.problem(summary, commonest)
  if summary.state == "paused" then
    return ("paused: %s; the rest stays queued"):format(
      failure.short(summary.reason or "nobody answers")), true
  elseif summary.state == "canceled" then
    local status = counts()
    return "Enrichment canceled by user", status ~= nil and status.queued > 0
  elseif run_view.succeeded(summary) then
    return nil
  elseif summary.processed == 0 then
    return ("no book could be looked up: %s; the job stays"):format(commonest), true
  elseif summary.failed == 1 then
    return ("the book could not be looked up: %s"):format(commonest)
  end
  return ("none of the %d books could be looked up: %s"):format(summary.failed, commonest)
end

local function ending(done, total, summary)
  return ("%s (%d enriched, %d uncertain, %d not found, %d failed)"):format(
    run_view.line(done, total), summary.enriched, summary.uncertain, summary.not_found,
    summary.failed)
end

--- Looks up what is not looked up yet, what was canceled included; calls `update()` on the way.
-- Returns how it ended: {text, tone, seconds (after which it may go), can_retry}.
function library_run.go_on(update)
  local finder, problem = enrichment.open({
    concurrency = library_run.at_once, rules = mix.rules.load("match/books/standard"),
  })
  if not finder then return { text = problem, tone = "error" } end
  at_work = at_work + 1
  local _ <close> = setmetatable({}, { __close = function() at_work = at_work - 1 end })
  local filled, summary, err
  filled, err = library_run.fill_queue({})
  if not filled then return { text = err.message, tone = "error" } end
  local failures, done, total, ids = run_view.failures(), 0, 0
  summary, ids = library_run.work(finder, nil, {
    on_event = function(event)
      failures:count(event)
      done, total = event.done or done, event.total or total
      if event.event == "started" or event.event == "progress" or event.event == "waiting" then
        update(event)
      end
    end,
  })
  if not summary then return { text = ids.message, tone = "error" } end
  local completed = library_run.complete(finder, summary, ids, {})
  local text = library_run.problem(summary, failures:commonest())
  if text then
    return { text = text, tone = summary.state == "canceled" and "warning" or "error",
      can_retry = summary.state == "done" }
  end
  local lack = completed and completing.problem(completed)
  if lack then return { text = lack, tone = "warning" } end
  if summary.processed == 0 and not completed then
    return { text = "Nothing to look up.", seconds = 2 }
  end
  return { text = ending(math.max(done, summary.processed), math.max(total, summary.processed),
    summary), tone = summary.failed > 0 and "warning" or "success",
    seconds = summary.failed == 0 and 2 or nil, can_retry = summary.failed > 0 }
end

--- Empties the library; jobs are canceled first. Returns how many works there were; nil and the
-- error.
function library_run.reset()
  local canceled, err = mix.jobs.cancel(nil)
  if not canceled then return nil, err end
  return mix.library.reset()
end

local cancel = { label = "Cancel", action = "cancel" }
local go_on = { label = "Continue", action = "run" }

--- The state of the newest job: the banner of document 002; nil while none is open. One without
-- a process at work was cut off. `wait`: what it waits for, in words.
function library_run.banner(wait)
  local job = mix.jobs.progress(nil)
  if not job or job.state == "done" or job.done >= job.total then return nil end
  local state = (job.state == "canceled" or job.state == "paused") and job.state
    or (job.worked_on or at_work > 0) and "running" or "stopped"
  return { "progress", run_view.label, done = job.done, total = job.total, state = state,
    text = state == "running" and wait or nil,
    actions = state == "running" and { cancel } or state == "canceled" and { go_on }
      or { go_on, cancel } }
end

return library_run
