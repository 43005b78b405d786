-- YouTube's feeds and pages, with its waves of 404 and 500.

local youtube_atom = require("services.youtube.provider")
local youtube_pages = require("services.youtube.pages")

local good, gone = "UC_x5XG1OV2P6uZZ5FSM9Ttw", "UCaLlzGqiPE2QRj6sSOawJRg"

local feed = '<feed><title>Good</title><entry><yt:videoId>dQw4w9WgXcQ</yt:videoId><yt:channelId>'
  .. good .. '</yt:channelId><title>T</title><published>2025-01-01T00:00:00+00:00</published>'
  .. '</entry></feed>'

local address = "GET https://www.youtube.com/feeds/videos.xml?channel_id="

local function nothing() end

describe("YouTube's feeds", function()
  it("say which channel answered, and what is an outage", function()
    mix.test.mock_http({
      [address .. good] = { body = feed }, [address .. gone] = { status = 404 },
    })
    local found, counts = youtube_atom.feed({ gone, good }, nothing)
    assert.equal(1, #found)
    assert.are.same({ [good] = "ok", [gone] = "missing" }, counts.answers)
    assert.are.same({ [good] = "Good" }, counts.titles)
    assert.matches("1 of 2 channels did not answer; the first: " .. gone .. ": HTTP status 404",
      counts.problem.message, 1, true)
    assert.matches("waves", counts.problem.advice)
  end)
end)

describe("YouTube's pages", function()
  local function channel(body, status)
    mix.test.mock_http({ ["GET https://www.youtube.com/@x"] = { body = body, status = status } })
    return youtube_pages.channel("/@x")
  end

  it("name their channel", function()
    assert.are.same({ id = good, title = "A & B" }, channel(
      '<meta property="og:title" content="A &amp; B"><link href="https://www.youtube.com/feeds/'
      .. 'videos.xml?channel_id=' .. good .. '">'))
    assert.are.same({ id = good }, channel('{"externalId":"' .. good .. '"}'))
  end)

  it("may be something else", function()
    assert.matches("names no channel", select(2, channel("<h1>Before you continue</h1>")))
    assert.matches("no such page", select(2, channel("", 404)))
    assert.matches("HTTP status 403", select(2, channel("", 403)))
  end)
end)
