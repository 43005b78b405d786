-- The tool `feed`: the newest videos of the user at the hub, or of channels.

local account = require("programs.feed.lib.account")
local addresses = require("programs.feed.lib.addresses")
local answers = require("programs.mcp.lib.answers")
local hub = require("services.hub.provider")
local resolving = require("programs.feed.lib.resolving")
local view = require("programs.feed.lib.view")
local youtube = require("services.youtube.provider")

-- Seconds of the past that a hub is asked about.
local past = 14 * 86400

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

local function of_user()
  local owner, missing = account.open()
  if not owner then return nil, missing end
  if not owner.hub then return nil, "no hub is set: give channels" end
  return hub.feed(owner.user, mix.time.now() - past)
end

local function run(arguments, context)
  local videos, facts
  if arguments.channels then videos, facts = of_channels(arguments.channels)
  else videos, facts = of_user() end
  if not videos then return nil, facts end
  local list = mix.json.array({})
  for place = 1, math.min(#videos, arguments.limit or 20, context.limits.rows) do
    local video = view.video(videos[place], facts.titles or {})
    video.unread, video.starred = nil, nil
    list[place] = answers.record(video)
  end
  return { total = #videos, videos = list,
    problem = facts.problem and answers.text(facts.problem.message) or nil }
end

return function(limits)
  return { {
    name = "feed", title = "Newest videos", run = run, list = "videos", asks_services = true,
    about = "Lists the newest videos of channels at YouTube, or, without channels, of the last two "
      .. "weeks at the hub that the user has set. It reads the sources, not what mixhost feed has "
      .. "stored.",
    input = { type = "object", properties = {
      channels = { type = "array", minItems = 1, maxItems = 20,
        items = { type = "string", maxLength = 400 } },
      limit = { type = "integer", minimum = 1, maximum = limits.rows, description = "default 20" },
    } },
  } }
end
