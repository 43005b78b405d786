-- mixhost books retry: works that ended badly, once more.

local commands = require("programs.books.lib.commands")

return function()
  local args = commands.parse("retry", {
    summary = "Puts books back into the queue; run then looks them up again.",
    options = { { "failed", type = "flag", help = "all that failed" } },
    positional = {
      { "id", type = "integer", many = true, optional = true, help = "works, by their numbers" },
    },
    examples = { "$0 retry --failed" },
  })
  if not args.failed and #args.id == 0 then
    mix.ui.fail("--failed or numbers of works are needed", 2)
  end
  local wanted = args.failed and { failed = true } or { works = args.id }
  local count = commands.need(mix.jobs.retry(wanted))
  if not args.failed and count < #args.id then
    mix.ui.note(("%d of these numbers: no book, in the queue already, or never looked up"):format(
      #args.id - count))
  end
  if args.json then return print(mix.json.encode({ queued = count })) end
  print(commands.count(count, "book") .. " back in the queue")
end
