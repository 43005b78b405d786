-- mixhost books list: the works of the library.

local commands = require("programs.books.lib.commands")

local statuses = { "pending", "queued", "enriched", "uncertain", "not_found", "failed" }

local function row(work)
  return {
    id = work.id, status = work.status, title = work.title,
    author = table.concat(work.creators or {}, ", "), year = work.year,
    score = work.score and ("%.2f"):format(work.score) or nil, note = work.error,
  }
end

-- A JSON list goes out work by work: a library need not fit into memory.
local function print_json(works)
  local separator = "["
  for work in works do
    print(separator .. mix.json.encode(work))
    separator = ","
  end
  print(separator == "[" and "[]" or "]")
end

return function()
  local args = commands.parse("list", {
    summary = "Lists the books.",
    options = {
      { "status", type = "choice", choices = statuses, help = "only those of a status" },
      { "limit", type = "integer", min = 1, help = "at most so many" },
    },
    examples = { "$0 list --status uncertain" },
  })
  local works = commands.check(mix.library.list({
    status = args.status, kind = "book", limit = args.limit,
  }))
  if args.json then return print_json(works) end
  local rows = {}
  for work in works do rows[#rows + 1] = row(work) end
  if #rows == 0 then return mix.ui.note("no books") end
  mix.ui.table(rows, {
    columns = {
      { key = "id", title = "#", align = "right" }, "status", "title", "author",
      { key = "year", title = "year", align = "right" }, "score", "note",
    },
  })
end
