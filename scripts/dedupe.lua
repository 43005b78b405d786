-- Finds the rows of a table that are the same work, and numbers them by clusters.

local options = require("lib.linking.options")
local tables_run = require("lib.linking.tables_run")

options.answer_about_runs()

local args = mix.args.parse({
  name = "dedupe",
  summary = "Finds the rows of a table that are the same work.",
  options = options.with(),
  positional = { { "file", type = "path",
    help = "a table: CSV with any delimiter, NDJSON, JSON, BibTeX, RIS; or a playlist" } },
  examples = { "$0 tracks.csv --out clusters.csv", "$0 books.csv --review" },
})

tables_run.run({ command = "dedupe", left = args.file, args = args })
