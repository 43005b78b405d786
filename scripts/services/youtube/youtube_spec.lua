-- YouTube's feeds and pages, with its waves of 404 and 500.

local youtube_atom = require("services.youtube.provider")
local youtube_pages = require("services.youtube.pages")

local good, gone = "UC_x5XG1OV2P6uZZ5FSM9Ttw", "UCaLlzGqiPE2QRj6sSOawJRg"

local feed = '<feed><title>Good</title><entry><yt:videoId>dQw4w9WgXcQ</yt:videoId><yt:channelId>'
  .. good .. '</yt:channelId><title>T</title><published>2025-01-01T00:00:00+00:00</published>'
  .. '</entry></feed>'

local address = "GET https://www.youtube.com/feeds/videos.xml?channel_id="

local function nothing() end

it("YouTube's feeds say which channel answered, and what is an outage", function()
  mix.test.mock_http({ [address .. good] = { body = feed }, [address .. gone] = { status = 404 } })
  local found, counts = youtube_atom.feed({ gone, good }, nothing)
  assert.equal(1, #found)
  assert.are.same({ [good] = "ok", [gone] = "missing" }, counts.answers)
  assert.are.same({ [good] = "Good" }, counts.titles)
  assert.matches("1 of 2 channels did not answer; the first: " .. gone .. ": HTTP status 404",
    counts.problem.message, 1, true)
  assert.matches("waves", counts.problem.advice)
end)

describe("YouTube's entries", function()
  local function entry(id, link)
    return ('<entry><yt:videoId>%s</yt:videoId><yt:channelId>%s</yt:channelId><title>T</title>'
      .. '<link rel="alternate" href="https://www.youtube.com/%s"/>'
      .. '<published>2025-01-01T00:00:00+00:00</published></entry>'):format(id, good, link)
  end

  local function read(id, body)
    mix.test.mock_http({ ["GET https://www.youtube.com/feeds/videos.xml*"] = { body = body } })
    local found, counts = youtube_atom.feed({ id }, nothing)
    return found, counts, mix.test.requests()[1].url
  end

  local body = "<feed><title>Videos</title><author><name>Good</name></author>"
    .. entry("aaaaaaaaaa1", "watch?v=aaaaaaaaaa1") .. entry("aaaaaaaaaa2", "shorts/aaaaaaaaaa2")
    .. "</feed>"

  it("are all taken of a list of shorts, which is asked for as a list", function()
    local list = "UUSH" .. good:sub(3)
    local found, counts, asked = read(list, body)
    assert.are.same({ 2, "short" }, { #found, found[2].form })
    assert.are.same({ [list] = "Good (shorts)" }, counts.titles)
    assert.matches("playlist_id=" .. list, asked, 1, true)
  end)

  it("are taken from the channel where its list of long videos is not there", function()
    local list = "UULF" .. good:sub(3)
    mix.test.mock_http({ ["GET https://www.youtube.com/feeds/videos.xml?playlist_id=" .. list] = {
      status = 404 }, [address .. good] = { body = body } })
    local found, counts = youtube_atom.feed({ list }, nothing)
    assert.are.same({ "aaaaaaaaaa1" }, { found[1].id, found[2] })
    assert.equal(list, found[1].followed)
    assert.are.same({ { ["a short"] = 1 }, { [list] = "ok" } }, { counts.skipped, counts.answers })
  end)

  it("may have other prefixes, another encoding and control characters", function()
    local odd = '<?xml version="1.0" encoding="ISO-8859-1"?><a:feed xmlns:a="http://www.w3.org/'
      .. '2005/Atom" xmlns:y="http://www.youtube.com/xml/schemas/2015"><a:title>Caf\xE9</a:title>'
      .. '<a:entry><y:videoId>aaaaaaaaaa1</y:videoId><y:channelId>' .. good .. '</y:channelId>'
      .. '<a:title>\xC9t\xE9\1</a:title><a:published>2025-01-01T00:00:00Z</a:published></a:entry>'
      .. '</a:feed>'
    local found, counts = read(good, odd)
    assert.are.same({ "Été", "Café" }, { found[1].title, counts.titles[good] })
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
    assert.matches("names no channel", select(2, channel("<h1>Before you continue</h1>")).message)
    assert.matches("no such page", select(2, channel("", 404)).message)
    assert.matches("HTTP status 403", select(2, channel("", 403)).message)
  end)
end)

require("lib.spec.answers").hold("youtube")
