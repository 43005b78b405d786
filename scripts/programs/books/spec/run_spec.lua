-- How a run of a few books ends that the service sends away.

local importing = require("programs.books.lib.importing")
local library_run = require("programs.books.lib.library_run")
local run_view = require("programs.books.lib.run_view")

describe("a run with a limit", function()
  local function run(answers)
    local text = "Title,Author\n"
    for number = 1, #answers do text = text .. ("Ebb %d,Ada\n"):format(number) end
    local file = assert(importing.open({ name = "a.csv", text = text }, {}))
    assert(importing.take(file, {}))
    local job = assert(mix.jobs.enqueue({ status = { "pending" }, kind = "book" },
      { name = "enrich" })).job
    local view, place = run_view.open({}), 0
    local summary = assert(mix.jobs.run(job, {
      limit = #answers, concurrency = 1, on_event = function(event) view.failures:count(event) end,
    }, function()
      place = place + 1
      if answers[place] == "found" then return { status = "not_found" } end
      return nil, { kind = "status", status = 503, message = "HTTP status 503" }
    end))
    mix.library.reset()
    return summary, view.failures
  end

  it("has brought nothing where every book waits for another attempt", function()
    local summary, failures = run({ "away", "away" })
    assert.is_false(run_view.succeeded(summary))
    local text, can_go_on = library_run.problem(summary, failures:commonest())
    assert.equal("no book could be looked up: HTTP status 503; the job stays", text)
    assert.is_true(can_go_on)
  end)

  it("knows which books wait, and why, where others were looked up", function()
    local summary, failures = run({ "away", "found", "found" })
    assert.is_true(run_view.succeeded(summary))
    assert.are.same({ 1, "HTTP status 503" }, { failures:left() })
  end)
end)
