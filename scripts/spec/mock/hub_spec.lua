-- The mocks of the hub and of YouTube's feeds.

local running = require("spec.mock.running")

local channel = "UC_x5XG1OV2P6uZZ5FSM9Ttw"

local function started() return running({ "hub", "youtube" }, { size = 10 }) end

local function post(mock, path, body)
  return mock:ask({ method = "POST", path = "hub/api/users/u/" .. path, body = body })
end

local function feed(mock, query) return mock:get("hub/api/users/u/feed", query).json end

describe("the mock of the hub", function()
  it("knows a user once channels are registered, and finds five videos anew", function()
    local mock = started()
    local unknown = post(mock, "reconcile")
    assert.same({ 404, '{"message":"User not found"}' }, { unknown.status, unknown.body })
    local registered = post(mock, "channels", { channelIds = { channel, channel } })
    assert.equal(200, registered.status)
    assert.matches("registered successfully", registered.body)
    assert.equal(15, #feed(mock).videos)
    assert.same({ message = "Reconciliation completed", newVideosCount = 5 },
      post(mock, "reconcile").json)
    assert.equal(20, #feed(mock).videos)
    local many = {}
    for place = 1, 101 do many[place] = tostring(place) end
    for _, bad in ipairs({ "", "[]", '{"channelIds":1}', { channelIds = many } }) do
      assert.equal(400, post(mock, "channels", bad).status)
    end
  end)

  it("has the hub's dates, lengths and cursor", function()
    local mock, ids = started(), {}
    for place = 0, 19 do
      ids[place + 1] = ("UC%s%d"):format(("%d"):format(place % 10):rep(21), place // 10)
    end
    post(mock, "channels", { channelIds = ids })
    local page = feed(mock, { limit = 1000 })
    assert.equal(100, #page.videos)
    local seen = {}
    for _, video in ipairs(page.videos) do
      seen[video.videoId] = true
      assert.matches("^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%d%.%d%d%d%d%d%d%d%+00:00$",
        video.publishedAt)
      if type(video.duration) == "string" then
        assert.matches("^%-?[%d.]*%d%d:%d%d:%d%d$", video.duration)
      end
    end
    assert.is_truthy(page.nextCursor)
    for _, video in ipairs(feed(mock, { limit = 100, since = page.nextCursor }).videos) do
      assert.is_true(seen[video.videoId])
    end
  end)

  it("answers 429 with the time to wait over its limit", function()
    local answer = started():ask({ path = "hub/api/users/u/feed", is_limited = true })
    assert.same({ 429, "60" }, { answer.status, answer.headers["Retry-After"] })
  end)
end)

describe("the mock of YouTube", function()
  it("has a channel's feed with fifteen entries, and a page with 404 for others", function()
    local mock = started()
    local answer = mock:get("youtube/feeds/videos.xml", { channel_id = channel })
    assert.equal(200, answer.status)
    assert.equal(15, select(2, answer.body:gsub("<entry>", "")))
    assert.matches(("<yt:channelId>%s</yt:channelId>"):format(channel), answer.body, 1, true)
    assert.equal(404, mock:status("youtube/feeds/videos.xml", { channel_id = "x" }))
  end)
end)
