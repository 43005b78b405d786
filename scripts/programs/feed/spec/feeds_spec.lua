-- A refresh from feeds of any site.

local archive = require("programs.feed.lib.archive")
local followed = require("programs.feed.lib.followed")
local sync = require("programs.feed.lib.sync")

local address = "https://example.org/feed"

local function item(number, date)
  return ("<item><guid>%d</guid><title>Entry %d</title>%s</item>"):format(number, number,
    date and ("<pubDate>%s</pubDate>"):format(date) or "")
end

local function body(...)
  return ("<rss><channel><title>Example</title><ttl>60</ttl>%s</channel></rss>"):format(
    table.concat({ ... }))
end

local quiet = {
  progress = function() return { step = function() end, finish = function() end } end,
}

describe("a refresh from feeds", function()
  local account, number, answer, clock = nil, 0, nil, nil

  before_each(function()
    number = number + 1
    account = { key = "feeds " .. number }
    clock = mix.test.clock()
    mix.test.mock_http({
      ["GET https://example.org/*"] = function(request)
        return request.url == address and answer or { status = 404 }
      end,
      ["GET https://other.example/*"] = { body = body(item(9)) },
    })
  end)

  local function refresh(forced)
    return sync.run(account, { forced = forced ~= false, progress = quiet.progress })
  end

  local function channel() return followed.channels(account)[1] end

  it("keeps entries; those of the first fetch count as read", function()
    followed.follow(account, { { id = address } })
    answer = { body = body(item(1, "Thu, 01 Jan 2026 10:00:00 GMT"), item(2)) }
    local result = refresh()
    assert.are.same({ 2, 0, "Example" }, { #result.new, archive.count(account, "unread"),
      channel().title })
    answer = { body = body(item(1, "Thu, 01 Jan 2026 10:00:00 GMT"), item(2), item(3)) }
    result = refresh()
    assert.are.same({ 1, 1, "Entry 3" }, { #result.new, archive.count(account, "unread"),
      result.new[1].title })
    assert.equal(0, #refresh().new)
  end)

  it("takes the newest of many entries, and old ones that come late for old", function()
    local items = {}
    for day = 1, 150 do
      items[day] = item(day, mix.time.iso(mix.time.parse("2020-01-01") + day * 86400))
    end
    followed.follow(account, { { id = address } })
    answer = { body = body(table.unpack(items)) }
    assert.equal(100, #refresh().new)
    assert.equal("Entry 51", archive.videos(account, {})[100].title)
    table.remove(items)
    answer = { body = body(table.unpack(items)) }
    assert.are.same({ "Entry 50", 0 }, { refresh().new[1].title, archive.count(account, "unread") })
  end)

  it("keeps the place that a list gives it first, and takes that of a later list", function()
    followed.follow(account, { { id = address, title = "One", folder = { "News" } },
      { id = address, title = "Two", folder = { "All" } } })
    assert.are.same({ "One", { "News" } }, { channel().title, channel().folder })
    followed.follow(account, { { id = address, title = "Three", folder = { "Later" } } })
    assert.are.same({ "Three", { "Later" } }, { channel().title, channel().folder })
  end)

  it("gives an entry whose date is the first of a clock the time at which it came", function()
    followed.follow(account, { { id = address } })
    answer = { body = body(item(1, "Thu, 01 Jan 1970 00:00:00 GMT"),
      item(2, "0001-01-01T00:00:00Z"), item(3, "Thu, 01 Jan 2026 10:00:00 GMT")) }
    refresh()
    local titles = {}
    for place, video in ipairs(archive.videos(account, {})) do titles[place] = video.title end
    assert.are.same({ "Entry 1", "Entry 2", "Entry 3" }, titles)
  end)

  it("leaves a feed alone as long as it wants", function()
    followed.follow(account, { { id = address } })
    answer = { body = body(item(1)) }
    refresh()
    clock:advance("20m")
    assert.is_true(refresh(false).live)
    assert.equal(1, #mix.test.requests())
    clock:advance("50m")
    refresh(false)
    assert.equal(2, #mix.test.requests())
  end)

  it("follows a move that is for good, and what is kept stays the channel's", function()
    followed.follow(account, { { id = address } })
    answer = { status = 301, headers = { Location = "https://other.example/feed" } }
    refresh()
    assert.are.same({ address, "https://other.example/feed" }, { channel().id, channel().address })
    assert.equal(address, archive.videos(account, {})[1].channel)
    refresh()
    assert.equal("https://other.example/feed", mix.test.requests()[3].url)
    assert.equal(0, followed.follow(account, { { id = "http://other.example/feed/" } }))
  end)

  it("says of each that failed why, and asks none that has ended", function()
    followed.follow(account, { { id = address, title = "One" },
      { id = "https://example.org/two", title = "Two" } })
    answer = { status = 410 }
    local result = refresh()
    assert.are.same({ { "One", "HTTP status 410" }, { "Two", "HTTP status 404" } }, {
      { result.failed[1].title, result.failed[1].reason },
      { result.failed[2].title, result.failed[2].reason },
    })
    assert.matches("2 of 2 feeds did not answer; the first: One: HTTP status 410",
      result.problems[1].message, 1, true)
    assert.is_true(followed.is_gone(channel()))
    assert.equal(1, #followed.channels(account)[2].missing)
    clock:advance("48h")
    refresh(false)
    assert.equal("https://example.org/two", mix.test.requests()[3].url)
    answer = { body = body(item(1)) }
    refresh()
    assert.is_false(followed.is_gone(channel()))
  end)

  it("leaves a feed alone the longer, the longer it has failed", function()
    followed.follow(account, { { id = address } })
    answer = { status = 500 }
    local function pause() return channel().next_at - mix.time.now() end
    refresh()
    assert.near(300, pause(), 5)
    clock:advance("8h")
    refresh()
    assert.near(3600, pause(), 5)
    clock:advance("100d")
    refresh()
    assert.near(86400, pause(), 5)
    answer = { body = body(item(1)) }
    refresh()
    assert.is_nil(channel().failed)
  end)

  it("looks at a page for the feed that it names", function()
    followed.follow(account, { { id = address } })
    answer = { body = '<html><link rel="alternate" type="application/rss+xml" '
      .. 'href="https://other.example/x"></html>' }
    refresh()
    assert.equal("https://other.example/x", channel().address)
  end)

  it("continues beside a hub that is down", function()
    account.hub, account.user = "https://hub.example.org", "me"
    mix.test.mock_http({
      ["GET https://hub.mixhost.invalid/health"] = { error = "unreachable" },
      ["GET " .. address] = { body = body(item(1)) },
    })
    followed.follow(account, { { id = address }, { id = "UC_x5XG1OV2P6uZZ5FSM9Ttw" } })
    local result = refresh()
    assert.are.same({ "server_unhealthy", 1 }, { result.problems[1].code, #result.new })
  end)
end)
