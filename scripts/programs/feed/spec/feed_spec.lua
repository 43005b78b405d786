-- The input of mixhost feed: lists of channels.

local channels = require("programs.feed.lib.channels")
local export = require("programs.feed.lib.export")

local one, two = "UC_x5XG1OV2P6uZZ5FSM9Ttw", "UCaLlzGqiPE2QRj6sSOawJRg"

describe("lists of channels", function()
  it("hold ids, addresses and remarks", function()
    local text = "\u{FEFF}# mine\n%s\r\nhttps://www.youtube.com/channel/%s/ # other\n\n%s\n"
      .. "@me\nme\n"
    local list, rejected = channels.read(text:format(one, two, one))
    assert.are.same({ { id = one }, { id = two }, { page = "/@me", said = "@me" } }, list)
    assert.are.same({ "line 7: me" }, rejected)
  end)

  it("name sites and feeds, with titles as newsboat writes them", function()
    local list, rejected = channels.read('https://n.example/rss "~My Title" tag\nb.example\nme\n')
    assert.are.same({ { id = "https://n.example/rss", title = "My Title" },
      { id = "https://b.example/" } }, list)
    assert.are.same({ "line 3: me" }, rejected)
  end)

  it("may have several channels on a line", function()
    local list, rejected = channels.read(("%s %s\n@me, @you\nboth: %s\n"):format(one, two, one))
    assert.are.same({ { id = one }, { id = two }, { page = "/@me", said = "@me, @you" },
      { page = "/@you", said = "@me, @you" } }, list)
    assert.are.same({}, rejected)
  end)

  it("may end their lines as old programs do, and have addresses in brackets", function()
    for _, text in ipairs({ "%s\r%s\r", "<https://www.youtube.com/channel/%s>\r\n<%s>" }) do
      local list, rejected = channels.read(text:format(one, two))
      assert.are.same({ one, two, 0 }, { list[1].id, list[2].id, #rejected })
    end
  end)

  it("may be what YouTube's takeout gives", function()
    local list, rejected = channels.read("Channel Id,Channel Url,Channel Title\n" .. one
      .. ",http://www.youtube.com/channel/" .. one .. ",@Google\n")
    assert.are.same({ { { id = one, title = "@Google" } }, {} }, { list, rejected })
  end)

  it("may be OPML, nested, and with other feeds in it", function()
    local list, rejected = channels.read(('<opml><body><outline text="A"><outline title="B" '
      .. 'xmlUrl="https://www.youtube.com/feeds/videos.xml?channel_id=%s"/></outline>'
      .. '<outline xmlUrl="https://example.org/rss" htmlUrl="https://example.org/"/>'
      .. '<outline text="C" xmlUrl="mailto:x"/></body></opml>'):format(one))
    assert.are.same({ { id = one, title = "B", folder = { "A" } },
      { id = "https://example.org/rss", site = "https://example.org/" } }, list)
    assert.are.same({ "mailto:x" }, rejected)
  end)

  it("come back out of OPML as they went in", function()
    local part = "UULF" .. one:sub(3)
    local followed = {
      { id = one, title = "Salt & \"Sand\" <é>" }, { id = two },
      { id = part, title = "Sand (videos)" },
    }
    local list, rejected = channels.read(export.opml(followed))
    followed[2].title = two
    assert.are.same({ followed, {} }, { list, rejected })
  end)

  it("come back without what XML does not allow", function()
    for title, kept in pairs({ ["A\u{FFFF}B\u{FFFE}C\7D"] = "A B C D", ["A\xFF"] = "A?" }) do
      local text = export.opml({ { id = one, title = title } })
      assert(mix.xml.decode(text))
      assert.equal(kept, channels.read(text)[1].title)
    end
  end)

  it("come back with their feeds and folders, too", function()
    local followed = {
      { id = "https://example.org/a", title = "A", page = "https://example.org/" },
      { id = "https://old.example/b", address = "https://example.org/b?x=1&y=2", title = "B",
        folder = { "News", "R&D" } },
    }
    local list = channels.read(export.opml(followed))
    assert.are.same({ { id = "https://example.org/a", title = "A", site = "https://example.org/" },
      { id = "https://example.org/b?x=1&y=2", title = "B", folder = { "News", "R&D" } } }, list)
  end)

  it("may be several in one word, or one in quotes", function()
    local following = require("programs.feed.lib.following")
    for word, ids in pairs({
      [one .. "," .. two] = { one, two }, [one .. " | " .. two] = { one, two },
      ["\"" .. one .. "\""] = { one }, ["<" .. two .. ">"] = { two }, [" " .. one .. " "] = { one },
    }) do
      local found = following.read({ word })
      local list = {}
      for place, channel in ipairs(found.channels) do list[place] = channel.id end
      assert.are.same({ ids, {} }, { list, found.problems }, word)
    end
    local problems = following.read({ "UCshort", one .. ".csv" }).problems
    assert.matches("a channel is an id (UC…), a handle (@…) or an address", problems[1], 1, true)
    assert.matches("No such file", problems[2], 1, true)
    assert.is_nil(problems[2]:find("a channel is", 1, true))
  end)

  it("may be a reader's subscriptions", function()
    local following = require("programs.feed.lib.following")
    local readers = require("programs.feed.lib.readers")
    local found = following.read({})
    following.add(found, {
      { address = "https://example.org/a", title = "A", folder = { "F" }, page = "https://x.org/" },
      { address = "https://www.youtube.com/feeds/videos.xml?channel_id=" .. one, title = "B" },
      { address = "mailto:x" },
    })
    assert.are.same({
      { id = "https://example.org/a", title = "A", folder = { "F" }, site = "https://x.org/" },
      { id = one, title = "B" },
    }, found.channels)
    assert.are.same({ "mailto:x" }, { table.unpack(found.rejected) })
    for _, name in ipairs(readers.names) do
      local list, err = readers.subscriptions(name)
      assert.is_nil(list)
      assert.matches("is not set up", err.message)
    end
  end)

  it("are refused while they are packed", function()
    assert.matches("packed %(zip%)", select(2, channels.read("PK\3\4rest")))
  end)

  it("may be OPML with a bare &, another encoding, a mark or a channel's address", function()
    local form = '<opml version="1.1"><head/><body><outline text="%s" %s="%s"/></body></opml>'
    local feed = "https://www.youtube.com/feeds/videos.xml?channel_id=" .. one
    for title, text in pairs({
      ["A & B"] = form:format("A & B", "xmlUrl", feed .. "&x=1"),
      ["Jóga"] = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
        .. form:format("J\xF3ga", "xmlUrl", feed),
      ["Mark"] = "\u{FEFF}\n" .. form:format("Mark", "xmlURL", feed),
      ["Marks"] = "\u{FEFF}\u{FEFF}" .. form:format("Marks", "xmlUrl", feed),
      ["Bare"] = form:format("Bare", "xmlUrl", feed:sub(9)),
      ["Page"] = form:format("Page", "htmlUrl", "https://www.youtube.com/channel/" .. one),
    }) do
      assert.are.same({ { id = one, title = title } }, (channels.read(text)), title)
    end
  end)

  it("may be OPML whose addresses have no scheme", function()
    local form = '<opml><body><outline text="A" xmlUrl="%sexample.org/rss"/></body></opml>'
    for _, start in ipairs({ "", "//" }) do
      assert.are.same({ { id = "https://example.org/rss", title = "A" } },
        (channels.read(form:format(start))), start)
    end
  end)

  it("are refused when they are something else", function()
    local list, problem = channels.read("<html><body/></html>")
    assert.is_nil(list)
    assert.equal("it is <html>, not <opml>", problem)
    list, problem = channels.read("<opml>")
    assert.is_nil(list)
    assert.matches("is not closed", problem, 1, true)
    for text, said in pairs({ ["#EXTM3U\nexample.org\n"] = "it is a playlist",
      ["Date,Name,Year,Letterboxd URI\n2024-01-01,Boats,1984,https://boxd.it/x\n"]
        = "it is a list of films out of letterboxd" }) do
      assert.are.same({ nil, said }, { channels.read(text) })
    end
  end)
end)
