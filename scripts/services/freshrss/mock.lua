-- Imitates FreshRSS's interface of Google Reader: a user who reads a channel of YouTube, a podcast
-- and a blog.

local token = "mock/0123456789abcdef0123456789abcdef01234567"

local feeds = {
  { "https://www.youtube.com/feeds/videos.xml?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw",
    "https://www.youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw", "Harbour TV", "Videos" },
  { "https://podcast.example.org/feed.xml", "https://podcast.example.org/", "Tea and Stars",
    "Podcasts" },
  { "https://blog.example.org/atom.xml", "https://blog.example.org/", "Salt & Sand",
    "Uncategorized" },
}

local function refused(status, text)
  return { status = status, type = "text/plain; charset=UTF-8", body = text }
end

return {
  settings = { ["freshrss.token"] = token },
  is_unlimited = true,
  check = function(request)
    local said = request.headers.authorization or ""
    if said ~= "GoogleLogin auth=" .. token then return refused(401, "Unauthorized!") end
  end,
  missing = function() return refused(400, "Bad Request!") end,
  routes = {
    ["GET /freshrss/reader/api/0/subscription/list"] = function()
      local list = mix.json.array({})
      for number, row in ipairs(feeds) do
        list[number] = {
          id = ("feed/%d"):format(number), url = row[1], htmlUrl = row[2], title = row[3],
          categories = { { id = "user/-/label/" .. row[4], label = row[4] } },
          iconUrl = ("http://127.0.0.1/f.php?%08x"):format(number),
        }
      end
      return { json = { subscriptions = list } }
    end,
  },
}
