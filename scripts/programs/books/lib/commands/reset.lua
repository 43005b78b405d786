-- mixhost books reset: an empty library.

local commands = require("programs.books.lib.commands")
local library_run = require("programs.books.lib.library_run")

return function()
  local args = commands.parse("reset", {
    summary = "Cancels what runs, and removes all works, decisions and jobs.",
    options = { { "yes", type = "flag", help = "really" } },
  })
  if not args.yes then
    mix.ui.fail("this removes every work and decision; say --yes if that is meant", 2)
  end
  local count = commands.need(library_run.reset())
  if args.json then return print(mix.json.encode({ removed = count })) end
  print(commands.count(count, "work") .. " removed")
end
