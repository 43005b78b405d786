-- Lists of subscriptions of other programs.

local subscriptions = require("lib.feeds.subscriptions")

local id = "UC_x5XG1OV2P6uZZ5FSM9Ttw"

describe("subscriptions in JSON", function()
  local function read(value)
    return subscriptions.json(type(value) == "string" and value or mix.json.encode(value))
  end

  it("are those of video programs", function()
    local page = "https://www.youtube.com/channel/" .. id
    for name, case in pairs({
      NewPipe = { { app_version = "0.27", subscriptions = {
        { service_id = 0, url = page, name = "N" } } }, page },
      Piped = { { format = "Piped", subscriptions = {
        { url = "/channel/" .. id, name = "N" } } }, page },
      Invidious = { { subscriptions = { id }, watch_history = { "dQw4w9WgXcQ" } }, id, false },
      ["one edited by hand"] = { '{"subscriptions":["' .. id .. '",]}', id, false },
      takeout = { { { snippet = { title = "N", resourceId = { channelId = id } } } }, id },
      FreeTube = { '{"_id":"allChannels","name":"All","subscriptions":[{"id":"' .. id
        .. '","name":"N","thumbnail":"https://x.example/y"}]}\n{"_id":"b","name":"B","bgColor":'
        .. '"#000","subscriptions":[]}\n', id },
    }) do
      local list = read(case[1])
      assert.are.same({ { address = case[2], title = case[3] == nil and "N" or nil } }, list, name)
    end
  end)

  it("are those of feed readers, with their folders", function()
    local feed = "https://example.org/rss"
    local whole = { { address = feed, title = "T", folder = { "News" },
      page = "https://example.org/" } }
    assert.are.same(whole, read({ { id = 5, feed_url = feed, site_url = "https://example.org/",
      title = "T", category = { id = 1, title = "News" } } }))
    assert.are.same(whole, read({ subscriptions = { { id = "feed/" .. feed, title = "T",
      htmlUrl = "https://example.org/", categories = { { id = "user/-/label/News",
        label = "News" } } } } }))
  end)

  it("leave lists that they include to their reader", function()
    assert.are.same({ { said = "https://example.org/more.opml" },
      { address = "https://example.org/rss", title = "T" } }, subscriptions.opml(
      '<opml><body><outline text="M" type="include" url="https://example.org/more.opml"/>'
      .. '<outline text="T" xmlUrl="https://example.org/rss"/></body></opml>'))
  end)

  it("have a folder by their category, and no address without a site", function()
    local feed = 'xmlUrl="https://example.org/rss" text="T"'
    for category, folder in pairs({ ["Science"] = { "Science" }, ["/a/b,/c"] = { "a", "b" },
      [""] = false }) do
      local list = subscriptions.opml(('<opml><body><outline %s category="%s"/></body></opml>')
        :format(feed, category))
      assert.are.same(folder or nil, list[1].folder, category)
    end
    assert.are.same({ { address = "https://example.org/rss", title = "T", folder = { "F" } },
      { said = "/rss" } }, subscriptions.opml(('<opml><body><outline text="F"><outline %s '
      .. 'category="c"/></outline><outline xmlUrl="/rss"/></body></opml>'):format(feed)))
  end)

  it("are nothing in other texts", function()
    assert.is_nil(read("{"))
    assert.are.same({}, read({ playlists = { { url = "https://youtu.be/dQw4w9WgXcQ" } } }))
  end)
end)

it("subscriptions in tables are rows with an address, whatever the columns are called", function()
  assert.are.same({ { address = id, title = "A, B" } }, subscriptions.csv(
    "Kanal-ID,Kanal-URL,Kanaltitel\r\n" .. id .. ",http://www.youtube.com/channel/" .. id
    .. ',"A, B"\r\n'))
  assert.are.same({ { address = "https://example.org/rss", title = "T" } }, subscriptions.csv(
    "title;url\nT;https://example.org/rss\n"))
  assert.are.same({ { address = "https://example.org/rss", title = "A, B", folder = { "T" } } },
    subscriptions.csv('title,feed_url,category\n"A, B",https://example.org/rss,T\n'))
  assert.is_nil(subscriptions.csv("@me, @you\n@she\n"))
  assert.is_nil(subscriptions.csv("https://example.org/rss\nhttps://example.org/b\n"))
end)

it("subscriptions in OPML are outlines with addresses, in folders that are not feeds", function()
  local list = subscriptions.opml('<?xml version="1.0"?><opml><body><outline text="A &amp; B">'
    .. '<outline text="C"><outline text="D" xmlUrl="https://example.org/d" htmlUrl="/p"/>'
    .. '</outline></outline><outline type="rss" TEXT="E & F" XMLURL="https://example.org/e">'
    .. '<outline type="podcast-episode" text="G" url="https://example.org/g"/></outline>')
  assert.are.same({
    { address = "https://example.org/d", title = "D", page = "/p", folder = { "A & B", "C" } },
    { address = "https://example.org/e", title = "E & F" },
  }, list)
  list = subscriptions.opml('<opml><body><outline text="A" type="rss" xmlUrl=""/>'
    .. '<outline text="B" xmlUrl="https://example.org/b"/><outline text="C" xmlUrl="https://exa')
  assert.are.same({ "A", "the last one, where the file is cut" }, { list[1].said, list[3].said })
end)
