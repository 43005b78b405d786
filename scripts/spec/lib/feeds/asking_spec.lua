-- Requests for feeds: moves, refusals, pages.

local asking = require("lib.feeds.asking")

local feed = "<rss><channel><title>T</title><ttl>60</ttl><item><title>A</title></item></channel>"
  .. "</rss>"

local function ask(answers, address)
  mix.test.mock_http(answers)
  return asking.find(address or "https://example.org/feed")
end

describe("a feed that is asked for", function()
  it("comes, and says when it may be asked again", function()
    local found = ask({ ["GET https://example.org/feed"] = { body = feed,
      headers = { ["Cache-Control"] = "max-age=7200" } } })
    assert.are.same({ "ok", 7200, "https://example.org/feed", 1 },
      { found.answer, found.pause, found.address, #found.feed.entries })
  end)

  it("has another address for good only after moves that are", function()
    local function moved(status)
      return ask({
        ["GET https://example.org/feed"] = { status = status, headers = { Location = "/new" } },
        ["GET https://example.org/new"] = { status = 302, headers = { Location = "/now" } },
        ["GET https://example.org/now"] = { body = feed },
      }).address
    end
    assert.equal("https://example.org/new", moved(301))
    assert.equal("https://example.org/new", moved(308))
    assert.equal("https://example.org/feed", moved(302))
    assert.matches("again and again", ask({ ["GET https://example.org/feed"] = { status = 302,
      headers = { Location = "/feed" } } }).reason)
  end)

  it("has the address that it names as its new one, where a feed is there", function()
    local function named(target, answer)
      local text = feed:gsub("<ttl>", "<itunes:new-feed-url>" .. target
        .. "</itunes:new-feed-url>%0")
      local found = ask({ ["GET https://example.org/feed"] = { body = text },
        ["GET https://other.example/new"] = answer })
      return found.answer == "ok" and found.address
    end
    assert.equal("https://other.example/new", named("https://other.example/new", { body = feed }))
    for _, answer in ipairs({ { status = 404 }, { body = "<html></html>" } }) do
      assert.equal("https://example.org/feed", named("https://other.example/new", answer))
    end
    for _, target in ipairs({ "http://example.org/feed/", "soon", "" }) do
      assert.equal("https://example.org/feed", named(target), target)
    end
  end)

  it("may not come, for a reason that its reader can act on", function()
    for status, answer in pairs({ [410] = "gone", [404] = "missing", [403] = "failed",
      [429] = "failed", [500] = "failed" }) do
      local found = ask({ ["GET https://example.org/feed"] = { status = status } })
      assert.are.same({ answer, ("HTTP status %d"):format(status) }, { found.answer, found.reason })
      assert.is_string(found.advice)
      -- Nothing is tried again that is not followed.
      local advice = asking.advice(found)
      assert.are.same({ advice, status == 500 or status == 429 },
        { advice, advice == "try again later" })
    end
    -- It would be refused later as well.
    local denied = asking.find("http://192.0.2.7/feed")
    assert.matches(": run with --allow-net", denied.reason, 1, true)
    assert.equal("only addresses of the web are asked without it", asking.advice(denied))
    local offline = ask({ ["GET https://example.org/feed"] = { error = "offline" } })
    assert.equal("ask again without --offline, or with http.offline false", offline.advice)
    assert.equal(86400, ask({ ["GET https://example.org/feed"] = { status = 503,
      headers = { ["Retry-After"] = "1000000" } } }).pause)
    mix.test.clock("2026-11-20T10:00:00Z")
    assert.equal(90, ask({ ["GET https://example.org/feed"] = { status = 429,
      headers = { ["Retry-After"] = "Fri, 20 Nov 2026 10:01:30 GMT" } } }).pause)
  end)

  it("may be named by a page, or stand where sites have feeds", function()
    local page = '<html><link rel="alternate" type="application/rss+xml" href="/a"><link '
      .. 'rel="alternate" type="application/rss+xml" href="/b"></html>'
    local found = ask({ ["GET https://example.org/"] = { body = page },
      ["GET https://example.org/a"] = { body = feed } }, "https://example.org/")
    assert.are.same({ "https://example.org/a", 1 }, { found.address, found.others })
    found = ask({ ["GET https://example.org/*"] = function(request)
      if request.url:find("/rss$") then return { body = feed } end
      return request.url:find("org/$") and { body = "<html></html>" } or { status = 404 }
    end }, "https://example.org/")
    assert.equal("https://example.org/rss", found.address)
    found = ask({ ["GET https://example.org/*"] = { body = "<html></html>" } },
      "https://example.org/")
    assert.equal("the page names no feed", found.reason)
  end)

  it("is asked for by https where plain http was not allowed", function()
    local found = ask({ ["GET https://example.org/feed"] = { body = feed } },
      "http://example.org/feed")
    assert.equal("ok", found.answer)
  end)
end)
