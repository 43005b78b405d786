-- The provider of Google Books against recorded answers.

local google_books = require("services.google_books.provider")

describe("Google Books", function()
  it("is not there without a key", function()
    assert.is_nil(google_books.open({ concurrency = 1 }))
  end)
end)

require("lib.spec.answers").hold("google_books")
