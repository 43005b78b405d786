-- Imitates FreshRSS's interface of Google Reader: a user who reads a channel of YouTube, a podcast
-- and a blog.

local feeds = require("lib.mock.reader_feeds")

local token = "mock/0123456789abcdef0123456789abcdef01234567"

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
        local label = row[4] or "Uncategorized"
        list[number] = {
          id = ("feed/%d"):format(number), url = row[1], htmlUrl = row[2], title = row[3],
          categories = { { id = "user/-/label/" .. label, label = label } },
          iconUrl = ("http://127.0.0.1/f.php?%08x"):format(number),
        }
      end
      return { json = { subscriptions = list } }
    end,
  },
}
