-- YouTube's Atom feeds of lists: a playlist of a user's, or the part of a channel (UULF its videos,
-- UUSH its shorts, UULV its streams).

local channel, list = "UCaaaaaaaaaaaaaaaaaaaaaa", "PLaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
local xml = "text/xml; charset=UTF-8"

local function entry(number, link)
  local id = "aaaaaaaaaa" .. number
  return ([[
 <entry>
  <id>yt:video:%s</id>
  <yt:videoId>%s</yt:videoId>
  <yt:channelId>%s</yt:channelId>
  <title>Harbour Tour</title>
  <link rel="alternate" href="https://www.youtube.com/%s%s"/>
  <author><name>Harbour TV</name><uri>https://www.youtube.com/channel/%s</uri></author>
  <published>2025-12-06T10:30:00+00:00</published>
  <updated>2025-12-07T08:00:01+00:00</updated>
  <media:group><media:title>Harbour Tour</media:title></media:group>
 </entry>
]]):format(id, id, channel, link or "watch?v=", id, channel)
end

local function feed(id, title, ...)
  return ([[
<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015"
 xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?playlist_id=%s"/>
 <id>yt:playlist:%s</id>
 <yt:playlistId>%s</yt:playlistId>
 <yt:channelId>%s</yt:channelId>
 <title>%s</title>
 <author><name>Harbour TV</name><uri>https://www.youtube.com/channel/%s</uri></author>
 <published>2020-03-01T00:00:00+00:00</published>
%s</feed>
]]):format(id, id, id, channel:sub(3), title, channel, table.concat({ ... }))
end

local function ask(id) return { "feed", { id }, function() end } end

local shorts, videos = "UUSH" .. channel:sub(3), "UULF" .. channel:sub(3)

return {
  source = "https://github.com/ocaml/ocaml.org/issues/3512", date = "2026-11-27",
  url = "GET https://www.youtube.com/feeds/videos.xml?playlist_id=*",
  answers = {
    { name = "a playlist", class = "ok", ask = ask(list), type = xml,
      odd = "its shorts are wanted too", body = feed(list, "Tours", entry(1), entry(2, "shorts/")),
      gives = { { id = "aaaaaaaaaa1", followed = list }, { id = "aaaaaaaaaa2", form = "short" } },
      gives_about = { titles = { [list] = "Tours" } } },
    { name = "the videos of a channel", class = "ok", ask = ask(videos), type = xml,
      odd = "its title is Videos, whatever the channel", body = feed(videos, "Videos", entry(1)),
      gives = { { followed = videos } },
      gives_about = { titles = { [videos] = "Harbour TV (videos)" } } },
    { name = "the shorts of a channel", class = "ok", ask = ask(shorts), type = xml,
      body = feed(shorts, "Short videos", entry(2, "shorts/")),
      gives = { { form = "short", followed = shorts } },
      gives_about = { titles = { [shorts] = "Harbour TV (shorts)" } } },
    { name = "a channel that has no shorts", class = "passing", ask = ask(shorts), status = 404,
      odd = "a list of nothing is not found, as in an outage",
      body = "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>", type = "text/html",
      fails = { answers = { [shorts] = "missing" } } },
  },
}
