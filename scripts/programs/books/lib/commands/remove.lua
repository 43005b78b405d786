-- mixhost books remove: books out of the library, for good.

local commands = require("programs.books.lib.commands")
local removing = require("programs.books.lib.removing")

return function()
  local args = commands.parse("remove", {
    summary = "Removes books from the library; undo does not bring them back.",
    options = { { "yes", type = "flag", help = "do not ask" } },
    positional = { { "id", type = "integer", many = true, help = "numbers of books; see list" } },
    examples = { "$0 remove 12 --yes" },
  })
  local works = {}
  for _, id in ipairs(args.id) do
    -- All or none: a number that was typed wrong may be another book's.
    works[#works + 1] = mix.library.get(id) or mix.ui.fail(commands.no_book(id))
  end
  removing.remove(works, args)
end
