-- The provider of Google Books against made-up and recorded answers.

local google_books = require("services.google_books.provider")
local secrets = require("lib.spec.secrets")

describe("Google Books", function()
  local volumes = "GET https://www.googleapis.com/books/v1/volumes*"
  local service

  before_each(function()
    mix.test.clock(1000)
    service = google_books.open()
  end)

  local function ask(answers)
    mix.test.mock_http({ [volumes] = answers })
    return service:search({ title = "Salt Roads" })
  end

  local function refusal(status, message, reason)
    return { status = status, json = { error = { code = status, message = message,
      errors = { { message = message, reason = reason } } } } }
  end

  it("is not there without a key", function()
    secrets.are_set = false
    assert.is_nil(google_books.open({ concurrency = 1 }))
    secrets.are_set = true
  end)

  it("waits for limits, whatever their status", function()
    for reason, ends in pairs({ userRateLimitExceeded = 1070, rateLimitExceeded = 1070,
      userRateLimitExceededUnreg = 1070, dailyLimitExceeded = 8 * 3600 }) do
      for _, status in ipairs({ 200, 403, 429 }) do
        local list, err = ask(refusal(status, "Limit Exceeded", reason))
        assert.is_nil(list)
        assert.are.same({ "paused", "google_books" }, { err.kind, err.upstream }, reason)
        -- The tries of a 429 take time.
        assert.is_true(err["until"] >= ends and err["until"] <= ends + 100, reason)
      end
    end
    local _, err = ask(refusal(429, "Quota exceeded for limit 'Queries per day'",
      "rateLimitExceeded"))
    -- The end is rounded up to a second.
    assert.is_true(err["until"] >= 8 * 3600 and err["until"] <= 8 * 3600 + 1)
  end)
end)

require("lib.spec.answers").hold("google_books")
require("lib.spec.contract").check("google_books")
