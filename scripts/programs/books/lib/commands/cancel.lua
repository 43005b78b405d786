-- mixhost books cancel: stops jobs, whoever runs them.

local commands = require("programs.books.lib.commands")

return function()
  local args = commands.parse("cancel", {
    summary = "Cancels a job, or all that are open; the rest of their books stays queued.",
    positional = { { "job", type = "integer", optional = true, help = "the job; see status" } },
  })
  local count = commands.need(mix.jobs.cancel(args.job))
  if args.json then return print(mix.json.encode({ canceled = count })) end
  print(commands.count(count, "job") .. " canceled")
end
