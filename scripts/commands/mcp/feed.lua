-- The tool `feed`: what the feed program has stored, or the newest videos of channels.

local account = require("programs.feed.lib.account")
local addresses = require("programs.feed.lib.addresses")
local answers = require("programs.mcp.lib.answers")
local archive = require("programs.feed.lib.archive")
local resolving = require("programs.feed.lib.resolving")
local view = require("programs.feed.lib.view")
local youtube = require("services.youtube.provider")

-- An assistant names channels of YouTube alone: it opens no other site.
local function of_channels(words)
  local entries, ids = {}, {}
  for place, word in ipairs(words) do
    local entry = addresses.channel(word)
    if not entry or entry.is_feed then
      return nil, ("channels[%d] is not an id, a @handle or an address of YouTube"):format(place)
    end
    entry.said, entries[place] = word, entry
  end
  local channels, failed = resolving.all(entries)
  if failed[1] then return nil, failed[1] end
  for place, channel in ipairs(channels) do ids[place] = channel.id end
  return youtube.feed(ids, function() end)
end

local function stored(only, most)
  local owner, missing = account.open()
  if not owner then return nil, missing end
  return archive.videos(owner, { limit = most, [only or "all"] = true }),
    { titles = view.titles(owner), total = archive.count(owner, only) }
end

-- A video as it is answered. The address of a feed may be what its reader pays for.
local function shown(video, titles)
  local answer = view.video(video, titles)
  if addresses.is_feed(video.channel or "") then answer.channel = nil end
  if answer.url == video.channel then answer.url = nil end
  answer.file_url, answer.file_type, answer.thumbnail_url = nil, nil, nil
  return answers.record(answer)
end

local function run(arguments, context)
  local most = math.min(arguments.limit or 20, context.limits.rows)
  local videos, facts
  if arguments.channels then videos, facts = of_channels(arguments.channels)
  else videos, facts = stored(arguments.only, most) end
  if not videos then return nil, facts end
  local list = mix.json.array({})
  for place = 1, math.min(#videos, most) do
    list[place] = shown(videos[place], facts.titles or {})
    if arguments.channels then list[place].unread, list[place].starred = nil, nil end
  end
  return { total = facts.total or #videos, videos = list,
    problem = facts.problem and answers.text(facts.problem.message) or nil }
end

return function(limits)
  return { {
    name = "feed", title = "Newest videos", run = run, list = "videos", asks_services = true,
    about = "Lists the newest videos and articles that mixhost feed has stored, also only those "
      .. "that are unread or starred, or the newest videos of channels at YouTube.",
    input = { type = "object", properties = {
      only = { type = "string", enum = { "unread", "starred" } },
      channels = { type = "array", minItems = 1, maxItems = 20,
        items = { type = "string", maxLength = 400 } },
      limit = { type = "integer", minimum = 1, maximum = limits.rows, description = "default 20" },
    } },
  } }
end
