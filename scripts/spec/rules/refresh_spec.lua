-- The refresh rules on made-up sources, and on facts of one kind.

local simulation = require("commands.refresh_simulate.simulation")
local traces = require("commands.refresh_simulate.traces")

local hour = 3600

describe("rules/refresh/adaptive", function()
  -- The settings with which `mixhost refresh simulate` finds it as fresh as every hour.
  local settings = { bursty = 46, daily = 60, dying = 39, failing = 60 }

  for index, source in ipairs(traces.all()) do
    local minutes = settings[source.name]
    if minutes then
      it("costs fewer requests than fixed at equal staleness: " .. source.name, function()
        local fixed = simulation.run("fixed", hour, traces.all()[index])
        local adaptive = simulation.run("adaptive", minutes * 60, traces.all()[index])
        assert.is_true(adaptive.staleness <= fixed.staleness,
          ("waits %.1f min, not %.1f"):format(adaptive.staleness / 60, fixed.staleness / 60))
        assert.is_true(adaptive.requests < fixed.requests * 0.95,
          ("%d requests, not fewer than %d"):format(adaptive.requests, fixed.requests))
      end)
    end
  end

  it("never gives a source up", function()
    local now = traces.start
    for failures = 1, 60 do
      local answer = mix.policy.decide("adaptive", {
        now = now, since = traces.start - 9e6, last_success = traces.start - 8e6,
        last_failure = now, failures = failures, every = hour,
      })
      assert.equal("serve_stale", answer.action)
      assert.is_true(answer.next_at > now and answer.next_at <= now + 24 * hour)
      now = answer.next_at
    end
  end)

  it("heeds what the source asks for", function()
    local answer = mix.policy.decide("adaptive", {
      now = traces.start, last_success = traces.start - 9 * hour, since = 0, every = hour,
      not_before = traces.start + 700,
    })
    assert.is_false(answer.due)
    assert.near(traces.start + 700, answer.next_at, 1)
  end)
end)

describe("rules/refresh after failures", function()
  local function wait(rule, failures)
    local answer = mix.policy.decide(rule, {
      now = traces.start, since = traces.start - 90 * 24 * hour, failures = failures,
      last_success = traces.start - 9 * 24 * hour, last_failure = traces.start, every = 24 * hour,
    })
    return answer.next_at - traces.start
  end

  it("a start without a network costs minutes, however long ago the last success was", function()
    for _, rule in ipairs({ "adaptive", "chart" }) do
      assert.is_true(wait(rule, 1) <= 120, rule)
      assert.is_true(wait(rule, 3) <= 480, rule)
    end
  end)

  it("a night without a network costs an hour at most", function()
    assert.equal(hour, wait("chart", 12))
  end)
end)

describe("rules/refresh/fixed and on_demand", function()
  local function ask(rule, facts)
    facts.now = traces.start
    return mix.policy.decide(rule, facts).action
  end

  it("fetch what was never fetched", function()
    for _, rule in ipairs({ "fixed", "on_demand", "adaptive", "chart" }) do
      assert.equal("refresh", ask(rule, { every = hour }))
    end
  end)

  it("are off without an interval, where one is needed", function()
    assert.equal("wait", ask("fixed", {}))
    assert.equal("wait", ask("chart", {}))
  end)

  it("ask a failing source again at once when somebody looks, on demand only", function()
    local facts = { last_failure = traces.start - 10, failures = 3, every = hour }
    assert.equal("refresh", ask("on_demand", facts))
    facts.visible = false
    assert.equal("serve_stale", ask("fixed", facts))
  end)

  it("ask for nothing while nobody looks, on demand only", function()
    local facts = { last_success = traces.start - 2 * hour, every = hour, visible = false }
    assert.equal("wait", ask("on_demand", facts))
    assert.equal("refresh", ask("fixed", facts))
    facts.visible = true
    assert.equal("refresh", ask("on_demand", facts))
  end)
end)
