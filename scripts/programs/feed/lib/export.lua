-- The channels and the merged list as other programs read them: OPML and Atom (RFC 4287).

local addresses = require("programs.feed.lib.addresses")
local escaped = require("lib.xml_text")
local view = require("programs.feed.lib.view")

local export = {}

--- Returns the addresses of a channel's feed and page.
function export.addresses(channel)
  local id = channel.id
  if addresses.is_feed(id) then return channel.address or id, channel.page end
  return ("https://www.youtube.com/feeds/videos.xml?%s=%s"):format(
    addresses.is_channel(id) and "channel_id" or "playlist_id", id), view.page_of(channel)
end

local function outline(channel, indent)
  local title = escaped(channel.title or channel.id)
  local feed, page = export.addresses(channel)
  return ("%s<outline type=\"rss\" text=\"%s\" title=\"%s\" xmlUrl=\"%s\"%s/>"):format(indent,
    title, title, escaped(feed), page and (" htmlUrl=\"%s\""):format(escaped(page)) or "")
end

-- Channels in the folders of the user's lists; {channels, names, folders (by their names)}.
local function in_folders(channels)
  local top = { channels = {}, names = {}, folders = {} }
  for _, channel in ipairs(channels) do
    local place = top
    for _, name in ipairs(channel.folder or {}) do
      if not place.folders[name] then
        place.folders[name] = { channels = {}, names = {}, folders = {} }
        table.insert(place.names, name)
      end
      place = place.folders[name]
    end
    table.insert(place.channels, channel)
  end
  return top
end

local function add_outlines(lines, place, indent)
  for _, channel in ipairs(place.channels) do lines[#lines + 1] = outline(channel, indent) end
  for _, name in ipairs(place.names) do
    local title = escaped(name)
    lines[#lines + 1] = ("%s<outline text=\"%s\" title=\"%s\">"):format(indent, title, title)
    add_outlines(lines, place.folders[name], indent .. "  ")
    lines[#lines + 1] = indent .. "</outline>"
  end
end

--- The channels as OPML, as readers and YouTube's own export have them.
function export.opml(channels)
  local lines = {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<opml version=\"2.0\">",
    "  <head><title>Channels</title></head>", "  <body>",
  }
  add_outlines(lines, in_folders(channels), "    ")
  lines[#lines + 1] = "  </body>\n</opml>\n"
  return table.concat(lines, "\n")
end

-- The identifier of an entry, and what names its author.
local function identity(video)
  if addresses.is_feed(video.channel) then return "urn:mixhost:entry:" .. video.id, "" end
  return "yt:video:" .. video.id,
    ("<uri>https://www.youtube.com/channel/%s</uri>"):format(escaped(video.channel))
end

local function entry(video, names, categories)
  local time = mix.time.iso(video.published)
  local author = view.channel_name(video, names)
  local id, uri = identity(video)
  local lines = {
    "  <entry>", ("    <id>%s</id>"):format(escaped(id)),
    ("    <title>%s</title>"):format(escaped(video.title)),
    ("    <link rel=\"alternate\" href=\"%s\"/>"):format(escaped(view.address(video))),
    ("    <author><name>%s</name>%s</author>"):format(escaped(author), uri),
    ("    <published>%s</published>"):format(time), ("    <updated>%s</updated>"):format(time),
  }
  if video.file then
    lines[#lines + 1] = ("    <link rel=\"enclosure\" href=\"%s\"%s/>"):format(escaped(video.file),
      video.file_type and (" type=\"%s\""):format(escaped(video.file_type)) or "")
  end
  if video.about then
    lines[#lines + 1] = ("    <summary>%s</summary>"):format(escaped(video.about))
  end
  if video.thumbnail then
    lines[#lines + 1] = ("    <media:thumbnail url=\"%s\"/>"):format(escaped(video.thumbnail))
  end
  for _, line in ipairs(categories and categories(video) or {}) do lines[#lines + 1] = line end
  lines[#lines + 1] = "  </entry>"
  return table.concat(lines, "\n")
end

--- Videos, newest first, as an Atom feed. `categories(video)`: further lines of an entry.
function export.atom(account, videos, categories)
  local names = view.titles(account)
  local newest = videos[1] and videos[1].published or mix.time.now()
  local lines = {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:media=\"http://search.yahoo.com/mrss/\">",
    -- The account's own name is nobody else's business.
    ("  <id>urn:mixhost:feed:%s</id>"):format(mix.crypto.sha256(account.key):sub(1, 32)),
    "  <title>News of the channels that I follow</title>",
    ("  <updated>%s</updated>"):format(mix.time.iso(newest)),
  }
  for _, video in ipairs(videos) do lines[#lines + 1] = entry(video, names, categories) end
  lines[#lines + 1] = "</feed>\n"
  return table.concat(lines, "\n")
end

return export
