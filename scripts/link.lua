-- Links the rows of one table to those of another: which of them are the same work.

local options = require("lib.linking.options")
local tables_run = require("lib.linking.tables_run")

options.answer_about_runs()

local args = mix.args.parse({
  name = "link",
  summary = "Links the rows of one table to those of another, by rules, and says how sure it is.",
  options = options.with({
    { "mode", type = "choice", choices = { "1-1", "n-1" }, default = "1-1",
      help = "whether a row of the second table may have several of the first" },
    { "assign", type = "choice", choices = { "total", "best-first" }, default = "total",
      help = "with 1-1: the pairs whose scores add up to most, or the best pair, then the next" },
  }),
  positional = {
    { "left", type = "path",
      help = "a table: CSV with any delimiter, NDJSON, JSON, BibTeX, RIS; or a playlist" },
    { "right", type = "path", help = "another one" },
  },
  examples = {
    "$0 mine.csv shop.csv --out linked.csv",
    "$0 mine.csv shop.csv --mode n-1 --map Interpret=artist --review",
    "$0 a.csv b.csv --gold work_id --json",
  },
})

tables_run.run({
  command = "link", left = args.left, right = args.right, single = args.mode == "1-1",
  best_first = args.assign == "best-first", args = args,
})
