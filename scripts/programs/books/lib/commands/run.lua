-- mixhost books run: looks up what is in the queue.

local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.books.lib.commands")
local completing = require("programs.books.lib.completing")
local cover_files = require("programs.books.lib.cover_files")
local enrichment = require("programs.books.lib.enrichment")
local helper = require("programs.books.lib.helper")
local library_run = require("programs.books.lib.library_run")
local output_file = require("lib.output_file")
local run_view = require("programs.books.lib.run_view")

-- A repeated look-up asks again: the cache has what was not enough. Without network it
-- is all that there is.
local function asks_anew(args)
  return (args.refresh or args.only ~= nil) and mix.env.setting("http.offline") ~= "true"
end

-- With --only this run takes its own job, else all that are open.
local function job_of(args, filled)
  if args.job then return args.job end
  if args.only or args.refresh then return filled.job end
  return nil
end

-- The banner of a run that was stopped, or brought nothing.
local function show_problem(summary, view)
  local text, can_go_on = library_run.problem(summary, view.failures:commonest())
  if can_go_on and summary.state == "canceled" then
    local left = commands.need(mix.library.status({ kind = "book" })).queued
    text = ("%s; run continues with the %s that are left"):format(text,
      commands.count(left, "book"))
  elseif can_go_on then
    text = text .. ", run continues it"
  end
  mix.ui.problem(text)
end

-- The books of a run with --limit whose attempt failed: the run has not waited for the next one.
local function show_waiting(summary, view)
  local count, reason = view.failures:left()
  if summary.state ~= "limit" or summary.processed == 0 or count == 0 then return end
  mix.ui.note(("%s for another attempt (%s): run continues"):format(
    count == 1 and "1 book waits" or ("%d books wait"):format(count), reason))
end

local function show_rest(summary)
  if summary.state == "done" and summary.processed == 0 and not summary.descriptions then
    mix.ui.note("nothing to look up")
  end
  if summary.uncertain > 0 then
    mix.ui.note(("%s to decide about: %s review"):format(
      commands.count(summary.uncertain, "book"), mix.args.command))
  end
  if summary.failed > 0 then
    mix.ui.note(("%s failed: %s list --status failed"):format(
      commands.count(summary.failed, "book"), mix.args.command))
  end
end

-- The second lane: descriptions and covers of the books that are decided.
local function complete(finder, summary, ids, args)
  summary.descriptions = library_run.complete(finder, summary, ids, {
    anew = args.refresh, is_alone = args.limit ~= nil or args.job ~= nil or args.only ~= nil,
    concurrency = args.concurrency,
    progress = function(total)
      return mix.ui.progress(total, "Descriptions and covers", { percent = true })
    end,
  })
  if summary.descriptions then mix.events.emit("descriptions", summary.descriptions) end
end

return function()
  local args = commands.parse("run", {
    summary = "Looks up the books that wait for it.",
    options = {
      { "concurrency", type = "integer", min = 1, max = 64, default = 6,
        help = "books at work at once" },
      { "limit", type = "integer", min = 1, help = "the most books to look up" },
      { "only", type = "choice", choices = { "failed", "uncertain", "not_found" },
        help = "look these up again instead" },
      { "job", type = "integer", placeholder = "ID", help = "work on this job alone" },
      { "refresh", type = "flag", help = "ask again, and replace what providers said before" },
      { "rules", default = "standard", placeholder = "NAME", help = "the rules of match/books" },
      { "on-uncertain", type = "path", placeholder = "NAME",
        help = "a helper, such as language_model, or a file: asked what the rules leave open" },
      { "sure", type = "number", min = 0, max = 1, default = 0.8, placeholder = "N",
        help = "the least confidence, 0 to 1, with which the helper's choice is taken" },
      { "covers", type = "path", access = "write", placeholder = "DIR",
        help = "then save the covers as files; those that are there already are left" },
      { "without", type = "choice", choices = { "descriptions" },
        help = "decide only: descriptions and covers are asked for by a later run" },
      { "raw-titles", type = "flag",
        help = "search for titles as they are spelled, to see what normalising them is worth" },
    },
    examples = {
      "$0 run",
      "$0 run --only failed --concurrency 2",
      "$0 run --without descriptions",
      "$0 run --offline --json",
    },
  })
  commands.check_job(args.job)
  output_file.check_folder("--covers", args.covers)
  local rules = chosen_rules("match/books", args.rules)
  local asked, reason
  if args.on_uncertain then
    asked, reason = helper.open(args.on_uncertain, args.sure)
    if not asked then mix.ui.fail(reason) end
  end
  local finder, problem = enrichment.open({
    concurrency = args.concurrency, rules = rules,
    raw_titles = args.raw_titles, refresh = args.refresh, reload = asks_anew(args), helper = asked,
  })
  if not finder then mix.ui.fail(problem) end
  local filled = not args.job and commands.need(library_run.fill_queue(args))
  local job = job_of(args, filled)
  local view = run_view.open({ json = args.json })
  local summary, ids = library_run.work(finder, job, {
    concurrency = args.concurrency, limit = args.limit,
    on_event = function(event) view:take(event) end,
  })
  commands.need(summary, ids)
  view:close()
  if not args.without then complete(finder, summary, ids, args) end
  local saved = args.covers and cover_files.save(args.covers) or nil
  summary.covers = saved
  if saved then mix.events.emit("covers", saved) end
  view:finish(summary)
  local is_done = run_view.succeeded(summary)
  if not is_done then show_problem(summary, view) end
  show_waiting(summary, view)
  show_rest(summary)
  if summary.descriptions then completing.tell(summary.descriptions) end
  if saved then cover_files.report(args.covers, saved) end
  if not is_done or saved and saved.failed > 0 then os.exit(1) end
end
