-- Google Reader's API, as FreshRSS and Miniflux speak it, over the stored feed: what a client asks,
-- and the answer. Requests wait for nobody, but those that name a channel by a handle.
-- The address is what lets a client in (docs/connect.md): names, passwords and tokens that it sends
-- are ignored.

local addresses = require("programs.feed.lib.addresses")
local archive = require("programs.feed.lib.archive")
local export = require("programs.feed.lib.export")
local followed = require("programs.feed.lib.followed")
local following = require("programs.feed.lib.following")
local parameters = require("lib.parameters")
local reader_items = require("programs.feed.lib.reader_items")
local view = require("programs.feed.lib.view")

local reader = {}

local all = "user/-/state/com.google/reading-list"
local usual_items, most_items = 20, 10000
-- Clients ask for what came since they asked last; a video may come a day after its publication.
local overlap = 86400
-- Answers to a log-in, and to a request for a token. Google's tokens have 57 characters.
local login, token = "mixhost/address", ("mixhost"):rep(9):sub(1, 57)

local function text(status, body)
  return { status = status, headers = { ["content-type"] = "text/plain; charset=utf-8" },
    body = body }
end

local function bad(message) return text(400, message .. "\n") end
local done = text(200, "OK")

-- Clients put parameters of a change into the form, the query, or both.
local function given(request, name) return request.form[name] or request.query[name] end
local function all_given(request, name)
  local list, further = request.form:all(name), request.query:all(name)
  return table.move(further, 1, #further, #list + 1, list)
end

-- MARK: Streams

-- Where a page ends: the moment and the number of its last video, in digits.
local function place_of(video)
  return ("%d%016d"):format(reader_items.moment(video), reader_items.number(video.id))
end

local function is_before(one, other)
  local a, b = reader_items.moment(one), reader_items.moment(other)
  if a ~= b then return a > b end
  return reader_items.number(one.id) > reader_items.number(other.id)
end

-- Returns whether the parameters of a request let a video through: it (only), xt (not), ot and nt
-- (published after and before), c (behind the last page).
local function filter(request, stream, is_oldest_first)
  local only, without = {}, {}
  for name, list in pairs({ it = only, xt = without }) do
    for place, id in ipairs(all_given(request, name)) do
      list[place] = reader_items.stream(id) or { is_empty = true }
    end
  end
  local from, to = tonumber(given(request, "ot")), tonumber(given(request, "nt"))
  local moment, number = (given(request, "c") or ""):match("^(%d+)(" .. ("%d"):rep(16) .. ")$")
  moment, number = tonumber(moment), tonumber(number)
  local function is_behind(video)
    local own, its = reader_items.moment(video), moment
    if own == its then own, its = reader_items.number(video.id), number end
    if is_oldest_first then return own > its end
    return own < its
  end
  return function(video)
    if not reader_items.holds(stream, video) then return false end
    for _, other in ipairs(only) do
      if not reader_items.holds(other, video) then return false end
    end
    for _, other in ipairs(without) do
      if reader_items.holds(other, video) then return false end
    end
    local is_early = from and video.published < from - overlap
    if is_early or to and video.published > to then return false end
    return not moment or is_behind(video)
  end
end

-- A page of a stream, and where the next one begins; nil for an unknown stream.
local function page(owner, request, id)
  local stream = reader_items.stream(id)
  if not stream then return nil end
  local is_oldest_first = given(request, "r") == "o"
  local wanted = math.tointeger(tonumber(given(request, "n"))) or usual_items
  wanted = math.max(1, math.min(wanted, most_items))
  local list = archive.videos(owner, {
    unread = stream.mark == "unread" and stream.is_set or nil,
    starred = stream.mark == "starred" or nil, accept = filter(request, stream, is_oldest_first),
  })
  table.sort(list, is_oldest_first and function(a, b) return is_before(b, a) end or is_before)
  local cut = table.move(list, 1, math.min(#list, wanted), 1, {})
  return cut, #list > #cut and place_of(cut[#cut]) or nil
end

local function document(owner, videos, id, continuation)
  local items, names = mix.json.array({}), view.titles(owner)
  for place, video in ipairs(videos) do items[place] = reader_items.item(video, names) end
  return { json = {
    id = id, title = "mixhost", direction = "ltr", updated = math.floor(mix.time.now()),
    items = items, continuation = continuation,
  } }
end

-- The id of the stream that a path ends with, whose own slashes and signs may be escaped.
local function stream_in(request, prefix)
  local id = parameters.decoded(request.path:sub(#prefix + 1))
  return id ~= "" and id or all
end

local function contents(owner, request, prefix)
  local id = stream_in(request, prefix)
  local videos, continuation = page(owner, request, id)
  if not videos then return bad("no stream is called so: " .. id) end
  return document(owner, videos, id, continuation)
end

local function atom(owner, request, prefix)
  local videos = page(owner, request, stream_in(request, prefix))
  if not videos then return bad("no stream is called so") end
  return { headers = { ["content-type"] = "application/atom+xml; charset=utf-8" },
    body = export.atom(owner, videos, reader_items.categories) }
end

-- MARK: Reading

local reads = {}

function reads.token() return text(200, token) end

reads["user-info"] = function()
  return { json = { userId = "1", userName = "mixhost", userProfileId = "1", userEmail = "" } }
end

reads["tag/list"] = function()
  return { json = { tags = { { id = "user/-/state/com.google/starred" } } } }
end

-- Some clients ask for it before all else.
reads["preference/stream/list"] = function()
  return { json = { streamprefs = mix.json.object({}) } }
end

reads["subscription/list"] = function(owner)
  local list = mix.json.array({})
  for place, channel in ipairs(followed.channels(owner)) do
    local url, site = export.addresses(channel)
    list[place] = {
      id = reader_items.feed(channel.id), title = channel.title or channel.id,
      categories = mix.json.array({}), url = url, htmlUrl = site or url, iconUrl = "",
    }
  end
  return { json = { subscriptions = list } }
end

reads["unread-count"] = function(owner)
  local counts, order, total, newest = {}, {}, 0, 0
  for _, video in ipairs(archive.videos(owner, { unread = true })) do
    local id = reader_items.feed(archive.followed_as(video))
    local moment = reader_items.moment(video)
    if not counts[id] then
      order[#order + 1] = id
      counts[id] = { id = id, count = 0, newestItemTimestampUsec = ("%d"):format(moment) }
    end
    counts[id].count, total, newest = counts[id].count + 1, total + 1, math.max(newest, moment)
  end
  local list = mix.json.array({})
  for place, id in ipairs(order) do list[place] = counts[id] end
  list[#list + 1] = { id = all, count = total, newestItemTimestampUsec = ("%d"):format(newest) }
  return { json = { max = total, unreadcounts = list } }
end

reads["stream/items/ids"] = function(owner, request)
  local videos, continuation = page(owner, request, given(request, "s") or all)
  if not videos then return bad("no stream is called so") end
  local list = mix.json.array({})
  for place, video in ipairs(videos) do
    list[place] = { id = ("%d"):format(reader_items.number(video.id)) }
  end
  return { json = { itemRefs = list, continuation = continuation } }
end

reads["stream/items/contents"] = function(owner, request)
  local videos = {}
  for _, id in ipairs(reader_items.ids(owner, all_given(request, "i"))) do
    videos[#videos + 1] = archive.video(owner, id)
  end
  return document(owner, videos, all)
end

-- MARK: Changing

local changes = {}

changes["edit-tag"] = function(owner, request)
  local marks = reader_items.marks(all_given(request, "a"), all_given(request, "r"))
  archive.mark(owner, reader_items.ids(owner, all_given(request, "i")), marks)
  return done
end

-- Clients write seconds, or parts of them down to nanoseconds; none and 0 are any time. nil for
-- other texts.
local function seconds(digits)
  local time = #digits <= 19 and tonumber(digits:match("^%d+$"))
  while time and time > 1e11 do time = time / 1000 end
  return time and (time > 0 and time or math.huge) or nil
end

changes["mark-all-as-read"] = function(owner, request)
  local stream = reader_items.stream(given(request, "s") or all)
  local until_then, ids = seconds(given(request, "ts") or "0"), {}
  if not (stream and until_then) then return bad("s is a stream, and ts a time in digits") end
  for _, video in ipairs(archive.videos(owner, { unread = true })) do
    local is_meant = reader_items.holds(stream, video) and video.published <= until_then
    if is_meant then ids[#ids + 1] = video.id end
  end
  archive.mark(owner, ids, { unread = false })
  return done
end

-- Follows what words name; the first channel, or nil and why not. A client names addresses: the
-- files of this machine are not its to name.
local function follow(owner, words, title)
  local list = {}
  for place, word in ipairs(words) do
    list[place] = addresses.channel(word) and word or addresses.of_site(word) and "https://" .. word
    if not list[place] then return nil, "no channel or feed is called so: " .. word end
  end
  local found = following.read_words(list)
  for _, channel in ipairs(found.channels) do channel.title = title or channel.title end
  following.follow(owner, found)
  if found.problems[1] then return nil, found.problems[1] end
  return found.channels[1]
end

local edits = {}

function edits.subscribe(owner, feeds, request)
  local _, problem = follow(owner, feeds, given(request, "t"))
  if problem then return bad(problem) end
  return done
end

function edits.unsubscribe(owner, feeds)
  local ids = {}
  for place, feed in ipairs(feeds) do
    local channel = addresses.channel(feed)
    if not (channel and channel.id) then return bad("no channel is called so: " .. feed) end
    ids[place] = channel.id
  end
  archive.unfollow(owner, ids)
  return done
end

function edits.edit()
  return bad("channels have the names that they give themselves, and folders cannot be changed")
end

changes["subscription/edit"] = function(owner, request)
  local edit, feeds = edits[given(request, "ac")], {}
  for place, id in ipairs(all_given(request, "s")) do feeds[place] = id:gsub("^feed/", "") end
  if not edit or #feeds == 0 then return bad("ac is subscribe or unsubscribe, and s a feed") end
  return edit(owner, feeds, request)
end

changes["subscription/quickadd"] = function(owner, request)
  local word = (given(request, "quickadd") or ""):gsub("^feed/", "")
  local channel, problem = follow(owner, { word })
  if not channel then return { json = { numResults = 0, query = word, error = problem } } end
  return { json = {
    numResults = 1, query = word, streamId = reader_items.feed(channel.id),
    streamName = channel.title or channel.id,
  } }
end

-- MARK: Answers

local function log_in(request)
  if given(request, "output") == "json" then
    return { json = { SID = login, LSID = login, Auth = login } }
  end
  return text(200, ("SID=%s\nLSID=%s\nAuth=%s\n"):format(login, login, login))
end

-- The answers whose paths end with a stream, by how they begin.
local streams = { ["/reader/api/0/stream/contents/"] = contents, ["/reader/atom/"] = atom }

--- Answers a request (lib/connected.lua) for an account; nil for an unknown path.
function reader.answer(request, owner)
  if request.path == "/accounts/ClientLogin" then return log_in(request) end
  for prefix, answer in pairs(streams) do
    local is_meant = request.path:sub(1, #prefix) == prefix or request.path .. "/" == prefix
    if is_meant then return answer(owner, request, prefix) end
  end
  local name = request.path:match("^/reader/api/0/(.+)$")
  if name and reads[name] then return reads[name](owner, request) end
  if not (name and changes[name]) then return nil end
  if request.method ~= "POST" then return text(405, "changes are sent by POST\n") end
  return changes[name](owner, request)
end

return reader
