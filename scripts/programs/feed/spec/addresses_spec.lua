-- The ways in which people write a channel or a video.

local addresses = require("programs.feed.lib.addresses")

local id, video = "UC_x5XG1OV2P6uZZ5FSM9Ttw", "dQw4w9WgXcQ"

describe("the address of a channel", function()
  it("may name its id", function()
    for _, text in ipairs({
      id, "https://www.youtube.com/channel/" .. id,
      "http://youtube.com/channel/" .. id .. "/videos",
      "m.youtube.com/channel/" .. id .. "?view=0", "https://music.youtube.com/channel/" .. id,
      "HTTPS://WWW.YouTube.com/channel/" .. id .. "#about",
      "https://www.youtube.com/feeds/videos.xml?channel_id=" .. id,
      "https://www.youtube.com/feeds/videos.xml?a=b&channel_id=" .. id,
      "https://www.youtube.com/playlist?list=UU" .. id:sub(3),
      "https://music.youtube.com/browse/" .. id,
    }) do
      assert.are.same({ id = id }, addresses.channel(text), text)
    end
  end)

  it("may be that of a list: a part of its videos, or one that a user has made", function()
    local made = "PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs"
    local long = "UULF" .. id:sub(3)
    for text, list in pairs({
      [long] = long, ["https://www.youtube.com/feeds/videos.xml?playlist_id=" .. long] = long,
      ["https://www.youtube.com/playlist?list=UUSH" .. id:sub(3)] = "UUSH" .. id:sub(3),
      ["https://www.youtube.com/channel/" .. id .. "/streams"] = "UULV" .. id:sub(3),
      ["https://www.youtube.com/playlist?list=" .. made .. "&si=x"] = made,
    }) do
      assert.are.same({ id = list }, addresses.channel(text), text)
    end
    assert.equal(id, addresses.channel_of("UULF" .. id:sub(3)))
    assert.are.same({ page = "/@x", part = "UUSH" }, addresses.channel("youtube.com/@x/shorts"))
  end)

  it("may be a name that YouTube has to be asked about", function()
    for text, page in pairs({
      ["@GoogleDevelopers"] = "/@GoogleDevelopers",
      ["https://www.youtube.com/@GoogleDevelopers"] = "/@GoogleDevelopers",
      ["youtube.com/@GoogleDevelopers/videos"] = "/@GoogleDevelopers",
      ["https://youtu.be/@GoogleDevelopers"] = "/@GoogleDevelopers",
      ["https://www.youtube.com/c/Google"] = "/c/Google",
      ["http://www.youtube.com/user/Google/featured"] = "/user/Google",
      ["https://www.youtube.com/feeds/videos.xml?user=Google"] = "/user/Google",
      ["https://www.youtube.com/Google"] = "/Google",
      ["youtube.com/@%E6%9D%B1%E4%BA%AC"] = "/@%E6%9D%B1%E4%BA%AC",
      ["@東京"] = "/@東京",
    }) do
      assert.are.same({ page = page }, addresses.channel(text), text)
    end
  end)

  it("may be that of a video", function()
    for _, text in ipairs({
      "https://youtu.be/" .. video, "youtu.be/" .. video .. "?t=7",
      "https://www.youtube.com/watch?v=" .. video, "https://m.youtube.com/watch?t=1&v=" .. video,
      "https://music.youtube.com/watch?v=" .. video .. "&list=x",
      "https://www.youtube.com/shorts/" .. video, "youtube.com/live/" .. video .. "?feature=share",
      "https://www.youtube-nocookie.com/embed/" .. video,
    }) do
      local found = addresses.channel(text)
      assert.are.same({ page = "/watch?v=" .. video, is_video = true }, found, text)
      assert.equal(video, addresses.video(text), text)
    end
  end)

  it("is nothing else", function()
    for _, text in ipairs({
      "", "channels.txt", "UCshort", "mailto:x@example.org", "javascript:x",
      "https://www.youtube.com/", "https://www.youtube.com/results?search_query=x",
      "https://www.youtube.com/channel/UCshort", "https://www.youtube.com/watch?v=short",
      "https://www.youtube.com/@", "@", "@a b", "https://www.youtube.com/playlist?list=PLx",
      "file:///etc/passwd", "feed:", "http://",
    }) do
      assert.is_nil(addresses.channel(text), text)
      assert.is_nil(addresses.video(text), text)
    end
  end)

  it("of another site is that of a feed, or of a page that names one", function()
    for text, address in pairs({
      ["https://example.org/@x"] = "https://example.org/@x",
      ["https://youtube.com.evil.org/@x"] = "https://youtube.com.evil.org/@x",
      ["HTTP://Example.org"] = "http://example.org/",
      ["feed:https://example.org/rss"] = "https://example.org/rss",
      ["feed://example.org/rss?a=B#top"] = "https://example.org/rss?a=B",
      ["https://me:secret@example.org/x"] = "https://example.org/x",
      ["podcast://example.org/x.xml"] = "https://example.org/x.xml",
      ["https://example.org:443/x"] = "https://example.org/x",
      ["http://example.org:80/x"] = "http://example.org/x",
      ["http://example.org:443/x"] = "http://example.org:443/x",
    }) do
      assert.are.same({ id = address, is_feed = true }, addresses.channel(text), text)
    end
    assert.equal("https://example.org/news", addresses.of_site("example.org/news").id)
    assert.is_nil(addresses.of_site("words"))
    assert.is_nil(addresses.of_site("two words.org"))
  end)

  it("of a video is its id, too, and no channel's", function()
    assert.equal(video, addresses.video(video))
    assert.is_nil(addresses.video(id))
    assert.is_nil(addresses.video("https://www.youtube.com/channel/" .. id))
    assert.is_nil(addresses.channel(video))
  end)
end)
