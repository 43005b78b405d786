-- Videos and channels as parts of a screen.

local addresses = require("programs.feed.lib.addresses")
local followed = require("programs.feed.lib.followed")
local view = require("programs.feed.lib.view")

local video_nodes = {}

local most_about = 5000

local function joined(...)
  local parts = {}
  for _, part in ipairs({ ... }) do
    if part ~= "" then parts[#parts + 1] = part end
  end
  return table.concat(parts, " · ")
end

-- "New" of what the last look has brought, else whether it is unread or has a star.
local function badge(video, fresh)
  if fresh[video.id] then return "New", "success" end
  if video.unread then return "Unread", "info" end
  if video.starred then return "★", "warning" end
end

local function spoken(video, channel)
  return ("%s, %s, %s%s%s"):format(video.title, channel, view.time(video.published),
    video.unread and ", unread" or "", video.starred and ", with a star" or "")
end

local function actions(video)
  return {
    { label = video.unread and "Mark as read" or "Mark as unread", args = video.id,
      action = video.unread and "read" or "unread" },
    { label = video.starred and "Take the star away" or "Star", args = video.id,
      action = video.starred and "unstar" or "star" },
  }
end

-- The pictures of other sites would have to be named in the manifest, host by host.
local function picture(video)
  return not addresses.is_feed(video.channel) and video.thumbnail or nil
end

--- The grid of videos. `names`: of channels; `fresh`: those that are new, by id; `on_end`: the
-- action that brings more, nil when there is no more.
function video_nodes.cards(videos, names, fresh, on_end, empty, is_loading)
  local items = {}
  for place, video in ipairs(videos) do
    local word, tone = badge(video, fresh)
    local channel = view.channel_name(video, names)
    items[place] = {
      key = video.id, title = video.title, image = picture(video), badge = word, tone = tone,
      subtitle = joined(channel, view.time(video.published), view.length_of(video)),
      label = spoken(video, channel), actions = actions(video),
    }
  end
  return { "cards", items = items, on_select = "open", on_end = on_end, empty = empty,
    shape = "wide", loading = is_loading }
end

local function about(text)
  local stop = text and utf8.offset(text, most_about + 1)
  return stop and stop <= #text and text:sub(1, stop - 1) .. "…" or text
end

--- A video that is open, with its player.
function video_nodes.detail(video, names)
  local is_feed = addresses.is_feed(video.channel)
  local node = { "detail",
    title = video.title, subtitle = view.channel_name(video, names), on_close = "close",
    facts = {
      { label = "Published", value = view.time(video.published) },
      { label = "Length", value = video.duration and view.length(video.duration) or "not known" },
      { label = "Address", value = view.address(video), href = view.address(video) },
    },
    not is_feed and { "embed", service = "youtube", video = video.id, title = video.title }
      or false,
    { "text", about(video.about) },
  }
  -- An article has no length.
  if is_feed and not video.duration then table.remove(node.facts, 2) end
  if video.file then
    table.insert(node.facts, { label = "File", value = video.file, href = video.file })
  end
  for _, button in ipairs(actions(video)) do
    node[#node + 1] = { "link", button.label, action = button.action, args = button.args }
  end
  return node
end

--- The channels that are followed.
function video_nodes.channels(owner)
  local items = {}
  for place, channel in ipairs(followed.channels(owner)) do
    local state = view.channel_state(owner, channel)
    local title = channel.title or channel.id
    items[place] = {
      key = channel.id, title = title,
      badge = state ~= "" and state or nil,
      subtitle = channel.failed and channel.failed.advice or nil,
      tone = (channel.failed or followed.is_gone(channel)) and "warning" or "info",
      href = view.page_of(channel),
      actions = { { label = "Unfollow", action = "unfollow", args = channel.id,
        confirm = ("Stop following %s? %s"):format(title, owner.hub
          and "Its videos stay: a hub keeps sending them."
          or "Its videos go, but those with a star.") },
        { label = "Unfollow, keep what came", action = "unfollow_only", args = channel.id } },
    }
  end
  return { "list", items = items, empty = "No channels are followed yet." }
end

return video_nodes
