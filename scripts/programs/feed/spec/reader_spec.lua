-- Google Reader's API over the stored feed, as newsboat asks it (its freshrss and feedhq sources),
-- and as clients of FreshRSS and Miniflux do.

local archive = require("programs.feed.lib.archive")
local connected = require("lib.connected")
local followed = require("programs.feed.lib.followed")
local reader = require("programs.feed.lib.reader")
local reader_items = require("programs.feed.lib.reader_items")

local one, two = "UC_x5XG1OV2P6uZZ5FSM9Ttw", "UCaLlzGqiPE2QRj6sSOawJRg"
local state = "user/-/state/com.google/"
local start = mix.time.parse("2026-11-27T12:00:00Z")

local owner, number = nil, 0

-- A request by its line, "GET /path?query" or "POST /path form".
local function ask(line, form)
  local method, path, query = line:match("^(%u+) ([^?]*)%??(.*)$")
  return reader.answer(connected.request({
    method = method, path = path, query = query, body = form,
    headers = { ["content-type"] = form and "application/x-www-form-urlencoded" },
  }), owner)
end

local function api(line, form) return ask(line:gsub(" ", " /reader/api/0/", 1), form) end

local function video(id, age, changes)
  local made = { id = id, channel = one, title = "Title " .. id, published = start - age }
  for name, value in pairs(changes or {}) do made[name] = value end
  return made
end

local function id_of(name) return (name .. ("_"):rep(11)):sub(1, 11) end

-- The videos of an answer in their order, by the first letter of their ids.
local function names(answer)
  local found = {}
  for place, item in ipairs(answer.json.items) do
    found[place] = item.alternate[1].href:match("v=(%l)")
  end
  return table.concat(found)
end

local function numbers(line)
  local list, by_number = {}, {}
  for _, stored in ipairs(archive.videos(owner, {})) do
    by_number[("%d"):format(reader_items.number(stored.id))] = stored.id:sub(1, 1)
  end
  for place, item in ipairs(api(line).json.itemRefs) do list[place] = by_number[item.id] end
  return table.concat(list)
end

before_each(function()
  number = number + 1
  owner = { key = "reader " .. number }
  mix.test.clock(start)
  archive.merge(owner, { video(id_of("a"), 50) })
  followed.follow(owner, { { id = one, title = "One & only" }, { id = two } })
  mix.test.clock(start + 10)
  -- Those of a channel that came before it was followed count as read, later ones do not.
  archive.merge(owner, {
    video(id_of("b"), 40), video(id_of("c"), 30, { channel = two, author = "Guest" }),
  })
  archive.merge(owner, {
    video(id_of("d"), 20, { about = "A <b>\nline & more", thumbnail = "https://i.ytimg.com/d" }),
    video(id_of("e"), -5, { channel = two }),
  })
  archive.mark(owner, { id_of("b"), id_of("c"), id_of("d"), id_of("e") }, { unread = true })
end)

describe("a conversation with newsboat", function()
  it("begins with a name and a password, whatever they are", function()
    local answer = ask("POST /accounts/ClientLogin", "service=reader&Email=me&Passwd=x")
    assert.are.same({ 200, "text/plain; charset=utf-8" },
      { answer.status, answer.headers["content-type"] })
    assert.matches("^SID=%S+\nLSID=%S+\nAuth=%S+\n$", answer.body)
    assert.equal("string", type(ask("POST /accounts/ClientLogin?output=json").json.Auth))
  end)

  it("lists the channels", function()
    assert.are.same({ subscriptions = {
      { id = "feed/" .. one, title = "One & only", categories = {}, iconUrl = "",
        url = "https://www.youtube.com/feeds/videos.xml?channel_id=" .. one,
        htmlUrl = "https://www.youtube.com/channel/" .. one },
      { id = "feed/" .. two, title = two, categories = {}, iconUrl = "",
        url = "https://www.youtube.com/feeds/videos.xml?channel_id=" .. two,
        htmlUrl = "https://www.youtube.com/channel/" .. two },
    } }, api("GET subscription/list?output=json").json)
  end)

  it("gives a channel's videos, the newest first, as JSON", function()
    local answer = api("GET stream/contents/feed%2F" .. one .. "?n=20")
    assert.equal("dba", names(answer))
    local item = answer.json.items[1]
    assert.are.same({
      id = ("tag:google.com,2005:reader/item/%016x"):format(reader_items.number(id_of("d"))),
      title = "Title " .. id_of("d"), author = "One & only", published = start - 20,
      updated = start - 20, timestampUsec = ("%d000000"):format(start - 20),
      crawlTimeMsec = ("%d000"):format(start - 20),
      canonical = { { href = "https://www.youtube.com/watch?v=" .. id_of("d") } },
      alternate = { { href = "https://www.youtube.com/watch?v=" .. id_of("d"),
        type = "text/html" } },
      summary = { direction = "ltr", content = '<p><a href="https://www.youtube.com/watch?v='
        .. id_of("d") .. '"><img src="https://i.ytimg.com/d" alt=""/></a></p>\n'
        .. "<p>A &lt;b&gt;<br/>\nline &amp; more</p>" },
      categories = { state .. "reading-list" },
      origin = { streamId = "feed/" .. one, title = "One & only",
        htmlUrl = "https://www.youtube.com/channel/" .. one },
    }, item)
    assert.are.same({ state .. "reading-list", state .. "read" }, answer.json.items[3].categories)
  end)

  it("gives them as Atom, with their marks", function()
    archive.mark(owner, { id_of("a") }, { starred = true })
    local answer = ask("GET /reader/atom/feed%2F" .. one .. "?n=20")
    assert.equal("application/atom+xml; charset=utf-8", answer.headers["content-type"])
    local feed = assert(mix.xml.decode(answer.body))
    local entries = {}
    for _, part in ipairs(feed.children) do
      if part.name == "entry" then
        local said = {}
        for _, child in ipairs(part.children) do
          if child.name == "id" then table.insert(said, 1, child.text) end
          if child.name == "category" then said[#said + 1] = child.attributes.label end
        end
        entries[#entries + 1] = table.concat(said, " ")
      end
    end
    assert.are.same({
      "yt:video:" .. id_of("d") .. " reading-list", "yt:video:" .. id_of("b") .. " reading-list",
      "yt:video:" .. id_of("a") .. " reading-list read starred",
    }, entries)
  end)

  it("marks by either name of a video, and all of a channel", function()
    local token = api("GET token").body
    assert.equal(57, #token)
    local edit = "&ac=edit&T=" .. token
    local item = "tag:google.com,2005:reader/item/%016x"
    assert.equal("OK", api("POST edit-tag", "i=" .. item:format(reader_items.number(id_of("d")))
      .. "&a=" .. state .. "read&r=" .. state .. "kept-unread" .. edit).body)
    assert.is_nil(archive.video(owner, id_of("d")).unread)
    api("POST edit-tag", "i=yt:video:" .. id_of("a") .. "&r=" .. state .. "read&a=" .. state
      .. "kept-unread&a=" .. state .. "tracking-kept-unread" .. edit)
    assert.is_true(archive.video(owner, id_of("a")).unread)
    api("POST edit-tag", "i=yt:video:" .. id_of("a") .. "&a=" .. state .. "starred" .. edit)
    assert.is_true(archive.video(owner, id_of("a")).starred)
    assert.equal("OK", api("POST mark-all-as-read", "s=feed/" .. one .. "&T=" .. token).body)
    assert.equal(2, archive.count(owner, "unread"), "those of the other channel")
  end)
end)

describe("streams", function()
  it("are what their names and filters say", function()
    for line, wanted in pairs({
      ["reading-list"] = "edcba", ["reading-list&xt=" .. state .. "read"] = "edcb",
      ["reading-list&it=" .. state .. "read"] = "a", read = "a", unread = "edcb", starred = "",
      ["reading-list&r=o"] = "abcde", ["reading-list&n=2"] = "ed", broadcast = "",
      ["reading-list&xt=feed/" .. two] = "dba",
      ["reading-list&xt=feed/" .. two .. "&xt=" .. state .. "read"] = "db",
      ["reading-list&nt=" .. start - 30] = "cba",
      ["reading-list&ot=" .. start - 35 + 86400] = "edc",
      ["reading-list&xt=user/-/label/A&n=x"] = "edcba", ["reading-list&it=user/-/label/A"] = "",
    }) do
      assert.equal(wanted, numbers("GET stream/items/ids?output=json&s=" .. state .. line), line)
    end
    assert.equal("ec", names(api("GET stream/contents/feed/" .. two)))
    assert.equal("ec", names(api("GET stream/contents/feed/https://www.youtube.com/feeds/"
      .. "videos.xml%3Fchannel_id=" .. two)))
    assert.equal("edcba", names(api("GET stream/contents")))
    assert.equal("", names(api("GET stream/contents/user/-/label/Music")))
    assert.equal(400, api("GET stream/contents/feed/1").status)
    assert.equal(400, api("GET stream/items/ids?s=x").status)
  end)

  it("come in pages that lose nothing, while videos are marked and come", function()
    archive.merge(owner, { video(id_of("f"), 20), video(id_of("g"), 20) })
    for _, order in ipairs({ "", "&r=o" }) do
      local found, continuation = {}, nil
      repeat
        local answer = api(("GET stream/contents/%sreading-list?n=2&xt=%sread%s%s"):format(state,
          state, order, continuation and "&c=" .. continuation or "")).json
        for _, item in ipairs(answer.items) do
          local id = item.alternate[1].href:match("v=(.*)$")
          found[#found + 1] = id:sub(1, 1)
          archive.mark(owner, { id }, { unread = false })
        end
        continuation = answer.continuation
      until not continuation
      table.sort(found)
      assert.equal("bcdefg", table.concat(found))
      for name in ("bcdefg"):gmatch(".") do
        archive.mark(owner, { id_of(name) }, { unread = true })
      end
    end
  end)

  it("give single videos by decimal, hexadecimal and long names", function()
    local form = {}
    for place, shape in ipairs({ "%d", "%016x", "tag:google.com,2005:reader/item/%016x" }) do
      form[place] = "i=" .. shape:format(reader_items.number(id_of(("abc"):sub(place, place))))
    end
    form[4], form[5] = "i=12", "i=x"
    form[6] = "i=tag:google.com,2005:reader/item/ffffffffffffffffff"
    assert.equal("abc", names(api("POST stream/items/contents", table.concat(form, "&"))))
  end)

  it("are counted where they are unread", function()
    assert.are.same({ max = 4, unreadcounts = {
      { id = "feed/" .. two, count = 2, newestItemTimestampUsec = ("%d000000"):format(start + 5) },
      { id = "feed/" .. one, count = 2, newestItemTimestampUsec = ("%d000000"):format(start - 20) },
      { id = state .. "reading-list", count = 4,
        newestItemTimestampUsec = ("%d000000"):format(start + 5) },
    } }, api("GET unread-count?output=json").json)
  end)
end)

describe("changes", function()
  it("mark what was published until a time, in any unit of it", function()
    for _, ts in ipairs({ start - 30, (start - 30) * 1000, (start - 30) * 1000000,
      (start - 30) * 1000000000 }) do
      archive.mark(owner, { id_of("b"), id_of("c") }, { unread = true })
      api("POST mark-all-as-read", ("s=%sreading-list&ts=%d"):format(state, ts))
      assert.equal("ed", numbers("GET stream/items/ids?s=" .. state .. "unread"))
    end
    for _, ts in ipairs({ "1e400", "-1", ("9"):rep(400), "x" }) do
      assert.equal(400, api("POST mark-all-as-read", "s=" .. state .. "reading-list&ts=" .. ts)
        .status)
    end
    assert.equal(2, archive.count(owner, "unread"))
    api("POST mark-all-as-read", "s=" .. state .. "reading-list&ts=0")
    assert.equal(0, archive.count(owner, "unread"))
  end)

  it("follow and leave channels", function()
    local third = "UCsBjURrPoezykLs9EqgamOA"
    assert.equal("OK", api("POST subscription/edit", "ac=subscribe&t=Third&s=feed/"
      .. "https%3A%2F%2Fwww.youtube.com%2Ffeeds%2Fvideos.xml%3Fchannel_id%3D" .. third).body)
    assert.equal("Third", followed.channels(owner)[3].title)
    assert.equal("OK", api("POST subscription/edit", "ac=unsubscribe&s=feed/" .. two .. "&s=feed/"
      .. third).body)
    assert.equal(1, followed.channel_count(owner))
    assert.equal("dba", names(api("GET stream/contents")))
    assert.are.same({ numResults = 1, query = third, streamId = "feed/" .. third,
      streamName = third }, api("POST subscription/quickadd?quickadd=" .. third).json)
    local refused = api("POST subscription/quickadd", "quickadd=https://example.org/rss").json
    assert.equal(0, refused.numResults)
    assert.matches("example.org", refused.error)
  end)

  it("name what is there, or change nothing", function()
    for _, word in ipairs({ "yt:video:" .. ("a"):rep(2000), "yt:video:../../..", "", "0x1",
      ("9"):rep(400), "tag:google.com,2005:reader/item/", "-1" }) do
      assert.equal("OK", api("POST edit-tag", "a=" .. state .. "read&i=" .. word).body)
    end
    assert.equal("OK", api("POST edit-tag", "i=yt:video:" .. id_of("b")
      .. "&a=user/-/label/Music&a=" .. state .. "broadcast&r=x").body)
    assert.equal(4, archive.count(owner, "unread"))
  end)

  it("are refused where mixhost has none such", function()
    assert.equal(400, api("POST subscription/edit", "ac=edit&t=New&s=feed/" .. one).status)
    assert.equal(400, api("POST subscription/edit", "ac=subscribe").status)
    assert.equal(400, api("POST subscription/edit",
      "ac=subscribe&s=feed/https://example.org/rss").status)
    assert.equal(400, api("POST subscription/edit", "ac=unsubscribe&s=feed/7").status)
    assert.equal(405, api("GET mark-all-as-read").status)
    assert.is_nil(api("POST rename-tag"))
    assert.is_nil(ask("GET /reader"))
    assert.equal(4, archive.count(owner, "unread"))
  end)

  -- tools/reader-check makes a thousand, and kills the server meanwhile.
  it("agree with those of mixhost itself", function()
    math.randomseed(43)
    local model, list = {}, {}
    for place = 1, 60 do
      list[place] = video(id_of("v" .. place), place, { channel = place % 2 == 0 and one or two })
    end
    archive.merge(owner, list)
    for _, entry in ipairs(archive.videos(owner, {})) do
      model[entry.id] = { unread = entry.unread, starred = entry.starred }
    end
    for _ = 1, 60 do
      local ids = { list[math.random(60)].id, list[math.random(60)].id }
      local mark = math.random(2) == 1 and "unread" or "starred"
      local is_set = math.random(2) == 1
      for _, id in ipairs(ids) do model[id][mark] = is_set or nil end
      if math.random(2) == 1 then
        archive.mark(owner, ids, { [mark] = is_set })
      else
        local is_added = is_set == (mark == "starred")
        api("POST edit-tag", ("i=%d&i=%d&%s=%s%s"):format(reader_items.number(ids[1]),
          reader_items.number(ids[2]), is_added and "a" or "r", state,
          mark == "unread" and "read" or "starred"))
      end
    end
    local seen = {}
    for _, item in ipairs(api("GET stream/contents?n=1000").json.items) do
      local tags = table.concat(item.categories, " ")
      seen[item.alternate[1].href:match("v=(.*)$")] = {
        unread = not tags:find("google/read$") and not tags:find("google/read ") or nil,
        starred = tags:find("starred", 1, true) and true or nil,
      }
    end
    assert.are.same(model, seen)
    assert.equal(archive.count(owner, "unread"), api("GET unread-count").json.max)
  end)
end)
