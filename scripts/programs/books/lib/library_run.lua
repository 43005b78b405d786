-- A run over the queue as a screen starts it: what is left is looked up, with the job's own counts.

local enrichment = require("programs.books.lib.enrichment")
local failure = require("lib.failure")

local library_run = {}

local at_once = 6

local function counts() return assert(mix.library.status({ kind = "book" })) end

-- Queues what is not looked up yet, if there is anything.
local function fill_queue()
  if counts().pending == 0 then return end
  assert(mix.jobs.enqueue({ status = { "pending" }, kind = "book" }, { name = "enrich" }))
end

--- Looks up what is not looked up yet, what was canceled included; calls `update()` on the way.
-- Returns the message of how it ended, and its tone.
function library_run.go_on(update)
  local finder, problem = enrichment.open({
    concurrency = at_once, rules = mix.rules.load("match/books/standard"),
  })
  if not finder then return problem, "error" end
  fill_queue()
  local summary, err = mix.jobs.run(nil, {
    concurrency = at_once, resume = true,
    on_event = function(event)
      if event.event == "started" or event.event == "progress" then update() end
    end,
    prepare = function(items) enrichment.prepare(finder, items) end,
  }, function(item) return enrichment.find(finder, item.work, item.decided) end)
  if not summary then return err.message, "error" end
  if summary.state == "canceled" then return "Enrichment canceled by user", "warning" end
  if summary.state == "paused" then
    return ("paused: %s; the rest stays queued"):format(
      failure.short(summary.reason or "nobody answers")), "error"
  end
  return ("%d enriched, %d uncertain, %d not found, %d failed"):format(summary.enriched,
    summary.uncertain, summary.not_found, summary.failed), summary.failed > 0 and "warning"
    or "success"
end

--- Where the newest job stands: the banner of document 002; nil while none is open.
function library_run.banner()
  local job = mix.jobs.progress(nil)
  if not job or job.done >= job.total then return nil end
  if job.state == "canceled" then
    return { "progress", "Enriching Metadata...", done = job.done, total = job.total,
      state = "canceled", actions = { { label = "Go on", action = "run" } } }
  end
  if job.state == "done" then return nil end
  local is_paused = job.state == "paused"
  return { "progress", "Enriching Metadata...", done = job.done, total = job.total,
    state = is_paused and "paused" or "running",
    actions = { { label = "Cancel", action = "cancel" }, { label = "Go on", action = "run" } } }
end

return library_run
