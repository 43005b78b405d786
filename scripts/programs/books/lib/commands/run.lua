-- mixhost books run: works the queue off.

local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.books.lib.commands")
local enrichment = require("programs.books.lib.enrichment")
local failure = require("lib.failure")
local helper = require("programs.books.lib.helper")
local run_view = require("programs.books.lib.run_view")

-- Puts what is wanted into the queue; what is there already stays where it is.
local function fill_queue(args)
  local statuses = { args.only or "pending" }
  if not args.only and args.refresh then statuses = { "pending", "enriched", "not_found" } end
  local counts = commands.check(mix.library.status({ kind = "book" }))
  local found = 0
  for _, status in ipairs(statuses) do found = found + counts[status] end
  -- Nothing to do makes no job.
  if found == 0 then return {} end
  return commands.check(mix.jobs.enqueue(
    { status = statuses, kind = "book", limit = args.limit }, { name = "enrich" }))
end

-- With --only the job of this run is worked off, else all that is open.
local function job_of(args, filled)
  if args.job then return args.job end
  if args.only or args.refresh then return filled.job end
  return nil
end

local hints = {
  paused = "paused: %s; the rest stays queued, run goes on with it",
  canceled = "canceled; run goes on with the rest",
}

local function tell_rest(summary)
  local hint = hints[summary.state]
  if hint then mix.log.warn(hint:format(failure.short(summary.reason or "nobody answers"))) end
  if summary.uncertain > 0 then
    mix.ui.note(("%s to decide about: %s review"):format(
      commands.count(summary.uncertain, "book"), mix.args.command))
  end
  if summary.failed > 0 then
    mix.ui.note(("%s failed: %s list --status failed"):format(
      commands.count(summary.failed, "book"), mix.args.command))
  end
end

return function()
  local args = commands.parse("run", {
    summary = "Looks up the books that are not looked up yet.",
    options = {
      { "concurrency", type = "integer", min = 1, max = 64, default = 6,
        help = "books at work at once" },
      { "limit", type = "integer", min = 1, help = "at most so many books" },
      { "only", type = "choice", choices = { "failed", "uncertain", "not_found" },
        help = "look these up again instead" },
      { "job", type = "integer", placeholder = "ID", help = "work on this job alone" },
      { "refresh", type = "flag", help = "ask again, and replace what providers said before" },
      { "rules", default = "standard", placeholder = "NAME", help = "the rules of match/books" },
      { "on-uncertain", type = "path", placeholder = "NAME",
        help = "a helper, such as language_model, or a file: asked what the rules leave open" },
      { "raw-titles", type = "flag",
        help = "search for titles as they are spelled, to see what normalising them is worth" },
    },
    examples = {
      "$0 run",
      "$0 run --only failed --concurrency 2",
      "$0 run --offline --json",
    },
  })
  chosen_rules("match/books", args.rules)
  local asked, reason
  if args.on_uncertain then
    asked, reason = helper.open(args.on_uncertain)
    if not asked then mix.ui.fail(reason) end
  end
  local finder, problem = enrichment.open({
    concurrency = args.concurrency, rules = args.rules, raw_titles = args.raw_titles,
    refresh = args.refresh, helper = asked,
  })
  if not finder then mix.ui.fail(problem) end
  local filled = not args.job and fill_queue(args)
  local job = job_of(args, filled)
  local view = run_view.open({ json = args.json })
  local summary = commands.check(mix.jobs.run(job, {
    concurrency = args.concurrency, limit = args.limit, resume = true,
    on_event = function(event) view:take(event) end,
    prepare = function(items) enrichment.prepare(finder, items) end,
  }, function(item) return enrichment.find(finder, item.work, item.decided) end))
  view:finish(summary)
  tell_rest(summary)
  if summary.state == "paused" then os.exit(1) end
end
