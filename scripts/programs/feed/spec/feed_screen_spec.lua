-- The screen of the feed, without a browser.

local archive = require("programs.feed.lib.archive")
local followed = require("programs.feed.lib.followed")
local readers = require("programs.feed.lib.readers")
local screen_nodes = require("spec.screen_nodes")

local one, two = "UC_x5XG1OV2P6uZZ5FSM9Ttw", "UCaLlzGqiPE2QRj6sSOawJRg"

local nodes, node = screen_nodes.all, screen_nodes.first
local messages = screen_nodes.messages

local function video_id(number) return ("v%010d"):format(number) end

-- YouTube's feed of a channel with that number of videos; the newest has the highest number.
local function atom(channel, count)
  local entries = {}
  for number = 1, count do
    entries[number] = ([[<entry><yt:videoId>%s</yt:videoId><yt:channelId>%s</yt:channelId>
      <title>Video %d &lt;b&gt;</title><published>%s</published><media:group>
      <media:thumbnail url="https://i.ytimg.com/vi/%d/hq.jpg"/>
      <media:description>About %d</media:description></media:group></entry>]]):format(
      video_id(number), channel, number, mix.time.iso(mix.time.now() - 100000 + number), number,
      number)
  end
  return { body = ("<feed xmlns:yt=\"y\" xmlns:media=\"m\"><title>Channel %s</title>%s</feed>")
    :format(channel:sub(1, 4), table.concat(entries)) }
end

describe("the screen of the feed", function()
  local screen, clock, count, answer
  -- Hours by which a clock is ahead: of this test, and of all that were before.
  local own, hours = 0, 0

  before_each(function()
    clock, count, answer, own = mix.test.clock(), 3, nil, 0
    mix.store.open("videos"):clear()
    mix.store.open("channels"):clear()
    screen = mix.test.screen("feed")
    mix.test.mock_http({
      ["GET https://www.youtube.com/feeds/*"] = function(request)
        mix.task.sleep(0.1)
        return answer or atom(request.url:match("channel_id=([^&]+)"), count)
      end,
    })
  end)

  local function follow(...)
    local list = {}
    for place, id in ipairs({ ... }) do list[place] = { id = id } end
    followed.follow({ key = "youtube" }, list)
  end

  -- Fifteen minutes are over, and so is what an earlier test has asked.
  local function later()
    hours = hours + 1
    clock:advance((hours - own) .. "h")
    own = hours
    return screen:open()
  end

  it("begins with the channels to follow, typed or in a list", function()
    local tree = screen:open()
    assert.equal("Follow", node(tree, "form").title)
    later()
    tree = screen:act("follow", { channels = one .. ", nonsense",
      list = "# mine\n" .. two .. "\nno channel\n" })
    assert.equal(2, followed.channel_count({ key = "youtube" }))
    assert.matches("2 channels added", messages(tree), 1, true)
    assert.matches("\"nonsense\" names no channel", messages(tree), 1, true)
    assert.equal(2, #node(tree, "list").items)
    assert.matches("Name a channel", messages(screen:act("follow", {})))
  end)

  it("takes the subscriptions of a reader that is set up", function()
    local function field(tree) return screen_nodes.field(tree, "reader") end
    assert.is_nil(field(screen:open()))
    mix.env.set("miniflux.token", "key")
    -- A spec has no keys to send.
    local ask = readers.subscriptions
    readers.subscriptions = function(name)
      return { { address = "https://example.org/rss", title = "T of " .. name } }
    end
    mix.test.mock_http({ ["GET https://example.org/rss"] = { status = 404 } })
    local tree = screen:open()
    assert.are.same({ "", "miniflux" }, { field(tree).options[1].value,
      field(tree).options[2].value })
    tree = screen:act("follow", { reader = "miniflux" })
    assert.matches("1 channel added", messages(tree), 1, true)
    assert.equal("T of miniflux", followed.channels({ key = "youtube" })[1].title)
    readers.subscriptions = ask
    mix.env.set("miniflux.token", nil)
  end)

  it("brings the feed up to date as it is opened, and says how far that is", function()
    follow(one)
    local seen = {}
    screen.on_update = function(tree)
      local progress = node(tree, "progress")
      if progress then seen[progress.label] = true end
    end
    local tree = later()
    assert.is_true(seen["Looking for new videos"])
    local items = node(tree, "cards").items
    assert.equal(3, #items)
    assert.equal("Video 3 <b>", items[1].title)
    assert.equal("https://i.ytimg.com/vi/3/hq.jpg", items[1].image)
    -- The videos that came first count as read.
    assert.is_nil(items[1].badge)
    count = 8
    tree = later()
    assert.matches("Found 5 new videos!", messages(tree), 1, true)
    items = node(tree, "cards").items
    assert.equal("New", items[1].badge)
    assert.equal(8, #items)
    assert.matches("8 videos, 5 unread. Last check: .*0 s ago", node(tree, "text").text)
  end)

  it("looks only when that is due, unless the user asks for it", function()
    follow(one)
    later()
    local asked = #mix.test.requests()
    local tree = screen:open()
    assert.equal(asked, #mix.test.requests())
    assert.equal("", messages(tree))
    tree = screen:act("refresh")
    assert.matches("Not looked for new videos", messages(tree))
    assert.equal(asked, #mix.test.requests())
    screen:act("force")
    assert.is_true(#mix.test.requests() > asked)
  end)

  it("keeps what is stored when nobody answers, with the reason", function()
    follow(one)
    later()
    answer = { error = "unreachable" }
    local tree = later()
    assert.equal(3, #node(tree, "cards").items)
    assert.matches("These are the stored videos", messages(tree), 1, true)
    assert.equal("refresh", node(tree, "message").actions[1].action)
  end)

  it("marks videos as read and unread, one or all", function()
    follow(one)
    later()
    count = 5
    later()
    local tree = screen:act("choose", { only = "unread" })
    assert.equal(2, #node(tree, "cards").items)
    tree = screen:act("read", video_id(5))
    assert.equal(1, #node(tree, "cards").items)
    -- A video that was opened is seen.
    screen:act("choose", { only = "all" })
    tree = screen:act("open", video_id(4))
    assert.equal(video_id(4), node(node(tree, "detail"), "embed").video)
    assert.is_nil(screen_nodes.offered(tree, "read_all"))
    screen:act("unread", video_id(4))
    tree = screen:act("read_all")
    assert.matches("1 video marked as read", messages(tree))
    screen:act("star", video_id(1))
    tree = screen:act("choose", { only = "starred" })
    assert.equal(video_id(1), node(tree, "cards").items[1].key)
    assert.error_matches(function() screen:act("read", "nonsense000") end, "is not offered now")
  end)

  it("shows the videos of a channel, and those with some words", function()
    follow(one, two)
    later()
    local tree = screen:act("choose", { channel = one })
    assert.equal(#node(tree, "cards").items, archive.count({ key = "youtube" })
      - #node(screen:act("choose", { channel = two }), "cards").items)
    tree = screen:act("choose", { channel = "", text = "ABOUT 2" })
    assert.equal("Video 2 <b>", node(tree, "cards").items[1].title)
    tree = screen:act("choose", { text = "nothing like it" })
    assert.equal("No video is like that.", node(tree, "cards").empty)
  end)

  it("shows episodes and articles of feeds, with their files and without a player", function()
    local feed = "https://example.org/feed"
    followed.follow({ key = "youtube" }, { { id = feed, title = "Radio" } })
    archive.merge({ key = "youtube" }, {
      { id = "e0000000001", channel = feed, followed = feed, published = 2, title = "Episode",
        url = "https://example.org/1", file = "https://example.org/1.mp3", form = "audio",
        thumbnail = "https://example.org/1.png", duration = 90 },
      { id = "e0000000002", channel = feed, followed = feed, published = 1, title = "Article",
        url = "https://example.org/2", form = "article", about = "Words" },
    })
    local items = node(screen:tree(), "cards").items
    assert.matches("Radio", items[1].subtitle)
    assert.is_nil(items[1].image, "no host of a picture is granted")
    local tree = screen:act("open", "e0000000001")
    local facts = node(tree, "detail").facts
    assert.are.same({ "1:30", "https://example.org/1", "https://example.org/1.mp3" },
      { facts[2].value, facts[3].href, facts[4].href })
    assert.equal(0, #nodes(tree, "embed"))
    facts = node(screen:act("open", "e0000000002"), "detail").facts
    assert.equal("https://example.org/2", facts[2].href)
    screen:act("show_channels")
    screen:act("unfollow_only", feed)
    assert.equal(2, archive.count({ key = "youtube" }))
  end)

  it("shows more of many videos when the end is reached", function()
    local list = {}
    for number = 1, 120 do
      list[number] = { id = video_id(number), channel = one, published = number, title = "T" }
    end
    archive.merge({ key = "youtube" }, list)
    assert.equal(50, #node(screen:tree(), "cards").items)
    assert.equal(100, #node(screen:act("more"), "cards").items)
    local tree = screen:act("more")
    assert.equal(120, #node(tree, "cards").items)
    assert.is_nil(node(tree, "cards").on_end)
  end)

  it("stops following a channel, and keeps how often it looks", function()
    follow(one)
    screen:open()
    local tree = screen:act("show_channels")
    assert.is_string(node(tree, "list").items[1].actions[1].confirm)
    tree = screen:act("set_interval", { every = "6h" })
    assert.equal("6h", mix.env.setting("feed.every"))
    assert.equal("6h", nodes(tree, "form")[2].fields[1].value)
    assert.error_matches(function()
      screen:act("set_interval", { every = "1s" })
    end, "is not one of")
    screen:act("unfollow", one)
    assert.equal(0, followed.channel_count({ key = "youtube" }))
    mix.env.set("feed.every", nil)
  end)
end)
