-- A podcast's feed, `GET /podcasts` (RSS 2.0): 20 episodes, a week apart, the newest first.

local episodes = 20
-- 2026-11-01; the others came out whole weeks before it.
local newest, week = 20758 * 86400, 7 * 86400

local item = [[
    <item>
      <title>Episode %d: tea &amp; stars</title>
      <guid isPermaLink="false">episode-%d</guid>
      <pubDate>%s</pubDate>
      <enclosure url="https://media.example.org/%d.mp3" length="1000" type="audio/mpeg"/>
    </item>
]]

local function feed()
  local items = {}
  for place = 0, episodes - 1 do
    local number = episodes - place
    local date = os.date("!%a, %d %b %Y %H:%M:%S +0000", newest - place * week)
    items[#items + 1] = item:format(number, number, date, number)
  end
  return { type = "application/rss+xml; charset=UTF-8", body = ([[
<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
  <channel>
    <title>Tea and Stars</title>
%s  </channel>
</rss>
]]):format(table.concat(items)) }
end

return { is_unlimited = true, routes = { ["GET /podcasts"] = feed } }
