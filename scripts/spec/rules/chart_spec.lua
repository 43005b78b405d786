-- When a chart is loaded again, by a clock that the spec moves.

describe("mix.policy with rules/refresh/chart", function()
  local clock

  local function due(options) return mix.policy.due("chart", options or { every = "6h" }) end

  before_each(function() clock = mix.test.clock("2026-11-21T10:00:00Z") end)

  it("is due when nothing was loaded yet", function()
    assert.are.same({ true, "never loaded" }, { due().due, due().reason })
  end)

  it("waits as long as the user set", function()
    mix.policy.record("chart", true)
    assert.is_false(due().due)
    assert.near(mix.time.now() + 6 * 3600, due().next_at, 0.001)
    clock:advance("5h59m")
    assert.is_false(due().due)
    clock:advance("1m")
    assert.is_true(due().due)
  end)

  it("comes sooner after failures, but less and less often", function()
    for failures, pause in ipairs({ 60, 120, 240, 480 }) do
      mix.policy.record("chart", false)
      local answer = due()
      assert.matches(failures == 1 and "^after 1 failure$" or "^after %d failures$", answer.reason)
      assert.near(mix.time.now() + pause, answer.next_at, 0.001)
      clock:advance(pause - 1)
      assert.is_false(due().due)
      clock:advance(1)
      assert.is_true(due().due)
    end
  end)

  it("is due at once when it is asked for", function()
    mix.policy.record("chart", true)
    clock:advance("1m")
    assert.is_true(due({ every = "6h", forced = true }).due)
  end)

  it("counts from the new time when the clock is set back", function()
    mix.policy.record("chart", true)
    clock:set("2026-11-20")
    assert.is_false(due().due)
    clock:advance("6h")
    assert.is_true(due().due)
  end)
end)
