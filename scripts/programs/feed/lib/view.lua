-- The output of mixhost feed: a table for people, one document for programs.

local addresses = require("programs.feed.lib.addresses")
local followed = require("programs.feed.lib.followed")
local counted = require("lib.counted")

local view = {}

-- The id is what the next command takes: it goes last where the terminal is narrow.
local columns = {
  { key = "mark", title = "", drop = 3 },
  { key = "published", title = "Published", drop = 2 },
  { key = "channel", title = "Channel", least = 10, drop = 4 },
  { key = "title", title = "Title", least = 20 },
  { key = "length", title = "Length", align = "right", drop = 1 },
  { key = "id", title = "ID", least = 11 },
}

--- How a channel answers, in words; empty when well.
function view.channel_state(account, channel)
  local missing, failed = channel.missing or {}, channel.failed
  if followed.is_gone(channel) then return "gone since " .. (channel.gone or missing[1]) end
  if #missing > 0 then
    return ("missing on %d of %d days"):format(#missing, followed.days_until_gone)
  end
  if failed then return ("failed since %s: %s"):format(failed.since, failed.reason) end
  if not account.hub or addresses.is_feed(channel.id) then return "" end
  return channel.registered and "registered" or "not yet at the hub"
end

--- 4:13, 1:02:03; nothing for what is not known.
function view.length(seconds)
  if not seconds then return "" end
  local whole = math.floor(seconds + 0.5)
  if whole < 3600 then return ("%d:%02d"):format(whole // 60, whole % 60) end
  return ("%d:%02d:%02d"):format(whole // 3600, whole // 60 % 60, whole % 60)
end

--- A time in the user's own zone.
function view.time(seconds) return os.date("%Y-%m-%d %H:%M", math.floor(seconds)) end

--- The names of the channels, by their ids.
function view.titles(account)
  local known = {}
  for _, channel in ipairs(followed.channels(account)) do known[channel.id] = channel.title end
  return known
end

--- The page of a channel, a list or a feed.
function view.page_of(channel)
  local id = channel.id
  if addresses.is_feed(id) then return channel.page or channel.address or id end
  return "https://www.youtube.com/"
    .. (addresses.is_channel(id) and "channel/" or "playlist?list=") .. id
end

--- The name of a video's channel: as it is followed, as the video says, or its id.
function view.channel_name(video, names)
  return names[video.channel] or video.author or video.channel
end

--- The length of a video, or what it is instead.
function view.length_of(video)
  local length = view.length(video.duration)
  return length ~= "" and length or video.form ~= "article" and video.form or ""
end

--- The address of a video or an entry.
function view.address(video)
  if addresses.is_feed(video.channel or "") then return video.url or video.channel end
  return "https://www.youtube.com/watch?v=" .. video.id
end

--- The skipped ones in words: "3 skipped: 2 no length, 1 no title"; nil when there are none.
function view.skipped(skipped)
  local reasons, total = {}, 0
  for reason, count in pairs(skipped) do
    reasons[#reasons + 1] = reason
    total = total + count
  end
  if total == 0 then return nil end
  table.sort(reasons)
  for index, reason in ipairs(reasons) do
    reasons[index] = ("%d %s"):format(skipped[reason], reason)
  end
  return ("%d skipped: %s"):format(total, table.concat(reasons, ", "))
end

--- Prints videos as a table, the new ones bold, unread ones with a dot, starred ones with a star.
function view.table(account, videos, new)
  local fresh, names, rows, marked = {}, view.titles(account), {}, false
  for _, video in ipairs(new or {}) do fresh[video.id] = true end
  for index, video in ipairs(videos) do
    local mark = video.starred and "★" or video.unread and "•" or ""
    marked = marked or mark ~= ""
    rows[index] = {
      mark = mark, published = view.time(video.published),
      channel = view.channel_name(video, names),
      title = fresh[video.id] and mix.ui.color(video.title, "bold") or video.title,
      length = view.length_of(video), id = video.id,
    }
  end
  local shown = marked and columns or table.move(columns, 2, #columns, 1, {})
  if #rows > 0 then mix.ui.table(rows, { columns = shown }) end
end

--- Why a channel counts as gone, in words.
function view.gone(channel)
  if channel.gone then return "has ended, as its publisher says" end
  return ("was missing on %d different days and is probably gone"):format(#channel.missing)
end

-- The channels that failed, by reasons: {reason, advice, names}.
local function by_reason(failed)
  local groups, known = {}, {}
  for _, channel in ipairs(failed) do
    local key = channel.reason .. "\0" .. (channel.advice or "")
    if not known[key] then
      known[key] = { reason = channel.reason, advice = channel.advice, names = {} }
      groups[#groups + 1] = known[key]
    end
    table.insert(known[key].names, channel.title or channel.channel)
  end
  return groups
end

-- Names the channels that failed, with each reason and what to do; of many the first.
local most_names = 5
local function tell_failed(failed)
  -- The problem has named a single one.
  if #failed < 2 then return end
  for _, group in ipairs(by_reason(failed)) do
    local names = table.concat(group.names, ", ", 1, math.min(#group.names, most_names))
    local rest = #group.names - most_names
    mix.ui.note(("%s%s: %s; %s"):format(names, rest > 0 and (" and %d more"):format(rest) or "",
      group.reason, group.advice))
  end
end

-- "Found 5 new videos!", as the app says it.
function view.found(count) return ("Found %s!"):format(counted(count, "new video")) end

--- How to follow the first channel.
function view.how_to_follow()
  return ("no channels are followed yet: %s follow FILE|ID|@HANDLE…"):format(mix.args.command)
end

--- Tells how it went, on standard error.
function view.tell(result)
  if result.found and result.found > 0 then mix.ui.note(view.found(result.found)) end
  for _, problem in ipairs(result.problems) do
    mix.ui.problem(("%s: %s; %s"):format(problem.code, problem.message, problem.advice))
  end
  tell_failed(result.failed)
  for _, channel in ipairs(result.gone) do
    mix.ui.note(("%s %s: %s unfollow %s"):format(channel.title or channel.id,
      view.gone(channel), mix.args.command, channel.id))
  end
  local skipped = view.skipped(result.skipped)
  if skipped then mix.ui.note(skipped) end
  if result.follows_nothing then
    mix.ui.note(view.how_to_follow())
  elseif not result.live then
    mix.ui.note("this is the stored feed")
  end
  if result.waits then
    mix.ui.note(("not looked for new videos (%s); again %s"):format(result.reason, result.next_at
      and ("from %s, or with --force"):format(view.time(result.next_at)) or "with --force"))
  end
end

local function or_null(value) return value == nil and mix.json.null or value end

--- A video as programs get it. `names`: of channels, by their ids.
function view.video(video, names)
  return {
    id = video.id, channel = video.channel,
    channel_title = or_null(names[video.channel] or video.author), title = video.title,
    form = video.form or "video",
    published_at = mix.time.iso(video.published), duration = or_null(video.duration),
    description = or_null(video.about), thumbnail_url = or_null(video.thumbnail),
    url = view.address(video), file_url = or_null(video.file),
    file_type = or_null(video.file_type), unread = video.unread == true,
    starred = video.starred == true,
  }
end

--- The document of --json.
function view.document(account, videos, result)
  local list, problems, failed = mix.json.array({}), mix.json.array({}), mix.json.array({})
  local names = view.titles(account)
  for index, channel in ipairs(result.failed or {}) do
    failed[index] = {
      channel = channel.channel, title = or_null(channel.title), reason = channel.reason,
      advice = channel.advice,
    }
  end
  for index, video in ipairs(videos) do list[index] = view.video(video, names) end
  for index, problem in ipairs(result.problems) do
    problems[index] = { code = problem.code, message = problem.message, advice = problem.advice }
  end
  return mix.json.encode({
    source = not result.live and "stored" or account.hub and "hub"
      or result.has_youtube == false and "feeds" or "youtube",
    stale = not result.live and #result.problems > 0,
    idle = result.follows_nothing == true,
    reconciled = result.reconciled == true, found = result.found or 0, new = #result.new,
    next_at = result.next_at and mix.time.iso(result.next_at) or mix.json.null,
    reason = or_null(result.reason), skipped = mix.json.object(result.skipped),
    problems = problems, failed = failed, videos = list,
  }, { pretty = true })
end

return view
