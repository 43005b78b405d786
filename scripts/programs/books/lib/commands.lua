-- The commands of mixhost books: what they are called, and what they share.

local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "enrich", folder = "programs.books.lib.commands",
  summary = "A library of books with covers, ISBNs, years and descriptions.",
  commands = {
    { "import", "read exports of Goodreads, StoryGraph, LibraryThing or Calibre, or a table" },
    { "add", "add a book or a list of ISBNs, and look them up first" },
    { "search", "search the library and the catalogues for a book, and add it" },
    { "run", "look up the books in the queue; --only failed or uncertain" },
    { "review", "decide on uncertain matches" },
    { "status", "count the works by status", "jobs" },
    { "list", "list the works" },
    { "show", "show every field of a book and where it comes from" },
    { "edit", "change a book; your values are never overwritten" },
    { "remove", "remove books" },
    { "retry", "put works that failed back into the queue", "jobs" },
    { "cancel", "stop a job; the rest stays queued", "jobs" },
    { "export", "write the library as CSV or JSON, for Calibre, Goodreads or StoryGraph; covers" },
    { "undo", "undo the last job, or a named one", "jobs" },
    { "decisions", "export or import the decisions of reviews" },
    { "reset", "empty the library", "jobs" },
  },
  examples = {
    "$0 import goodreads_library_export.csv",
    "$0 run", "$0 review",
    "$0 export --format csv > books.csv",
  },
})

--- The message about a number that no book has.
function commands.no_book(id)
  return ("there is no book %s: %s list shows the numbers"):format(id, mix.args.command)
end

-- How many rows of a kind are named one by one.
local most_named = 20

--- Names rows of a file, {row, reason}, the first of `total`. `text(row)`: in place of the reason.
function commands.name_rows(path, rows, total, text)
  for place = 1, math.min(#rows, most_named) do
    local row = rows[place]
    mix.ui.note(("%s row %d: %s"):format(path, row.row, text and text(row) or row.reason))
  end
  if total > most_named then mix.ui.note(("%s … and %d more"):format(path, total - most_named)) end
end

-- The most jobs that a message lists.
local most_listed = 5

--- The message about a number that no job has, with the newest ones; nil for a job's.
function commands.no_job(id)
  local shown = {}
  for place, job in ipairs(mix.jobs.status()) do
    if job.job == id then return nil end
    shown[place] = place <= most_listed
      and ("%d (%s, %d of %d done)"):format(job.job, job.state, job.done, job.total) or nil
  end
  if #shown == 0 then
    return ("there is no job %d, nor any other yet: %s run makes one"):format(id, mix.args.command)
  end
  return ("there is no job %d; the newest are %s"):format(id, table.concat(shown, ", "))
end

--- Ends the script at a number that no job has. `id`: nil without one.
function commands.check_job(id)
  local problem = id and commands.no_job(id)
  if problem then mix.ui.fail(problem) end
end

return commands
