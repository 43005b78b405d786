-- Imitates a MeTube hub: its feed is spelled as the hub's, with dates of seven digits of a second,
-- lengths as .NET's TimeSpan, and a cursor that, given back as `since`, brings the newest videos
-- again.
--
-- Three users are special: the feed of `endless` never ends, nothing is as it should be for
-- `wrong-shape`, and `patient` may look for new videos once in a quarter of an hour.

local catalogue = require("lib.mock.catalogue")
local channels = require("services.youtube.mock_parts.channels")

local usual_page, longest_page = 50, 100
local most_channels = 100
-- How many videos a look for new ones finds, and the seconds until the next one.
local found_at_once, interval = 5, 900

local function message(text, status, retry_after)
  return {
    status = status, json = { message = text },
    headers = retry_after and { ["Retry-After"] = tostring(retry_after) } or nil,
  }
end

local function unknown_user() return message("User not found", 404) end

-- .NET's round-trip format: `2025-12-06T10:30:00.1234567+00:00`.
local function date(ticks)
  return ("%s.%07d+00:00"):format(channels.moment(ticks // 10000000), ticks % 10000000)
end

-- .NET's constant format: `[-]hh:mm:ss`.
local function time_span(seconds)
  return (seconds < 0 and "-" or "") .. channels.clock(math.abs(seconds))
end

-- Some are odd, as the last character of their id says, one in 64 each.
local oddities = {
  -- Nobody has asked YouTube for it yet.
  A = function(row)
    row.title, row.description, row.duration, row.thumbnail = nil, nil, nil, nil
  end,
  B = function(row) row.duration = 45 end,
  C = function(row) row.duration = -row.duration end,
  D = function(row) row.ticks = row.ticks + 864000 * 10000000 end,
}

local function row_of(video)
  local row = {
    title = video.title, description = "About: " .. video.title, duration = video.duration,
    ticks = video.ticks, thumbnail = ("https://i.ytimg.com/vi/%s/hqdefault.jpg"):format(video.id),
  }
  local oddity = oddities[video.id:sub(-1)]
  if oddity then oddity(row) end
  local null = mix.json.null
  return {
    videoId = video.id, channelId = video.channel, publishedAt = date(row.ticks),
    title = row.title or null, description = row.description or null,
    thumbnailUrl = row.thumbnail or null,
    duration = row.duration and time_span(row.duration) or null,
  }
end

local function page(videos, is_full)
  local rows, last = mix.json.array({}), videos[#videos]
  for place, video in ipairs(videos) do rows[place] = row_of(video) end
  local null = mix.json.null
  return { json = {
    videos = rows, nextCursor = is_full and last and date(last.ticks) or null, nextPageToken = null,
  } }
end

local function is_newer(one, other)
  if one.ticks ~= other.ticks then return one.ticks > other.ticks end
  return one.id > other.id
end

-- A user's videos after a date, newest first.
local function videos_of(user, since)
  local list = table.move(user.found, 1, #user.found, 1, {})
  for _, channel in ipairs(user.channels) do
    for index = 0, channels.listed - 1 do list[#list + 1] = channels.video(channel, index) end
  end
  table.sort(list, is_newer)
  if not since then return list end
  local newer = {}
  -- As texts: all dates have one form.
  for _, video in ipairs(list) do
    if date(video.ticks) > since then newer[#newer + 1] = video end
  end
  return newer
end

-- Videos that nobody has seen, whatever was asked for.
local function endless(since, count)
  local first, list = catalogue.digest(since or ""):below(1000000000), {}
  for index = 0, count - 1 do
    local second = channels.start - first % 86400 - index
    list[#list + 1] = channels.later("UCendless", first + index, second)
  end
  return list
end

local function feed(request, state)
  local name, since = request.parts.user, request.query.since
  if name == "wrong-shape" then return { json = { items = mix.json.array({}) } } end
  local asked = request.query:number("limit", usual_page, math.mininteger, math.maxinteger)
  local limit = math.min(math.max(asked or usual_page, 1), longest_page)
  if name == "endless" then return page(endless(since, limit), true) end
  local user = state.users[name]
  if not user then return unknown_user() end
  local list = videos_of(user, since)
  return page(table.move(list, 1, math.min(limit, #list), 1, {}), #list >= limit)
end

-- The channels of a registration; nil for anything but a list of texts.
local function channels_of(body)
  local document = mix.json.decode(body)
  local list = type(document) == "table" and document.channelIds
  if type(list) ~= "table" or not mix.json.is_array(list) then return nil end
  for _, id in ipairs(list) do
    if type(id) ~= "string" then return nil end
  end
  return list
end

local function register(request, state)
  local ids = channels_of(request.body)
  if not ids then return message("channelIds is a list of texts", 400) end
  if #ids > most_channels then
    return message(("at most %d channels at once"):format(most_channels), 400)
  end
  local name = request.parts.user
  local user = state.users[name] or { channels = {}, known = {}, found = {} }
  state.users[name] = user
  for _, id in ipairs(ids) do
    if not user.known[id] then
      user.known[id] = true
      table.insert(user.channels, id)
    end
  end
  return message("Channels registered successfully")
end

local function reconcile(request, state)
  local name, now = request.parts.user, mix.mock.now()
  if name == "wrong-shape" then return { json = mix.json.array({ 1 }) } end
  local user = state.users[name]
  if not user then return unknown_user() end
  local wait = name == "patient" and user.looked and user.looked + interval - now or 0
  if wait > 0 then return message("Reconcile was run less than 15 minutes ago", 429, wait) end
  user.looked = now
  local count = #user.channels > 0 and found_at_once or 0
  for _ = 1, count do
    local number = #user.found
    local channel = user.channels[number % #user.channels + 1]
    table.insert(user.found, channels.later(channel, number, now - number % count - 1))
  end
  return { json = { message = "Reconciliation completed", newVideosCount = count } }
end

local function health(_, state)
  local users, watched, known = 0, 0, {}
  for _, user in pairs(state.users) do
    users = users + 1
    for _, id in ipairs(user.channels) do
      watched = watched + (known[id] and 0 or 1)
      known[id] = true
    end
  end
  return { json = {
    status = "healthy", timestamp = channels.moment(mix.mock.now()) .. "Z",
    stats = { channels = watched, users = users, videos = watched * channels.listed },
  } }
end

return {
  -- The hub's port is another one each time that a mock runs; what was followed stays.
  settings = { ["feed.user"] = "mock", ["feed.account"] = "mock" },
  routes = {
    ["GET /hub/health"] = health,
    ["POST /hub/api/users/:user/channels"] = register,
    ["POST /hub/api/users/:user/reconcile"] = reconcile,
    ["GET /hub/api/users/:user/feed"] = feed,
  },
  state = function() return { users = {} } end,
  limited = function() return message("Too many requests", 429, 60) end,
}
