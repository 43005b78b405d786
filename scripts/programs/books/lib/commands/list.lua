-- mixhost books list: the works of the library.

local commands = require("programs.books.lib.commands")
local library_list = require("programs.books.lib.library_list")
local library_pages = require("programs.books.lib.library_pages")
local tables = require("lib.program_screen.tables")

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
    fields = not args.json and { "title", "creators", "year" } or nil,
  }))
  if args.json then return print_json(works) end
  local function next_row()
    local work = works()
    return work and library_pages.row(work)
  end
  if not tables.print_each(next_row, library_list.table) then mix.ui.note("no books") end
end
