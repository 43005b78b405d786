-- The feed as a screen shows it: whose it is, which part is looked at, what the last look brought.

local account = require("programs.feed.lib.account")
local archive = require("programs.feed.lib.archive")
local followed = require("programs.feed.lib.followed")
local matching = require("programs.feed.lib.matching")
local screen_work = require("lib.screen_work")
local sync = require("programs.feed.lib.sync")
local view = require("programs.feed.lib.view")

local live_feed = {}

local page_size = 50

--- The feed of the account that is set. `problem` says why there is none.
function live_feed.open()
  local owner, problem = account.open()
  return { owner = owner, problem = problem, only = "all", limit = page_size, fresh = {} }
end

-- How far the look is, in a shape like mix.ui.progress.
local function meter(feed)
  return function(total)
    feed.done, feed.total = 0, total
    return {
      step = function() feed.done = feed.done + 1 end, finish = function() end,
    }
  end
end

--- Brings the feed up to date, when that is due or `forced`. The result is `feed.result`.
function live_feed.look(feed, forced, update)
  if feed.is_looking then return end
  feed.is_looking, feed.done, feed.total, feed.result = true, 0, nil, nil
  local ok, result = pcall(screen_work.shown, update, function() return feed.done end, function()
    return sync.run(feed.owner, { forced = forced, visible = true, progress = meter(feed) })
  end)
  feed.is_looking = false
  if not ok then error(result, 0) end
  feed.result = result
  for _, video in ipairs(result.new) do
    if video.unread then feed.fresh[video.id] = true end
  end
end

-- The videos that are looked at, besides their marks; nil: all.
local function accepted(feed, names)
  local words = {}
  for word in (feed.text or ""):gmatch("%S+") do words[#words + 1] = word end
  local has_words = #words > 0 and matching.by(words, names)
  if not has_words and not feed.channel then return nil end
  return function(video)
    if feed.channel and video.channel ~= feed.channel then return false end
    return not has_words or has_words(video)
  end
end

--- The videos that are looked at, and whether there are more.
function live_feed.videos(feed, names)
  local list = archive.videos(feed.owner, {
    limit = feed.limit + 1, unread = feed.only == "unread", starred = feed.only == "starred",
    accept = accepted(feed, names),
  })
  local has_more = #list > feed.limit
  if has_more then list[#list] = nil end
  return list, has_more
end

--- Shows more videos.
function live_feed.more(feed) feed.limit = math.min(feed.limit + page_size, archive.most_videos) end

--- Looks at another part: `only` ("all", "unread", "starred"), `channel`, `text`.
function live_feed.choose(feed, values)
  feed.only, feed.channel, feed.text = values.only or "all", values.channel, values.text
  feed.limit = page_size
end

--- Sets or clears a mark of a video; what is marked as read is no longer new.
function live_feed.mark(feed, id, mark, is_set)
  if mark == "unread" then feed.fresh[id] = nil end
  return archive.mark(feed.owner, { id }, { [mark] = is_set })
end

--- Marks all stored videos as read. Returns how many were not.
function live_feed.read_all(feed)
  local ids = {}
  for place, video in ipairs(archive.videos(feed.owner, { unread = true })) do
    ids[place] = video.id
  end
  feed.fresh = {}
  return (archive.mark(feed.owner, ids, { unread = false }))
end

--- The channels as choices, by name.
function live_feed.channel_choices(feed)
  local list = { { value = "", label = "All channels" } }
  for _, channel in ipairs(followed.channels(feed.owner)) do
    list[#list + 1] = { value = channel.id, label = channel.title or channel.id }
  end
  return list
end

--- The names of the channels, by their ids.
function live_feed.names(feed) return view.titles(feed.owner) end

return live_feed
