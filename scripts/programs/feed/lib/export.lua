-- The channels and the merged list as other programs read them: OPML and Atom (RFC 4287).

local addresses = require("programs.feed.lib.addresses")
local escaped = require("lib.xml_text")
local output_file = require("lib.output_file")
local view = require("programs.feed.lib.view")

local export = {}

--- Returns the address of YouTube's feed of a channel or a list.
function export.feed_address(id)
  return ("https://www.youtube.com/feeds/videos.xml?%s=%s"):format(
    addresses.is_channel(id) and "channel_id" or "playlist_id", id)
end

--- The channels as OPML, as readers and YouTube's own export have them.
function export.opml(channels)
  local lines = {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<opml version=\"2.0\">",
    "  <head><title>Channels</title></head>", "  <body>",
  }
  for _, channel in ipairs(channels) do
    local title, id = escaped(channel.title or channel.id), channel.id
    lines[#lines + 1] = ("    <outline type=\"rss\" text=\"%s\" title=\"%s\" "
      .. "xmlUrl=\"%s\" htmlUrl=\"%s\"/>"):format(
      title, title, export.feed_address(id), view.page_of(id))
  end
  lines[#lines + 1] = "  </body>\n</opml>\n"
  return table.concat(lines, "\n")
end

local function entry(video, names, categories)
  local time = mix.time.iso(video.published)
  local author = view.channel_name(video, names)
  local lines = {
    "  <entry>", ("    <id>yt:video:%s</id>"):format(escaped(video.id)),
    ("    <title>%s</title>"):format(escaped(video.title)),
    ("    <link rel=\"alternate\" href=\"%s\"/>"):format(escaped(view.address(video))),
    ("    <author><name>%s</name><uri>https://www.youtube.com/channel/%s</uri></author>"):format(
      escaped(author), escaped(video.channel)),
    ("    <published>%s</published>"):format(time), ("    <updated>%s</updated>"):format(time),
  }
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
    "  <title>Videos of the channels that I follow</title>",
    ("  <updated>%s</updated>"):format(mix.time.iso(newest)),
  }
  for _, video in ipairs(videos) do lines[#lines + 1] = entry(video, names, categories) end
  lines[#lines + 1] = "</feed>\n"
  return table.concat(lines, "\n")
end

--- Writes a text to a file, or prints it.
function export.write(text, path)
  local ok, err = output_file.write(path, text)
  if not ok then mix.ui.fail(err.message) end
end

return export
