-- YouTube's pages, which are read for the channel that they name. A real one has more than a
-- megabyte; here stands what is read, and what could be mistaken for it.

local consent = "https://github.com/fossar/selfoss/issues/1468"
local limits = "https://github.com/FreeTubeApp/yt-channel-info/issues/8"
local channel, other = "UCaaaaaaaaaaaaaaaaaaaaaa", "UCbbbbbbbbbbbbbbbbbbbbbb"
local html = "text/html; charset=utf-8"

local function page(head, data)
  return "<!DOCTYPE html><html style=\"font-size: 10px\"><head>" .. head .. "</head><body><script>"
    .. "var ytInitialData = {" .. (data or "") .. "};</script></body></html>"
end

local feed_link = "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"RSS\" "
  .. "href=\"https://www.youtube.com/feeds/videos.xml?channel_id=" .. channel .. "\">"

return {
  source = "https://github.com/UniversalMediaServer/UniversalMediaServer/issues/4827",
  date = "2026-11-27",
  url = "GET https://www.youtube.com/@harbour", module = "services.youtube.pages",
  ask = { "channel", "/@harbour" },
  mock = { path = "/youtube/@harbour", headers = { cookie = "SOCS=CAI" } },
  answers = {
    { name = "the page of a channel", class = "ok", type = html,
      body = page("<meta property=\"og:title\" content=\"Tom &amp; Ida&#39;s Harbour\">"
        .. feed_link, '"externalId":"' .. channel .. '"'),
      gives = { id = channel, title = "Tom & Ida's Harbour" } },
    { name = "a title with signs by their numbers", class = "ok", type = html,
      odd = "hexadecimal numbers, and one that no sign has",
      body = page("<meta property=\"og:title\" content=\"Ida&#x27;s &#9999999999; Caf&eacute;\">"
        .. feed_link), gives = { id = channel, title = "Ida's &#9999999999; Café" } },
    { name = "a page without the feed's address", class = "ok", type = html,
      odd = "other channels that it shows come first, as channelId",
      body = page("", '"channelId":"' .. other .. '","externalId":"' .. channel .. '"'),
      gives = { id = channel, title = false } },
    { name = "the page of a video", class = "ok", type = html,
      url = "GET https://www.youtube.com/watch?v=aaaaaaaaaa1",
      ask = { "channel", "/watch?v=aaaaaaaaaa1" }, odd = "its title is the video's",
      body = page("<meta property=\"og:title\" content=\"Harbour Tour\">",
        '"videoDetails":{"videoId":"aaaaaaaaaa1","channelId":"' .. channel .. '"}'),
      gives = { id = channel, title = false } },
    { name = "the page of a video that ends with another channel's", class = "ok", type = html,
      url = "GET https://www.youtube.com/watch?v=aaaaaaaaaa1",
      ask = { "channel", "/watch?v=aaaaaaaaaa1" }, odd = "the first channelId is another's",
      apart = "the mock shows no other channels",
      body = page("<meta property=\"og:title\" content=\"Harbour Tour\">",
        '"endscreen":{"channelId":"' .. other .. '"},"externalChannelId":"' .. channel .. '"'),
      gives = { id = channel, title = false } },
    { name = "the question about cookies", class = "refused", source = consent, type = html,
      odd = "a consent page of another host, which names no channel",
      body = "<!DOCTYPE html><html><head><title>Before you continue to YouTube</title></head>"
        .. "</html>",
      says = "names no channel" },
    { name = "a page without a channel", class = "refused", type = html,
      odd = "ids that are too short are not ids", body = page("", '"externalId":"UCshort"'),
      says = "names no channel" },
    { name = "no such handle", class = "refused", status = 404, type = html,
      mock = { path = "/youtube/@missing", headers = { cookie = "SOCS=CAI" } },
      body = "<!DOCTYPE html><html><head><title>404 Not Found</title></head></html>",
      says = "YouTube knows no such page", fails = { kind = "not_found", status = 404 } },
    { name = "too many requests", class = "limit", status = 429, source = limits, type = html,
      body = "<html><head><title>Sorry...</title></head></html>" },
    { name = "an error of its own", class = "passing", status = 503, type = html,
      body = "<html><title>503</title></html>" },
  },
}
