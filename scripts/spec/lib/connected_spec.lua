-- Requests and answers of programs at their addresses.

local connected = require("lib.connected")

-- Answers a request by a module.
local function answered(module, given)
  local most = connected.use(module, "all")
  return connected.answer(given), most
end

describe("a request", function()
  it("has the parts of its path, decoded, with empty ones", function()
    local request = connected.request({ path = "/feed%2Fhttps:/%2Fa.example//" })
    assert.same({ "feed/https:", "/a.example", "", "" }, request.parts)
    assert.same({}, connected.request({}).parts)
  end)

  it("has every value of a parameter in order", function()
    local request = connected.request({ query = "i=1&s=a+b&i=2&empty=" })
    assert.equal("1", request.query.i)
    assert.same({ "1", "2" }, request.query:all("i"))
    assert.equal("a b", request.query.s)
    assert.is_nil(request.query.empty)
  end)

  it("has a form where its body is one", function()
    local body = "queries=%7B%7D"
    local form = connected.request({ method = "POST", body = body,
      headers = { ["content-type"] = "application/x-www-form-urlencoded; charset=UTF-8" } })
    assert.equal("{}", form.form.queries)
    local json = connected.request({ method = "POST", body = body,
      headers = { ["content-type"] = "application/json" } })
    assert.is_nil(json.form.queries)
    assert.equal(body, json.body)
  end)
end)

describe("a subject", function()
  it("is the word that was typed", function()
    assert.equal("alice", connected.subject("alice"))
    assert.equal("library", connected.subject(mix.fs.absolute("library")))
  end)

  it("is a path where there is such a file", function()
    local path = mix.fs.data("library")
    assert(mix.fs.write(path, "title\n"))
    assert.equal(path, connected.subject(path))
  end)
end)

describe("an answer", function()
  it("is written as JSON, with its status and headers", function()
    local found = answered({ answer = function(request)
      return { status = 201, headers = { ETag = "1" }, json = { subject = request.subject } }
    end }, {})
    assert.equal(201, found.status)
    assert.equal('{"subject":"all"}', found.body)
    assert.equal("1", found.headers.etag)
    assert.equal("application/json; charset=utf-8", found.headers["content-type"])
  end)

  it("is nil for an unknown path", function()
    assert.is_nil((answered({ answer = function() return nil end }, {})))
  end)

  it("has a limit of the body, which is bounded", function()
    local _, usual = answered({ answer = function() end }, {})
    local _, most = answered({ answer = function() end, most_bytes = 1e12 }, {})
    assert.equal(65536, usual)
    assert.equal(4000000, most)
  end)
end)

describe("an offer", function()
  it("takes nothing behind the name without a function", function()
    assert.equal("feed", connected.offer({}, "feed", "").title)
    local offer, fault = connected.offer({}, "feed", "x")
    assert.is_nil(offer)
    assert.equal("feed takes nothing behind its name", fault)
  end)

  it("is completed", function()
    local offer = connected.offer({ offer = function(wanted)
      return wanted ~= "no" and { path = "/x.ics" } or nil, "no such thing"
    end }, "trailers", "films")
    assert.same({ subject = "films", title = "trailers", path = "/x.ics", read = {} }, offer)
  end)
end)
