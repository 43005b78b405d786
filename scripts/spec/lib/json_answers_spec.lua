-- Answers that are kept, and those that must not stand for them.

local deezer = require("services.deezer.provider")
local failure = require("lib.failure")
local json_answers = require("lib.json_answers")

local base = "https://api.example.com"

local function client() return mix.http.client({ base = base, name = "example" }) end

local function get(check) return json_answers.get(client(), "/a", { ttl = "7d" }, check) end

before_each(function() mix.test.clock() end)

local function answers(list) mix.test.mock_http({ ["GET " .. base .. "/*"] = list }) end

it("what is kept and cannot be used is asked for again, at once", function()
  answers({ "<html>", "<html>", { json = { n = 1 } } })
  local answer, response, err = get()
  assert.is_nil(answer)
  assert.equal(200, response.status)
  assert.equal("portal", err.kind)
  assert.matches("^a web page came where JSON belongs", err.message)
  assert.equal(1, get().n)
  answer, response = get()
  assert.are.same({ 1, "cache" }, { answer.n, response.source })
  assert.equal(3, #mix.test.requests())
end)

it("what is kept and good is left alone, and asked for only once", function()
  answers({ { json = { n = 1 } }, { json = { n = 2 } } })
  assert.are.same({ 1, 1 }, { get().n, get().n })
end)

it("a refusal that is kept says nothing of a search", function()
  local function ask(refusal)
    return json_answers.ask(deezer, client(), "/a", { ttl = "7d" }, nil, refusal)
  end
  answers({ { status = 404 }, { status = 404 }, { json = { n = 1 } } })
  assert.equal("not_found", select(2, ask({ is_search = true })).kind)
  assert.equal("not_found", select(2, ask()).kind)
  assert.equal(1, #mix.test.requests())
  assert.equal("not_found", select(2, ask({ is_search = true })).kind)
  assert.equal(2, #mix.test.requests())
  assert.equal(1, ask({ is_search = true }).n)
end)

it("an answer that ends too early, is empty or a page is asked for once more", function()
  local page = "<html><title>Error</title>Your request produced an error.</html>"
  for _, cut in ipairs({ "", '{"n":', '{"n":{"a":1},', page }) do
    answers({ cut, { json = { n = 1 } } })
    assert.equal(1, get().n)
    answers({ cut })
    assert.equal(cut == page and "portal" or "answer", select(3, get()).kind)
    assert.equal(2, #mix.test.requests())
    mix.test.clock():advance("8d")
  end
  answers({ "{]", { json = { n = 1 } } })
  assert.is_nil((get()))
  assert.equal(1, #mix.test.requests())
end)

it("a question that is too long for an address costs itself alone", function()
  answers({ { json = { n = 1 } } })
  local provider = { name = "example", title = "Example", upstream = "deezer" }
  for _, words in ipairs({ ("a"):rep(60000), ("\u{E9}"):rep(10001) }) do
    local _, err = json_answers.ask(provider, client(), "/a", { query = { q = words } })
    assert.are.same({ "invalid", "the question is too long for an address" },
      { err.kind, err.message })
    assert.is_true(failure.is_of_question(err))
  end
  assert.equal(1, json_answers.ask(provider, client(), "/a", { query = { q = ("a"):rep(50000) } })
    .n)
end)

it("a table can be of no use as well", function()
  answers({ { json = { n = 1 } }, { json = { n = 2 } } })
  local function check(answer) return answer.n == 1 and "it is the first" or nil end
  assert.equal("it is the first", select(3, get(check)).message)
  assert.equal(2, get(check).n)
end)

it("a status, and no answer at all, are reported as such", function()
  answers({ { status = 404, json = {} } })
  local answer, response, err = get()
  assert.are.same({ 404 }, { response.status, answer, err })
  answers({ "<html>", { error = "unreachable" } })
  mix.test.clock():advance("8d")
  get()
  answer, response, err = get()
  assert.is_nil(answer)
  assert.is_nil(response)
  assert.equal("unreachable", err.kind)
end)

it("Deezer is asked again past a page that was kept for its answer", function()
  mix.test.mock_http({ ["GET https://api.deezer.com/*"] = {
    "<html>", "<html>", { json = { data = { { id = 7, name = "Ada" } } } },
    { json = { data = { { id = 1, title = "One" } } } },
  } })
  local service = deezer.open()
  assert.is_nil(service:top("Ada", 5))
  assert.equal("One", service:top("Ada", 5)[1].title)
end)

it("a web page is told apart from noise by its type or its first tag", function()
  local pages = {
    { body = "log in", headers = { ["Content-Type"] = "text/html; charset=utf-8" } },
    "\n <!doctype html>", "<HTML>",
  }
  for _, page in ipairs(pages) do
    answers({ page })
    assert.equal("portal", select(3, get()).kind)
  end
  for _, noise in ipairs({ "", "<5", "{", "[]x" }) do
    answers({ noise })
    assert.equal("answer", select(3, get()).kind)
  end
end)

it("an identifier whose answer is of no use costs itself alone", function()
  local track = { json = { id = 2, title = "Ebb", artist = { id = 7, name = "Ada" } } }
  local page = { json = { id = 1, title = "", artist = { id = 7, name = "Ada" } } }
  mix.test.mock_http({ ["GET https://api.deezer.com/track/1"] = page,
    ["GET https://api.deezer.com/track/2"] = track })
  assert.are.same({ { id = 2, title = "Ebb", artist = "Ada" } }, deezer.open():lookup({ 1, 2 }))
  local found, err = deezer.open():lookup({ 1 })
  assert.is_nil(found)
  assert.equal("answer", err.kind)
end)

describe("a refusal", function()
  local provider = { name = "deezer", title = "Deezer", upstream = "deezer" }

  it("says until when a limit holds, in seconds or by a date, unless that is nonsense", function()
    mix.test.clock("2026-11-20T10:00:00Z")
    local now, said = mix.time.now(), { ["90"] = 90, ["Fri, 20 Nov 2026 10:01:30 GMT"] = 90,
      ["Fri, 20 Nov 2026 09:00:00 GMT"] = 0, ["-5"] = false, soon = false, ["99999999"] = false }
    for field, seconds in pairs(said) do
      answers({ { status = 429, body = "", headers = { ["Retry-After"] = field } } })
      local _, err = json_answers.ask(provider, client(), "/a", { retry = false })
      assert.equal(seconds and now + seconds or nil, err["until"], field)
    end
  end)

  local function refused(answer)
    answers({ answer })
    return select(2, json_answers.ask(provider, client(), "/a", {}))
  end

  it("has the service's words, in JSON or in text", function()
    local err = refused({ status = 400, json = { error = "no such field" } })
    assert.are.same({ "invalid", "Deezer: HTTP status 400: no such field" },
      { err.kind, err.message })
    assert.equal("Deezer: HTTP status 404: Not here", refused({ status = 404, body = "Not here" })
      .message)
  end)

  it("by a page is that of a gateway, which knows no key", function()
    for status, does in pairs({ [401] = "wants a log%-in of its own", [403] = "refuses" }) do
      local err = refused({ status = status, body = "<html><title>Denied</title></html>" })
      assert.are.same({ "forbidden", status }, { err.kind, err.status })
      assert.matches("^the gateway in front of Deezer " .. does, err.message)
    end
    assert.equal("token", refused({ status = 401, body = "" }).kind)
    local err = refused({ status = 404, body = "<html>" })
    assert.are.same({ "portal", "passing", 404 }, { err.kind, failure.class(err), err.status })
  end)
end)
