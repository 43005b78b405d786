-- Deezer's answers as they are: errors with status 200, with and without a code, and with 404.

local deezer = require("services.deezer.provider")

local base = "GET https://api.deezer.com/"
local artists = { json = { data = { { id = 7, name = "Ada" } } } }

local function refusal(code, status)
  return { status = status or 200,
    json = { error = { type = "Exception", message = "An error", code = code } } }
end

describe("Deezer", function()
  local service

  before_each(function()
    mix.test.clock()
    service = deezer.open()
  end)

  it("is asked again after an error without a code, and after \"busy\" and \"quota\"", function()
    for _, code in ipairs({ false, 700, 4, "4" }) do
      mix.test.mock_http({ [base .. "search/artist*"] = { refusal(code or nil), artists } })
      assert.equal("Ada", assert(deezer.open():search({ name = "Ada" }))[1].name)
      assert.equal(2, #mix.test.requests())
    end
  end)

  it("is not down when it has no data, with either status, or refuses a question", function()
    for _, answer in ipairs({ refusal(800), refusal(800, 404), refusal(600), refusal(600, 400) }) do
      mix.test.mock_http({ [base .. "track/*"] = answer, [base .. "search/artist*"] = artists })
      for id = 1, 5 do
        local _, err = service:lookup({ id })
        assert.is_true(err.kind == nil or err.kind == "invalid")
      end
      assert.equal(5, #mix.test.requests())
      assert.equal(1, #assert(service:search({ name = "Ada" })))
    end
  end)

  it("is down after three failures that stay", function()
    mix.test.mock_http({ [base .. "*"] = refusal(nil) })
    for id = 1, 5 do assert.equal("server", select(2, service:lookup({ id })).kind) end
    assert.equal(9, #mix.test.requests())
  end)
end)

require("lib.spec.answers").hold("deezer")
require("lib.spec.contract").check("deezer")
