-- YouTube's Atom feeds of channels. docs/feed.md describes them.

local channel, guest = "UCaaaaaaaaaaaaaaaaaaaaaa", "UCbbbbbbbbbbbbbbbbbbbbbb"
local xml = "text/xml; charset=UTF-8"

-- An entry as YouTube writes it; `members` replaces parts.
local function entry(number, members)
  local all = {
    id = "aaaaaaaaaa" .. number, channel = channel, author = "Harbour TV", title = "Harbour Tour",
    link = "watch?v=", published = "2025-12-06T10:30:00+00:00", about = "A walk.",
  }
  for name, value in pairs(members or {}) do all[name] = value end
  return (([[
 <entry>
  <id>yt:video:$id</id>
  <yt:videoId>$id</yt:videoId>
  <yt:channelId>$channel</yt:channelId>
  <title>$title</title>
  <link rel="alternate" href="https://www.youtube.com/$link$id"/>
  <author>
   <name>$author</name>
   <uri>https://www.youtube.com/channel/$channel</uri>
  </author>
  <published>$published</published>
  <updated>2025-12-07T08:00:01+00:00</updated>
  <media:group>
   <media:title>$title</media:title>
   <media:content url="https://www.youtube.com/v/$id?version=3"
     type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i1.ytimg.com/vi/$id/hqdefault.jpg" width="480" height="360"/>
   <media:description>$about</media:description>
   <media:community>
    <media:starRating count="67" average="5.00" min="1" max="5"/>
    <media:statistics views="1977"/>
   </media:community>
  </media:group>
 </entry>
]]):gsub("%$(%a+)", all))
end

local function feed(...)
  return ([[
<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015"
 xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?channel_id=%s"/>
 <id>yt:channel:%s</id>
 <yt:channelId>%s</yt:channelId>
 <title>Harbour TV</title>
 <link rel="alternate" href="https://www.youtube.com/channel/%s"/>
 <author>
  <name>Harbour TV</name>
  <uri>https://www.youtube.com/channel/%s</uri>
 </author>
 <published>2011-10-24T01:04:57+00:00</published>
%s</feed>
]]):format(channel, channel:sub(3), channel:sub(3), channel, channel, table.concat({ ... }))
end

local page_404 = "<!DOCTYPE html>\n<html lang=en>\n  <meta charset=utf-8>\n  <title>Error 404 (Not "
  .. "Found)!!1</title>\n  <p><b>404.</b> <ins>That’s an error.</ins>\n"

return {
  source = "https://github.com/ViennaRSS/vienna-rss/issues/785", date = "2026-11-27",
  url = "GET https://www.youtube.com/feeds/videos.xml?channel_id=" .. channel,
  ask = { "feed", { channel }, function() end },
  mock = { path = "/youtube/feeds/videos.xml", query = { channel_id = channel } },
  answers = {
    { name = "one video", class = "ok", type = xml,
      odd = "the feed's own channelId lacks UC since 2023; entries have it", body = feed(entry(1)),
      gives = { {
        id = "aaaaaaaaaa1", channel = channel, title = "Harbour Tour", about = "A walk.",
        author = "Harbour TV", published = 1765017000, followed = channel, form = false,
        thumbnail = "https://i1.ytimg.com/vi/aaaaaaaaaa1/hqdefault.jpg", duration = false,
      } },
      gives_about = { titles = { [channel] = "Harbour TV" }, answers = { [channel] = "ok" },
        pages = 1, skipped = {}, problem = false } },
    { name = "a short, a live stream and a video", class = "ok", type = xml,
      source = "docs/feed.md", odd = "only the link tells them",
      body = feed(entry(2, { link = "shorts/" }), entry(3, { link = "live/" }), entry(1)),
      gives = { { id = "aaaaaaaaaa1", form = false }, { id = "aaaaaaaaaa3", form = "live" } },
      gives_about = { skipped = { ["a short"] = 1 } } },
    { name = "a video with a guest's channel", class = "ok", type = xml,
      odd = "what two channels made together stands in both feeds",
      body = feed(entry(1, { channel = guest, author = "Lighthouse Radio" })),
      gives = { { channel = guest, author = "Lighthouse Radio", followed = channel } } },
    { name = "signs that XML and HTML escape", class = "ok", type = xml,
      odd = "titles are text, so that &amp;amp; means &amp;",
      body = feed(entry(1, { title = "Tom &amp; Jerry &#x27;21 &lt;3 é &amp;amp;",
        about = "First\nSecond &quot;x&quot;" })),
      gives = { { title = "Tom & Jerry '21 <3 é &amp;", about = 'First Second "x"' } } },
    { name = "an entry without a description or picture", class = "ok", type = xml,
      source = "https://github.com/emacs-elfeed/elfeed/issues/417",
      body = feed((entry(1, { about = "" }):gsub("<media:thumbnail[^>]*>", ""))),
      gives = { { about = false, thumbnail = false } } },
    { name = "newest first, whatever the order", class = "ok", type = xml,
      odd = "a premiere moves by its later date",
      body = feed(entry(1, { published = "2024-01-01T00:00:00+00:00" }), entry(2),
        entry(3, { published = "2025-12-06T12:30:00+02:00" })),
      gives = { { id = "aaaaaaaaaa2" }, { id = "aaaaaaaaaa3" }, { id = "aaaaaaaaaa1" } } },
    { name = "a premiere of next year", class = "ok", type = xml,
      odd = "planned premieres have the date on which they were made public, some a later one",
      body = feed(entry(1, { published = "2199-01-01T00:00:00+00:00" }), entry(2)),
      gives = { { id = "aaaaaaaaaa2" } }, gives_about = { skipped = { ["in the future"] = 1 } } },
    { name = "a control character and a byte order mark", class = "ok", type = xml,
      odd = "titles are passed on as users typed them",
      body = "\xEF\xBB\xBF" .. feed(entry(1, { title = "Harbour \8Tour" })),
      gives = { { id = "aaaaaaaaaa1", title = "Harbour Tour" } } },
    { name = "a channel without videos", class = "empty", type = xml, body = feed(),
      gives_about = { titles = { [channel] = "Harbour TV" } } },
    { name = "a wave of 404", class = "passing", status = 404, type = "text/html; charset=UTF-8",
      source = "https://github.com/ocaml/ocaml.org/issues/3512", body = page_404,
      odd = "good channels are not found for hours or days", says = "HTTP status 404",
      fails = { code = "fetch_failed", status = 404, answers = { [channel] = "missing" } } },
    { name = "a wave of 500", class = "passing", status = 500, type = "text/html; charset=UTF-8",
      source = "https://github.com/Ranchero-Software/NetNewsWire/issues/5212",
      body = "<html><title>500 Internal Server Error</title></html>",
      fails = { code = "fetch_failed", answers = { [channel] = "failed" } } },
    { name = "too many requests", class = "limit", status = 429, type = "text/html",
      source = "https://github.com/RSS-Bridge/rss-bridge/issues/3671",
      body = "<html><head><title>Sorry...</title></head></html>",
      fails = { code = "fetch_failed", answers = { [channel] = "failed" } } },
    { name = "the question about cookies", class = "passing", type = "text/html; charset=utf-8",
      source = "https://github.com/fossar/selfoss/issues/1468", odd = "in Europe, with status 200",
      body = "<!DOCTYPE html><html lang=\"de\"><head><title>Before you continue to YouTube"
        .. "</title></head></html>",
      says = "a web page (HTML)" },
    { name = "half of a feed", class = "refused", type = xml, body = feed(entry(1)):sub(1, 900),
      says = "no feed" },
    { name = "an empty answer", class = "refused", type = xml, body = "",
      source = "https://github.com/FreshRSS/FreshRSS/issues/9304", says = "no feed" },
  },
}
