-- mixhost books export: the library as text.

local commands = require("programs.books.lib.commands")

return function()
  local args = commands.parse("export", {
    summary = "Writes the library; see docs/output.md for the fields.",
    options = {
      { "format", type = "choice", choices = { "csv", "json", "ndjson" }, default = "csv",
        help = "how to write it" },
      { "compare", type = "flag", help = "with the original beside every work" },
      { "status", type = "choice",
        choices = { "pending", "queued", "enriched", "uncertain", "not_found", "failed" },
        help = "only those of a status" },
    },
    examples = { "$0 export --format csv --compare > books.csv" },
  })
  local chunks = commands.check(mix.library.export({
    format = args.format, compare = args.compare, status = args.status, kind = "book",
  }))
  for chunk in chunks do io.write(chunk) end
end
