-- mixhost books undo: what a job changed, put back.

local commands = require("programs.books.lib.commands")

return function()
  local args = commands.parse("undo", {
    summary = "Puts fields and status of works back to what they were before a job.",
    options = {
      { "last", type = "flag", help = "the last job that changed something (the default)" },
      { "job", type = "integer", placeholder = "ID", help = "this job; see status" },
    },
  })
  if args.last and args.job then mix.ui.fail("--last and --job exclude each other", 2) end
  local done = commands.need(mix.library.undo(args.job and { job = args.job } or { last = true }))
  if args.json then return print(mix.json.encode(done)) end
  print(("%s of %s put back"):format(commands.count(done.fields, "field"),
    commands.count(done.works, "work")))
end
