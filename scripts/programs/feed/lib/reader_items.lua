-- Videos as Google Reader's API names and describes them: numbers, streams, entries.

local addresses = require("programs.feed.lib.addresses")
local archive = require("programs.feed.lib.archive")
local escaped = require("lib.xml_text")
local view = require("programs.feed.lib.view")

local reader_items = {}

local states = "user/-/state/com.google/"
local long_form = "tag:google.com,2005:reader/item/%016x"

--- Returns the number of a video. Clients count with doubles, some of them, so it has 52 bits.
function reader_items.number(id)
  return math.tointeger(tonumber(mix.crypto.sha256(id):sub(1, 13), 16))
end

-- The ids of videos by their numbers, for each account. Where one is missing, they are read anew.
local known = {}

local function read_numbers(owner)
  local ids = {}
  for _, video in ipairs(archive.videos(owner, {})) do
    ids[reader_items.number(video.id)] = video.id
  end
  known[owner.key] = ids
  return ids
end

-- The number that a client names an item by: decimal, 16 hexadecimal digits (ours begin with 0), or
-- the long form.
local function number_of(word)
  local digits = word:match("^tag:google%.com,2005:reader/item/(%x+)$")
    or word:match("^0%x+$") and #word == 16 and word
  if digits then return #digits <= 16 and math.tointeger(tonumber(digits, 16)) or nil end
  return word:find("^%d+$") and math.tointeger(tonumber(word)) or nil
end

--- Returns the ids of the videos that a client names; what nobody has is left out.
function reader_items.ids(owner, words)
  local found, numbers, is_new = {}, known[owner.key] or {}, false
  for _, word in ipairs(words) do
    local number = number_of(word)
    if number and not numbers[number] and not is_new then
      numbers, is_new = read_numbers(owner), true
    end
    -- Atom's entries have these ids (lib/export.lua).
    local named = word:match("^yt:video:(.*)$")
    found[#found + 1] = number and numbers[number] or named and addresses.is_video(named) and named
      or word:match("^urn:mixhost:entry:(.+)$")
  end
  return found
end

-- The demands of states on a video: a mark, set or not; nothing of all of them.
local demands = {
  ["reading-list"] = {}, starred = { mark = "starred", is_set = true },
  read = { mark = "unread", is_set = false }, unread = { mark = "unread", is_set = true },
  ["kept-unread"] = { mark = "unread", is_set = true },
}

--- Returns the stream of an id: {mark, is_set} of a state, {feed} of a channel or list by its id or
--- address, {is_empty} of a label or of a state that no video has; nil for other texts.
function reader_items.stream(text)
  local state = text:match("^user/[^/]+/state/com%.google/(.+)$")
  if state then return demands[state] or { is_empty = true } end
  if text:find("^user/[^/]+/label/.") then return { is_empty = true } end
  local feed = text:match("^feed/(.+)$")
  local channel = feed and addresses.channel(feed)
  return channel and channel.id and { feed = channel.id } or nil
end

--- Whether a video belongs to a stream.
function reader_items.holds(stream, video)
  if stream.is_empty then return false end
  if stream.feed then return archive.followed_as(video) == stream.feed end
  return not stream.mark or (video[stream.mark] == true) == stream.is_set
end

--- Returns the marks that changes of tags ask for, as archive.mark takes them. Labels and tags that
--- mixhost does not keep change nothing.
function reader_items.marks(added, removed)
  local marks = {}
  local function take(tags, is_added)
    for _, tag in ipairs(tags) do
      local stream = reader_items.stream(tag)
      if stream and stream.mark then marks[stream.mark] = stream.is_set == is_added end
    end
  end
  take(removed, false)
  take(added, true)
  return marks
end

--- Returns when a video was published, in microseconds.
function reader_items.moment(video) return math.floor(video.published * 1e6) end

local function tags_of(video)
  local tags = { states .. "reading-list" }
  if not video.unread then tags[#tags + 1] = states .. "read" end
  if video.starred then tags[#tags + 1] = states .. "starred" end
  return tags
end

-- The page of a video: its picture, and its description line by line.
local function content(video)
  local parts = {}
  if video.thumbnail then
    parts[1] = ('<p><a href="%s"><img src="%s" alt=""/></a></p>'):format(
      escaped(view.address(video)), escaped(video.thumbnail))
  end
  if video.about then
    parts[#parts + 1] = "<p>" .. escaped(video.about):gsub("\r?\n", "<br/>\n") .. "</p>"
  end
  return table.concat(parts, "\n")
end

--- Returns the id of the stream that a channel or list is.
function reader_items.feed(id) return "feed/" .. id end

--- Returns a video as an item. `names`: of channels, by their ids.
function reader_items.item(video, names)
  local moment, address = reader_items.moment(video), view.address(video)
  local feed = archive.followed_as(video)
  return {
    id = long_form:format(reader_items.number(video.id)),
    timestampUsec = ("%d"):format(moment), crawlTimeMsec = ("%d"):format(moment // 1000),
    published = moment // 1000000, updated = moment // 1000000, title = video.title,
    author = view.channel_name(video, names),
    canonical = { { href = address } }, alternate = { { href = address, type = "text/html" } },
    summary = { content = content(video), direction = "ltr" },
    categories = tags_of(video),
    origin = {
      streamId = reader_items.feed(feed), title = names[feed] or view.channel_name(video, names),
      htmlUrl = view.page_of({ id = feed }),
    },
  }
end

--- Returns the marks of a video as the categories of an Atom entry.
function reader_items.categories(video)
  local lines = {}
  for place, tag in ipairs(tags_of(video)) do
    lines[place] = ('    <category term="%s" scheme="http://www.google.com/reader/" label="%s"/>')
      :format(tag, tag:match("[^/]+$"))
  end
  return lines
end

return reader_items
