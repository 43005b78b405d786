-- Imitates YouTube: the Atom feeds of channels and lists, and the pages that name a channel.
--
-- A channel whose id begins with `UCgone` is gone; names that begin with `missing` are nobody's. A
-- browser that has not answered the question about cookies (no cookie `SOCS`) is sent to that
-- question, as in Europe.

local pictures = require("lib.mock.pictures")
local channels = require("services.youtube.mock_parts.channels")

local function page(text, status)
  return { status = status, type = "text/html; charset=utf-8", body = text }
end

local function missing()
  return page("<html><body><h1>Error 404 (Not Found)</h1></body></html>\n", 404)
end

local marks = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }
local function escaped(text) return (text:gsub('[&<>"]', marks)) end

-- The videos that a list of a channel's uploads holds, and its title.
local parts = {
  UULF = { form = "video", title = "Videos" }, UUSH = { form = "short", title = "Short videos" },
  UULV = { form = "live", title = "Live streams" },
}

-- Returns what a query asks for: {id, channel, form, title}; nil when there is no such feed.
local function wanted(query)
  local list = query.playlist_id
  if list then
    local part, rest = parts[list:sub(1, 4)], list:sub(5)
    if not part then part, rest = list:find("^UU") and { title = "Uploads" }, list:sub(3) end
    local channel = "UC" .. rest
    if list:find("^PL[%w_-]+$") then
      channel, part = channels.named(list), { title = "Favourites" }
    end
    if not part or not channels.is_channel(channel) then return nil end
    return { id = list, channel = channel, form = part.form, title = part.title }
  end
  local channel = query.channel_id
  if not channel or not channels.is_channel(channel) then return nil end
  return { channel = channel, title = channels.title(channel) }
end

local head_form = [[
<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/"
 xmlns="http://www.w3.org/2005/Atom">
 <link rel="self" href="http://www.youtube.com/feeds/videos.xml?{asked}"/>
 <id>yt:{kind}</id>
{list} <yt:channelId>{bare}</yt:channelId>
 <title>{title}</title>
 <link rel="alternate" href="https://www.youtube.com/channel/{channel}"/>
 {author}
 <published>2015-01-01T00:00:00+00:00</published>
]]

local entry_form = [==[
 <entry>
  <id>yt:video:{id}</id>
  <yt:videoId>{id}</yt:videoId>
  <yt:channelId>{channel}</yt:channelId>
  <title>{title}</title>
  <link rel="alternate" href="https://www.youtube.com/{page}{id}"/>
  {author}
  <published>{published}</published>
  <updated>{published}</updated>
  <media:group>
   <media:title>{title}</media:title>
   <media:content url="https://www.youtube.com/v/{id}?version=3"
    type="application/x-shockwave-flash" width="640" height="390"/>
   <media:thumbnail url="https://i1.ytimg.com/vi/{id}/hqdefault.jpg" width="480" height="360"/>
   <media:description><![CDATA[Seen & heard: <{id}>]]></media:description>
   <media:community>
    <media:starRating count="{likes}" average="5.00" min="1" max="5"/>
    <media:statistics views="{views}"/>
   </media:community>
  </media:group>
 </entry>
]==]

local function filled(form, values) return (form:gsub("{(%w+)}", values)) end

local function author_of(channel)
  return filled([[<author>
   <name>{name}</name>
   <uri>https://www.youtube.com/channel/{channel}</uri>
  </author>]], { name = escaped(channels.title(channel)), channel = channel })
end

local function entry(channel, index, form, is_guest)
  local video = channels.video(channel, index)
  -- Titles hold characters of markup now and then.
  local title = escaped(video.title .. (index % 5 == 0 and " <live> & more" or ""))
  local by = is_guest and channels.named(video.id) or channel
  return filled(entry_form, {
    id = video.id, channel = by, title = title, author = author_of(by),
    page = form == "short" and "shorts/" or "watch?v=",
    -- Dates have no fractions here.
    published = channels.moment(video.ticks // 10000000) .. "+00:00",
    views = video.duration * 31, likes = video.duration,
  })
end

-- The first entries of a feed. Of one form, the later videos move up.
local function entries(feed)
  local list, index = {}, 0
  while #list < channels.listed do
    local form, is_guest = channels.kind(feed.channel, index)
    if not feed.form or feed.form == form then
      list[#list + 1] = entry(feed.channel, index, form, is_guest)
    end
    index = index + 1
  end
  return table.concat(list)
end

local function atom(request)
  local feed = wanted(request.query)
  if not feed or feed.channel:find("^UCgone") then return missing() end
  local bare = feed.channel:sub(3)
  local head = filled(head_form, {
    asked = feed.id and "playlist_id=" .. feed.id or "channel_id=" .. feed.channel,
    kind = feed.id and "playlist:" .. feed.id or "channel:" .. bare,
    list = feed.id and (" <yt:playlistId>%s</yt:playlistId>\n"):format(feed.id) or "",
    bare = bare, title = escaped(feed.title), channel = feed.channel,
    author = author_of(feed.channel),
  })
  return { type = "text/xml; charset=UTF-8", body = head .. entries(feed) .. "</feed>\n" }
end

local channel_form = [[
<!DOCTYPE html><html><head><title>{title} - YouTube</title>
<link rel="alternate" type="application/rss+xml" title="RSS"
 href="https://www.youtube.com/feeds/videos.xml?channel_id={channel}">
<meta property="og:title" content="{title}"></head>
<body><script>var ytInitialData = {"metadata":{"channelMetadataRenderer":
{"title":"{title}","externalId":"{channel}"}},"channelId":"{channel}"};</script></body></html>
]]

local function channel_page(request, channel)
  if not (request.headers.cookie or ""):find("SOCS=", 1, true) then
    return { status = 302, headers = { Location = "/youtube/consent" } }
  end
  if not channel then return missing() end
  return page(filled(channel_form, { title = channels.title(channel), channel = channel }))
end

local function named_page(request)
  local name = request.parts.name:gsub("^@", ""):lower()
  return channel_page(request, not name:find("^missing") and channels.named(name) or nil)
end

return {
  is_unlimited = true,
  media = {
    ["*.ytimg.com"] = function(path)
      return pictures.answer(mix.mock.landscape(path[#path - 1] or "", 320, 180))
    end,
  },
  routes = {
    ["GET /youtube/feeds/videos.xml"] = atom,
    ["GET /youtube/:name"] = named_page,
    ["GET /youtube/c/:name"] = named_page,
    ["GET /youtube/user/:name"] = named_page,
    ["GET /youtube/channel/:id"] = function(request)
      local id = request.parts.id
      return channel_page(request, channels.is_channel(id) and id or nil)
    end,
    ["GET /youtube/watch"] = function(request)
      local video = request.query.v
      return channel_page(request, video and channels.named(video))
    end,
    ["GET /youtube/consent"] = function()
      return page("<html><body><h1>Before you continue to YouTube</h1></body></html>\n")
    end,
  },
}
