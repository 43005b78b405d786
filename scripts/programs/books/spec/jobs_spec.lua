-- Numbers of jobs that the user names.

local commands = require("programs.books.lib.commands")
local importing = require("programs.books.lib.importing")

it("a job that does not exist is answered with those that there are", function()
  assert.matches("^there is no job 7, nor any other yet: .* run makes one$", commands.no_job(7))
  local file = assert(importing.open({ name = "a.csv", text = "Title,Author\nEbb,Ada\n" }, {}))
  assert(importing.take(file, {}))
  local job = assert(mix.jobs.enqueue({ status = { "pending" }, kind = "book" },
    { name = "enrich" })).job
  assert.is_nil(commands.no_job(job))
  assert.equal(("there is no job %d; the newest are %d (open, 0 of 1 done)"):format(job + 7, job),
    commands.no_job(job + 7))
end)
