-- The feed: what the followed channels have published, read and unread, and how it is brought up to
-- date.

local changed = require("lib.changed")
local counted = require("lib.counted")
local following = require("programs.feed.lib.following")
local last_result = require("lib.last_result")
local live_feed = require("programs.feed.lib.live_feed")
local archive = require("programs.feed.lib.archive")
local readers = require("programs.feed.lib.readers")
local standing = require("programs.feed.lib.standing")
local video_nodes = require("programs.feed.lib.video_nodes")
local view = require("programs.feed.lib.view")

local kinds = {
  { value = "all", label = "All videos" }, { value = "unread", label = "Unread" },
  { value = "starred", label = "With a star" },
}

local intervals = {
  { value = "15m", label = "Every 15 minutes" }, { value = "1h", label = "Every hour" },
  { value = "6h", label = "Every 6 hours" }, { value = "24h", label = "Once a day" },
  { value = "off", label = "Only when I say so" },
}

local function ago(seconds)
  if not seconds then return "never" end
  return ("%s (%s ago)"):format(view.time(seconds), last_result.age(mix.time.now() - seconds))
end

-- "12 channels, 340 videos, 25 unread. Looked for new ones 2026-11-21 18:34 (5 min ago)."
local function state_text(now)
  local decision = now.decision
  local next_look = decision.due and "now" or decision.next_at and view.time(decision.next_at)
    or "when you say so"
  return ("%s, %s, %d unread. Last check: %s. Next: %s (%s)."):format(
    counted(now.channels, "channel"), counted(now.videos, "video"), now.unread, ago(now.looked),
    next_look, decision.reason)
end

-- The result of the last look, and its failure.
local function said(feed, page)
  local result = feed.result
  if not result then return end
  local function add(text, tone, rest)
    page[#page + 1] = changed({ "message", text, tone = tone }, rest)
  end
  if result.found and result.found > 0 then
    add(view.found(result.found), "success", { seconds = 5 })
  end
  for _, problem in ipairs(result.problems) do
    add(("%s. %s%s"):format(problem.message, problem.advice,
      result.live and "" or ". These are the stored videos."), "error", {
      actions = { { label = "Try again", action = "refresh" } },
    })
  end
  for _, channel in ipairs(result.gone) do
    add(("%s %s."):format(channel.title or channel.id, view.gone(channel)), "warning")
  end
  if result.waits and feed.was_asked then
    add(("Not looked for new videos: %s."):format(result.reason), "info", {
      actions = { { label = "Look anyway", action = "force" } }, ends_at = result.next_at,
    })
  end
  local skipped = view.skipped(result.skipped)
  if skipped then add(skipped, "info", { seconds = 10 }) end
end

local function videos(feed, page, now)
  local names = live_feed.names(feed)
  local list, has_more = live_feed.videos(feed, names)
  local open = feed.open and archive.video(feed.owner, feed.open)
  page[#page + 1] = open and video_nodes.detail(open, names) or false
  page[#page + 1] = { "filters", on_change = "choose", fields = {
    { name = "only", label = "Show", type = "choice", options = kinds, value = feed.only },
    { name = "channel", label = "Channel", type = "choice", value = feed.channel or "",
      options = live_feed.channel_choices(feed) },
    { name = "text", label = "Search", value = feed.text,
      help = "words in title, channel or description" },
  } }
  page[#page + 1] = video_nodes.cards(list, names, feed.fresh, has_more and "more" or nil,
    now.videos == 0 and "Nothing is stored yet." or "No video is like that.", feed.is_looking)
end

-- The field that takes the subscriptions of a reader; nil where none is set up.
local function from_reader()
  local choices = readers.choices()
  if #choices == 0 then return nil end
  table.insert(choices, 1, { value = "", label = "None" })
  return { name = "reader", label = "All of your reader", type = "choice", options = choices,
    value = "" }
end

local function channels(feed, page)
  page[#page + 1] = { "form", title = "Follow", submit = "follow", label = "Follow", fields = {
    { name = "channels", label = "Channels",
      help = "@handles, addresses of channels, feeds or sites, or ids, with spaces between" },
    { name = "list", label = "A list of them", type = "file",
      accept = ".opml,.xml,.csv,.json,.db,.txt",
      help = "as feed readers and video programs write it, or one channel on each line" },
    from_reader(),
  } }
  page[#page + 1] = video_nodes.channels(feed.owner)
  page[#page + 1] = { "form", title = "How often", submit = "set_interval", fields = {
    { name = "every", label = "Look for new videos", type = "choice", options = intervals,
      value = mix.env.setting("feed.every") },
  } }
end

local function page_of(feed)
  local now = standing.of(feed.owner)
  local page = { "page", title = "Feed",
    feed.message and { "message", feed.message, tone = feed.tone, seconds = feed.tone == "success"
      and 5 or nil } or false,
    feed.is_looking and { "progress", "Looking for new videos", done = feed.done,
      total = feed.total } or false,
    { "text", now.channels == 0 and now.videos == 0
      and "No channels are followed yet: name some below." or state_text(now), style = "muted" },
  }
  said(feed, page)
  if not feed.is_looking then
    page[#page + 1] = { "link", "Look for new videos", action = "refresh" }
  end
  if now.unread > 0 then
    page[#page + 1] = { "link", "Mark all as read", action = "read_all",
      confirm = ("Mark %s as read?"):format(counted(now.unread, "video")) }
  end
  local is_empty = now.channels == 0 and now.videos == 0
  page[#page + 1] = not is_empty and (feed.shows_channels
    and { "link", "Videos", action = "show_videos" }
    or { "link", "Channels and settings", action = "show_channels" })
  if is_empty or feed.shows_channels then channels(feed, page) else videos(feed, page, now) end
  return page
end

local function say(feed, message, tone) feed.message, feed.tone = message, tone end

local function begin(state)
  -- Settings may have changed since: an account that was missing may be there.
  if not state.feed or not state.feed.owner then state.feed = live_feed.open() end
  return state.feed
end

local function look(state, forced, update)
  local feed = begin(state)
  say(feed)
  if feed.owner then live_feed.look(feed, forced, update) end
end

local function marked(mark, is_set)
  return function(state, id) live_feed.mark(state.feed, id, mark, is_set) end
end

local function words_of(text)
  local list = {}
  for word in (text or ""):gmatch("[^%s,;]+") do list[#list + 1] = word end
  return list
end

-- Follows what a form names, and says what was wrong. Returns whether there is a new channel.
local function follow(state, values)
  local feed = state.feed
  local found = following.read_words(words_of(values.channels))
  if values.list then following.read_list(values.list, "the list", found) end
  if values.reader and values.reader ~= "" then
    local list, err = readers.subscriptions(values.reader)
    if list then following.add(found, list) else table.insert(found.problems, err.message) end
  end
  if #found.channels == 0 and #found.problems == 0 then
    say(feed, "Name a channel, or a list of them.", "warning")
    return false
  end
  local result = following.follow(feed.owner, found)
  local text = following.words(result)
  local problems = table.concat(found.problems, "\n")
  local skipped = problems == "" and following.skipped(found)
  if problems ~= "" then text = #found.channels > 0 and text .. "\n" .. problems or problems end
  say(feed, skipped and text .. "; " .. skipped or text,
    (problems ~= "" or skipped) and "warning" or "success")
  return result.added > 0
end

return {
  watch = { "refresher:feed" },
  on_open = function(state, update)
    begin(state).was_asked = false
    look(state, false, update)
  end,
  view = function(state)
    local feed = begin(state)
    if feed.owner then return page_of(feed) end
    return { "page", title = "Feed", { "message", feed.problem, tone = "error" } }
  end,
  actions = {
    refresh = function(state, _, update)
      state.feed.was_asked = true
      look(state, false, update)
    end,
    force = function(state, _, update) look(state, true, update) end,
    choose = function(state, values) live_feed.choose(state.feed, values) end,
    more = function(state) live_feed.more(state.feed) end,
    open = function(state, id)
      state.feed.open = id
      live_feed.mark(state.feed, id, "unread", false)
    end,
    close = function(state) state.feed.open = nil end,
    read = marked("unread", false), unread = marked("unread", true),
    star = marked("starred", true), unstar = marked("starred", false),
    read_all = function(state)
      local count = live_feed.read_all(state.feed)
      say(state.feed, ("%s marked as read."):format(counted(count, "video")), "success")
    end,
    show_channels = function(state) state.feed.shows_channels = true end,
    show_videos = function(state) state.feed.shows_channels = false end,
    follow = function(state, values, update)
      if not follow(state, values) then return end
      state.feed.shows_channels = state.feed.tone ~= "success"
      live_feed.look(state.feed, false, update)
    end,
    unfollow = function(state, id)
      local count = archive.unfollow(state.feed.owner, { id })
      say(state.feed, count > 0 and "Not followed any more." or nil, "success")
    end,
    unfollow_only = function(state, id)
      archive.unfollow(state.feed.owner, { id }, true)
      say(state.feed, "Not followed any more; what came stays.", "success")
    end,
    set_interval = function(state, values)
      local ok, err = mix.env.set("feed.every", values.every)
      say(state.feed, ok and "Saved." or err.message, ok and "success" or "error")
    end,
  },
}
