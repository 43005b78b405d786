-- The ways in which people write a channel or a video of YouTube: ids, handles, addresses of every
-- form; and the addresses of other feeds.

local web_address = require("lib.web_address")

local addresses = {}

local channel_pattern, video_pattern = "UC[%w_-]+", "^[%w_-]+$"

--- Whether a text is a channel's id: UC and 22 characters.
function addresses.is_channel(text)
  return #text == 24 and text:find("^" .. channel_pattern .. "$") ~= nil
end

--- Whether a text can be a video's id.
function addresses.is_video(text) return #text == 11 and text:find(video_pattern) ~= nil end

-- Host, path and query of an address without its scheme; nil for another site.
local function site(text)
  local rest = text:gsub("^[Hh][Tt][Tt][Pp][Ss]?://", "")
  local host, path, query = rest:match("^([^/?#]+)(/?[^?#]*)%??([^#]*)")
  host = host and host:lower():gsub(":%d+$", "")
  if host == "youtu.be" then return host, path, query end
  local is_youtube = host == "youtube.com" or host and host:find("%.youtube%.com$")
    or host == "youtube-nocookie.com" or host and host:find("%.youtube%-nocookie%.com$")
  if is_youtube then return "youtube.com", path, query end
end

local function parameter(query, name) return ("&" .. query):match("&" .. name .. "=([^&]+)") end

-- The shortest id of a list that a user has made, PL and 16 characters.
local shortest_list = 18

--- Whether a text is the id of a list whose feed YouTube gives: of a part of a channel's videos, or
-- one that a user has made.
function addresses.is_list(text)
  return #text == 26 and text:find("^UU%u%u[%w_-]+$") ~= nil
    or #text >= shortest_list and #text <= 64 and text:find("^PL[%w_-]+$") ~= nil
end

-- The list of all videos of a channel has its id without UC behind UU; two letters more name a part
-- of them (UULF: without Shorts, UUSH: Shorts, UULV: live).
local function of_list(id)
  local rest = (id or ""):match("^UU([%w_-]+)$")
  if rest and #rest == 22 then return { id = "UC" .. rest } end
  return id and addresses.is_list(id) and { id = id } or nil
end

--- The channel that a list of a part of its videos belongs to; nil for other ids.
function addresses.channel_of(id)
  return #id == 26 and id:match("^UU%u%u") and "UC" .. id:sub(5) or nil
end

--- The list of a part of a channel's videos; `part`: its four letters, nil for all.
function addresses.part_of(id, part) return part and part .. id:sub(3) or id end

-- The tabs of a channel's page that are a part of it.
local tabs = { shorts = "UUSH", streams = "UULV" }

local function of_video(id)
  if id and addresses.is_video(id) then return { page = "/watch?v=" .. id, is_video = true } end
end

-- A name as it stands in a path: letters of any script, escaped or not.
local function of_name(prefix, name, tab)
  if not name or name == "" or name:find("[%c%s\"<>\\^`{|}]") then return nil end
  return { page = prefix .. name, part = tabs[tab] }
end

-- Paths that are YouTube's own pages, no names of channels.
local own_pages = {
  watch = true, playlist = true, feed = true, feeds = true, results = true, shorts = true,
  live = true, embed = true, v = true, channel = true, c = true, user = true, hashtag = true,
  premium = true, gaming = true, about = true, account = true, redirect = true, browse = true,
}

local function of_youtube(path, query)
  local first, second, third = path:match("^/([^/]*)/?([^/]*)/?([^/]*)")
  if not first then return nil end
  if first:find("^@") then return of_name("/@", first:sub(2), second) end
  if first == "channel" or first == "browse" then
    return addresses.is_channel(second) and { id = addresses.part_of(second, tabs[third]) } or nil
  end
  if first == "c" or first == "user" then return of_name("/" .. first .. "/", second, third) end
  if first == "feeds" then
    local id = parameter(query, "channel_id")
    if id and addresses.is_channel(id) then return { id = id } end
    local listed = of_list(parameter(query, "playlist_id"))
    if listed then return listed end
    return of_name("/user/", parameter(query, "user"))
  end
  if first == "watch" then return of_video(parameter(query, "v")) end
  if first == "shorts" or first == "live" or first == "embed" or first == "v" then
    return of_video(second)
  end
  if first == "playlist" then return of_list(parameter(query, "list")) end
  if not own_pages[first] then return of_name("/", first) end
end

--- Whether the id of a channel is the address of a feed, and none of YouTube's.
function addresses.is_feed(id) return id:find("^https?://") ~= nil end

-- The schemes by which browsers hand feeds to readers: feed:https://…, podcast://….
local schemes = { feed = true, podcast = true, pcast = true, itpc = true, rss = true }

-- The address of a feed, or of a page that may name one; nil for another text, and for YouTube's.
local function of_feed(text)
  local scheme, rest = text:match("^(%a+):(.+)$")
  if scheme and schemes[scheme:lower()] then
    text = rest:find("^//") and "https:" .. rest or rest
  end
  local found = web_address.of_web(text)
  if not found or site(found) then return nil end
  local origin, path = found:match("^(%a+://[^/?#]+)([^#]*)")
  -- Addresses are shown and exported: a log-in has a setting of its own.
  origin = origin:gsub("//.*@", "//")
  if origin:find("[%[%]<>\"]") and not origin:find("%[[%x:.]+%]") then return nil end
  -- The port that the scheme has anyway.
  origin = origin:lower():gsub("^(https://.*):443$", "%1"):gsub("^(http://.*):80$", "%1")
  return { id = origin .. (path == "" and "/" or path), is_feed = true }
end

--- The channel of a text: {id} of the channel or of a list, {id, is_feed} with the address of
-- another feed or its page, or {page, part, is_video}, the page of YouTube that names it; nil for
-- anything else.
function addresses.channel(text)
  if addresses.is_channel(text) or addresses.is_list(text) then return { id = text } end
  if text:find("^@") and not text:find("/", 1, true) then return of_name("/@", text:sub(2)) end
  local host, path, query = site(text)
  if host == "youtu.be" then
    local name = path:match("^/([^/]+)")
    if name and name:find("^@") then return of_name("/@", name:sub(2)) end
    return of_video(name)
  end
  if host then return of_youtube(path, query) end
  return of_feed(text)
end

--- The address that a name of a site stands for, example.org/news; nil for other texts.
function addresses.of_site(text)
  return text:find("^[%w%-]+%.[%w.-]*%a[%w.:-]*/?[^%s]*$") and of_feed("https://" .. text) or nil
end

--- The id of the video that a text names, as an id or an address; nil without one.
function addresses.video(text)
  if addresses.is_video(text) then return text end
  local host, path, query = site(text)
  local found
  if host == "youtu.be" then
    found = of_video(path:match("^/([^/]+)"))
  elseif host then
    found = of_youtube(path, query)
  end
  return found and found.is_video and found.page:match("v=(.+)$") or nil
end

return addresses
