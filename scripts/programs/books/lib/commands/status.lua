-- mixhost books status: how far the library is.

local commands = require("programs.books.lib.commands")

return function()
  local args = commands.parse("status", {
    summary = "Says how many books there are in each status, and how the newest job stands.",
  })
  local status = commands.need(mix.library.status({ kind = "book" }))
  local job = mix.jobs.progress(nil)
  if args.json then
    status.job = job or mix.json.null
    return print(mix.json.encode(status))
  end
  local order = { "total", "pending", "queued", "enriched", "uncertain", "not_found", "failed" }
  for _, name in ipairs(order) do
    print(("%-10s %d"):format((name:gsub("_", " ")), status[name]))
  end
  if job then
    print(("job %s: %s, %d of %d done"):format(job.job, job.state, job.done, job.total))
  end
end
