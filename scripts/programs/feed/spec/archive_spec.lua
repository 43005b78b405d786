-- The kept channels and videos of an account.

local archive = require("programs.feed.lib.archive")
local followed = require("programs.feed.lib.followed")
local with = require("lib.changed")

describe("the archive", function()
  local account, number = nil, 0

  before_each(function()
    number = number + 1
    account = { key = "spec " .. number }
  end)

  local function video(id, published, changes)
    return with({ id = id, channel = "c", published = published, title = "Title " .. id }, changes)
  end

  local function ids(options)
    local list = {}
    for index, item in ipairs(archive.videos(account, options or {})) do list[index] = item.id end
    return table.concat(list, " ")
  end

  it("keeps videos once, newest first, apart for each account", function()
    local new = archive.merge(account, { video("a", 1), video("b", 2) })
    assert.equal(2, #new)
    new = archive.merge(account, { video("b", 2, { title = "New name" }), video("c", 1.5) })
    assert.are.same({ "c" }, { new[1].id, new[2] })
    assert.equal("b c a", ids())
    assert.equal("b", ids({ limit = 1 }))
    assert.equal("New name", archive.video(account, "b").title)
    assert.equal(0, archive.count({ key = "someone else" }))
  end)

  it("keeps the marks, and a length that a later answer lacks", function()
    archive.merge(account, { video("a", 1, { duration = 90 }) })
    assert.equal(0, archive.count(account, "unread"), "the first fetch is not news")
    archive.merge(account, { video("b", 2) })
    assert.equal("b", ids({ unread = true }))
    local changed, unknown = archive.mark(account, { "a", "x" }, { starred = true })
    assert.are.same({ 1, { "x" } }, { changed, unknown })
    archive.mark(account, { "b" }, { unread = false })
    archive.merge(account, { video("a", 1), video("b", 2) })
    assert.are.same({ "a", "" }, { ids({ starred = true }), ids({ unread = true }) })
    assert.equal(90, archive.video(account, "a").duration)
    assert.equal(0, (archive.mark(account, { "b" }, { unread = false })), "nothing changed")
  end)

  it("knows the entries of a feed that come under other names, by time and title", function()
    local feed = "https://example.org/feed"
    local function entry(id, published, changes)
      return with(video(id, published, { channel = feed, followed = feed, title = "One title" }),
        changes)
    end
    archive.merge(account, { entry("a", 10), entry("b", 20) })
    archive.mark(account, { "a" }, { starred = true })
    local new = archive.merge(account, { entry("a2", 10), entry("b2", 20), entry("c", 30) })
    assert.are.same({ "c" }, { new[1].id, new[2] })
    assert.are.same({ "c b2 a2", "a2", "c" },
      { ids(), ids({ starred = true }), ids({ unread = true }) })
    -- Another one beside it, with another title, without a time, or of a channel, is new.
    new = archive.merge(account, { entry("c", 30), entry("d", 30), entry("e", 20, { title = "E" }),
      entry("f", 10, { undated = true }), entry("g", 10, { followed = "c" }) })
    assert.equal(4, #new)
  end)

  it("posts what is new and unread, where notices are on", function()
    local events = mix.store.open("notify.events")
    archive.merge(account, { video("a", 1) })
    archive.merge(account, { video("off", 2) })
    assert(mix.env.set("notify.every", "5m"))
    for _ = 1, 2 do archive.merge(account, { video("b", 3, { author = "Somebody" }) }) end
    assert(mix.env.set("notify.every", nil))
    local found = events:find({ status = "new" })
    assert.are.same({ 1, "video", "Title b", "Somebody", "https://www.youtube.com/watch?v=b" },
      { #found, found[1].kind, found[1].title, found[1].text, found[1].url })
    events:clear()
  end)

  it("does not take again and again what it would remove at once", function()
    local most = archive.most_videos
    archive.most_videos = 2
    archive.merge(account, { video("a", 10), video("b", 20) })
    assert.equal(0, #archive.merge(account, { video("old", 5) }))
    assert.equal(1, #archive.merge(account, { video("c", 15) }))
    assert.equal("b c", ids())
    archive.most_videos = most
  end)

  it("keeps videos of a channel that is left where the user wants that", function()
    followed.follow(account, { { id = "c", title = "C" } })
    archive.merge(account, { video("a", 1) })
    assert.are.same({ 1, 0 }, { archive.unfollow(account, { "c" }, true) })
    assert.equal("C", archive.video(account, "a").author)
  end)

  it("takes what a channel had before it was followed for no news", function()
    local clock = mix.test.clock(1000)
    followed.follow(account, { { id = "c" } })
    archive.merge(account, { video("a", 900) })
    clock:set(2000)
    followed.follow(account, { { id = "d" } })
    archive.merge(account, { video("b", 1900), video("x", 500, { channel = "d" }),
      video("y", 2100, { channel = "d" }) })
    assert.equal("y b", ids({ unread = true }))
    archive.merge(account, { video("z", 1950, { channel = "d" }) })
    assert.equal("y z b", ids({ unread = true }), "one that is listed late")
  end)

  it("removes the videos of a channel that is left, but those with a star", function()
    followed.follow(account, { { id = "c", title = "See" }, { id = "UULFd" } })
    archive.merge(account, { video("a", 1), video("b", 2), video("x", 3, { channel = "UCd",
      followed = "UULFd" }) })
    archive.mark(account, { "b" }, { starred = true })
    assert.are.same({ 1, 1 }, { archive.unfollow(account, { "c" }) })
    assert.are.same({ "x b", "See" }, { ids(), archive.video(account, "b").author })
    assert.are.same({ 1, 1 }, { archive.unfollow(account, { "UULFd" }) })
    assert.equal("b", ids())
  end)

  it("keeps the videos of a hub, with their channel's name", function()
    account.hub = "http://hub"
    followed.follow(account, { { id = "c", title = "See" } })
    archive.merge(account, { video("a", 1) })
    assert.are.same({ 1, 0 }, { archive.unfollow(account, { "c" }) })
    assert.equal("See", archive.video(account, "a").author)
  end)

  it("keeps the newest, and those with a star", function()
    local many = {}
    for index = 1, 30 do many[index] = video("v" .. index, index) end
    archive.merge(account, many)
    archive.mark(account, { "v1" }, { starred = true })
    local most = archive.most_videos
    archive.most_videos = 20
    archive.merge(account, { video("newest", 99) })
    archive.most_videos = most
    assert.equal(20, archive.count(account))
    assert.is_true(archive.video(account, "v1") ~= nil)
    assert.is_nil(archive.video(account, "v12"))
    assert.is_true(archive.video(account, "v13") ~= nil)
  end)

  it("keeps channels in their order, learns names, and forgets what the hub knows", function()
    assert.equal(2, followed.follow(account, { { id = "b" }, { id = "a", title = "A" } }))
    assert.equal(0, followed.follow(account, { { id = "b", title = "B" } }))
    followed.note_registered(account, { "b", "unknown" })
    local list = followed.channels(account)
    assert.are.same({ "b", "B", true, "a", nil },
      { list[1].id, list[1].title, list[1].registered, list[2].id, list[2].registered })
    followed.forget_registrations(account)
    assert.is_nil(followed.channels(account)[1].registered)
    assert.are.same({ 2 }, followed.unknown(account, { "b", "unknown" }))
    assert.equal(1, archive.unfollow(account, { "b", "unknown" }))
    assert.equal(1, followed.channel_count(account))
  end)

  it("takes a channel for gone after three different days, while others answer", function()
    local time = mix.time.parse("2026-11-01T00:00:00Z")
    local clock = mix.test.clock(time)
    followed.follow(account, { { id = "one" }, { id = "two" } })
    local function gone() return followed.is_gone(followed.channels(account)[1]) end
    local function answers(one, two)
      followed.note_answers(account, { one = one, two = two }, {}, {})
      time = time + 20 * 3600
      clock:set(time)
    end
    for _ = 1, 5 do answers("missing", "missing") end
    assert.is_false(gone(), "when nobody answers, it is YouTube")
    answers("missing", "ok")
    answers("missing", "ok")
    for _ = 1, 4 do answers("failed", "ok") end
    assert.is_false(gone(), "errors of the server do not count")
    answers("ok", "ok")
    assert.is_nil(followed.channels(account)[1].missing)
    for _ = 1, 4 do answers("missing", "ok") end
    assert.is_true(gone())
    answers("ok", "ok")
    assert.is_false(gone(), "it is back")
  end)
end)
