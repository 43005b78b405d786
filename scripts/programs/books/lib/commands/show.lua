-- mixhost books show: all that is known of a book.

local commands = require("programs.books.lib.commands")
local library_pages = require("programs.books.lib.library_pages")
local shown = require("lib.program_screen.shown")

return function()
  local args = commands.parse("show", {
    summary = "Shows books with all their fields, who said each, and their candidates.",
    positional = { { "id", type = "integer", many = true, help = "numbers of books; see list" } },
    examples = { "$0 show 12", "$0 show 12 --json" },
  })
  local found, missing = mix.json.array({}), false
  for _, id in ipairs(args.id) do
    local work = mix.library.get(id, { compare = args.json })
    if work then
      found[#found + 1] = work
    else
      mix.ui.problem(commands.no_book(id))
      missing = true
    end
  end
  if args.json then
    print(mix.json.encode(#args.id == 1 and (found[1] or mix.json.null) or found))
  else
    for place, work in ipairs(found) do
      if place > 1 then print() end
      shown.part(library_pages.book(work))
    end
  end
  if missing then os.exit(1) end
end
