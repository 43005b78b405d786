-- mixhost books list: the works of the library.

local book_view = require("programs.books.lib.book_view")
local commands = require("programs.books.lib.commands")

local statuses = { "pending", "queued", "enriched", "uncertain", "not_found", "failed" }

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
      { "limit", type = "integer", min = 1, help = "the most to list" },
    },
    examples = { "$0 list --status uncertain" },
  })
  local works = commands.need(mix.library.list({
    status = args.status, kind = "book", limit = args.limit,
  }))
  if args.json then return print_json(works) end
  local list = {}
  for work in works do
    -- Of a large library the table shows little more, and needs much less room.
    work.sources, work.candidates, work.description, work.extra = nil, nil, nil, nil
    list[#list + 1] = work
  end
  if #list == 0 then return mix.ui.note("no books") end
  book_view.list(list)
end
