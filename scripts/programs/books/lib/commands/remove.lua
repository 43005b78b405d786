-- mixhost books remove: books out of the library, for good.

local commands = require("programs.books.lib.commands")

-- Asks before what cannot be taken back; in a pipe nobody could answer.
local function confirmed(works)
  for _, work in ipairs(works) do mix.ui.note(("%d  %s"):format(work.id, work.title)) end
  if not mix.ui.is_terminal() then
    mix.ui.fail("undo does not bring removed books back; say --yes if that is meant", 2)
  end
  io.write(("remove %s for good? [y/N] "):format(commands.count(#works, "book")))
  local answer = mix.ui.read_line()
  return answer ~= nil and answer:lower():find("^%s*y") ~= nil
end

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
  if not args.yes and not confirmed(works) then return mix.ui.note("nothing was removed") end
  local count = 0
  for _, work in ipairs(works) do
    if commands.need(mix.library.delete(work.id)) then count = count + 1 end
  end
  if args.json then return print(mix.json.encode({ removed = count })) end
  print(commands.count(count, "book") .. " removed")
end
