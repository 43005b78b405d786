-- The classes of failures: whether one question is refused, or all of them.

local failure = require("lib.failure")

local provider = { name = "example", title = "Example" }

local function class(kind, status, fields)
  local err = failure.new(provider, kind, "no", fields)
  err.status = status
  return failure.class(err)
end

it("a question that is refused costs itself", function()
  for _, kind in ipairs({ "invalid", "not_found", "answer", "gone" }) do
    assert.is_true(failure.is_of_question(failure.new(provider, kind, "no")))
  end
  for _, status in ipairs({ 400, 404, 405, 410, 413, 414, 422, 431 }) do
    assert.is_true(failure.is_of_question({ kind = "http", status = status }))
  end
end)

it("the account, the service and the network fail for all questions", function()
  assert.equal("lasting", class("token", 401))
  assert.equal("lasting", class("forbidden", 403))
  assert.equal("lasting", class("http", 402))
  assert.equal("passing", class("server", 502))
  assert.equal("passing", class("timeout"))
  assert.equal("lasting", class("tls"))
  assert.equal("lasting", failure.class("a text"))
end)

it("a limit has a scope", function()
  assert.are.same({ "limit", "address" }, { class("rate", 429) })
  assert.are.same({ "limit", "key" }, { class("quota", 403, { scope = "key" }) })
  assert.are.same({ "passing" }, { class("server", 500, { scope = "key" }) })
end)

it("a provider names the class of its own kinds", function()
  assert.equal("refused", class("long_title", nil, { class = "refused" }))
end)

it("some failures meet all questions until somebody acts or a pause ends", function()
  for kind, is_for_all in pairs({ token = true, rate = true, paused = true, timeout = false,
    not_found = false }) do
    assert.equal(is_for_all, failure.is_for_all(failure.new(provider, kind, "no")))
  end
end)

it("a write may have arrived although its answer did not, unless nothing was sent", function()
  for kind, may_have in pairs({ timeout = true, truncated = true, server = true, answer = true,
    portal = true, dns = false, unreachable = false, paused = false, rate = false, invalid = false,
    token = false }) do
    assert.equal(may_have, failure.may_have_arrived(failure.new(provider, kind, "no")))
  end
end)
