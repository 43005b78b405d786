-- mixhost books status, cancel, retry, undo and reset: the library and its jobs as a whole.

local commands = require("programs.books.lib.commands")
local lacking = require("programs.books.lib.lacking")
local library_run = require("programs.books.lib.library_run")
local prose = require("lib.prose")
local removing = require("programs.books.lib.removing")

local actions = {}

-- The progress of the library.
function actions.status()
  local args = commands.parse("status", {
    summary = "Says how many books there are in each status, and how the newest job stands.",
  })
  local status = commands.need(mix.library.status({ kind = "book" }))
  local job = mix.jobs.progress(nil)
  local reasons = lacking.reasons()
  if args.json then
    status.job, status.lacking = job or mix.json.null, reasons
    return print(mix.json.encode(status))
  end
  local order = { "total", "pending", "queued", "enriched", "uncertain", "not_found", "failed" }
  for _, name in ipairs(order) do
    print(("%-10s %d"):format((name:gsub("_", " ")), status[name]))
  end
  if job then
    print(("job %s: %s, %d of %d done"):format(job.job, job.state, job.done, job.total))
  end
  for _, entry in ipairs(reasons) do prose.print(lacking.line(entry)) end
end

-- Stops jobs, whoever runs them.
function actions.cancel()
  local args = commands.parse("cancel", {
    summary = "Cancels a job, or all that are open; the rest of their books stays queued.",
    positional = { { "job", type = "integer", optional = true, help = "the job; see status" } },
  })
  commands.check_job(args.job)
  local count = commands.need(mix.jobs.cancel(args.job))
  if args.json then return print(mix.json.encode({ canceled = count })) end
  print(commands.count(count, "job") .. " canceled")
end

-- Works that ended badly, once more.
function actions.retry()
  local args = commands.parse("retry", {
    summary = "Puts books back into the queue; run then looks them up again.",
    options = { { "failed", type = "flag", help = "all that failed" } },
    positional = {
      { "id", type = "integer", many = true, optional = true, help = "works, by their numbers" },
    },
    examples = { "$0 retry --failed" },
  })
  if not args.failed and #args.id == 0 then
    mix.ui.fail("--failed or numbers of works are needed", 2)
  end
  -- The queue keeps the items of removed works: it would take one up, and run would find nothing.
  local works, missing = {}, {}
  for _, id in ipairs(args.id) do table.insert(mix.library.get(id) and works or missing, id) end
  local count = commands.need(mix.jobs.retry(args.failed and { failed = true }
    or { works = works }))
  if not args.failed and count < #args.id then
    mix.ui.note(("%d of these numbers: no book, in the queue already, or never looked up"):format(
      #args.id - count))
  end
  print(args.json and mix.json.encode({ queued = count })
    or commands.count(count, "book") .. " back in the queue")
  for _, id in ipairs(missing) do mix.ui.problem(commands.no_book(id)) end
  if #missing > 0 and not args.failed then os.exit(1) end
end

-- The books of the last import, taken away again.
local function undo_import(args)
  local works = removing.last_import()
  if #works == 0 then mix.ui.fail("no book of an import is in the library") end
  removing.remove(works, args)
end

-- The changes of a job, put back.
function actions.undo()
  local args = commands.parse("undo", {
    summary = "Puts fields and status of works back to what they were before a job; or takes the "
      .. "books of an import away again.",
    options = {
      { "last", type = "flag", help = "the last job that changed something (the default)" },
      { "job", type = "integer", placeholder = "ID", help = "this job; see status" },
      { "import", type = "flag", help = "remove the books that the last import added" },
      { "yes", type = "flag", help = "with --import: do not ask" },
    },
    examples = { "$0 undo", "$0 undo --import" },
  })
  if (args.last and 1 or 0) + (args.job and 1 or 0) + (args.import and 1 or 0) > 1 then
    mix.ui.fail("--last, --job and --import exclude each other", 2)
  end
  if args.import then return undo_import(args) end
  commands.check_job(args.job)
  local done = commands.need(mix.library.undo(args.job and { job = args.job } or { last = true }))
  if args.json then return print(mix.json.encode(done)) end
  print(("%s of %s put back"):format(commands.count(done.fields, "field"),
    commands.count(done.works, "work")))
  if done.works == 0 then
    mix.ui.note(("no job changed anything; the books of an import are taken away by %s undo "
      .. "--import"):format(mix.args.command))
  end
end

-- An empty library.
function actions.reset()
  local args = commands.parse("reset", {
    summary = "Cancels what runs, and removes all works, decisions and jobs.",
    options = { { "yes", type = "flag", help = "really" } },
  })
  if not args.yes then
    mix.ui.fail("this removes every work and decision; say --yes if that is meant", 2)
  end
  local count = commands.need(library_run.reset())
  if args.json then return print(mix.json.encode({ removed = count })) end
  print(commands.count(count, "work") .. " removed")
end

return function(name) return actions[name]() end
