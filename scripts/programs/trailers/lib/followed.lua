-- The films, series and artists that the user follows, with their releases, in the program's own
-- collection; and these releases as a calendar.

local icalendar = require("lib.icalendar")
local musicbrainz = require("services.musicbrainz.provider")
local release_events = require("programs.trailers.lib.release_events")
local tmdb = require("services.tmdb.provider")

local followed = {}

-- Titles that are asked about at once.
local at_once = 4
local categories = { movie = "Films", tv = "Series", artist = "Albums" }

local function store() return mix.store.open("followed") end

local function together(work) return assert(mix.store.transaction(work)) end

--- Returns the titles and artists that are followed, in the order in which they were added: {key
--- ("movie/7"), type ("movie", "tv" or "artist"), id, title, followed_at, checked_at, events}.
function followed.list()
  local list = {}
  for record in store():each() do
    if not record.left_at then list[#list + 1] = record end
  end
  table.sort(list, function(a, b)
    if a.followed_at ~= b.followed_at then return a.followed_at < b.followed_at end
    return a.key < b.key
  end)
  return list
end

--- Opens the services as the settings say: {tmdb, musicbrainz}.
function followed.services() return { tmdb = tmdb.open(), musicbrainz = musicbrainz.open() } end

--- Returns when a title, or the albums of an artist, {type, id} come out: {title, overview,
--- releases}; nil and the error.
function followed.ask(services, item)
  if item.type ~= "artist" then return services.tmdb:releases(item) end
  local since = release_events.day(mix.time.now() - release_events.keep_past)
  local albums, problem = services.musicbrainz:albums(item.id, since)
  if not albums then return nil, problem end
  return { title = albums.name, releases = albums.releases }
end

local function take(record, answer)
  local now = mix.time.now()
  record.title, record.checked_at = answer.title, now
  record.events = release_events.updated(record.events, answer, now)
end

--- Follows titles and artists {type, id, answer (of followed.ask)}. Returns how many are new.
function followed.follow(items)
  return together(function()
    local records, added = store(), 0
    for _, item in ipairs(items) do
      local key = ("%s/%s"):format(item.type, item.id)
      local record = records:get(key) or { key = key, type = item.type, id = item.id, events = {} }
      if not record.followed_at or record.left_at then
        added, record.followed_at, record.left_at = added + 1, mix.time.now(), nil
      end
      take(record, item.answer)
      records:put(record)
    end
    return added
  end)
end

--- Stops following titles and artists by their keys. Returns how many were followed, and the
--- keys of the others. Their events to come stay for 30 days, as cancelled ones.
function followed.unfollow(keys)
  local unknown
  local removed = together(function()
    local records, left, now = store(), 0, mix.time.now()
    unknown = {}
    for _, key in ipairs(keys) do
      local record = records:get(key)
      if record and not record.left_at then
        left, record.left_at = left + 1, now
        for _, event in ipairs(record.events) do release_events.cancel(event, now) end
        records:put(record)
      else
        unknown[#unknown + 1] = key
      end
    end
    return left
  end)
  return removed, unknown
end

-- Asks about a record, and saves the answer. Returns the problem; nil without one.
local function renew(services, asked)
  local answer, problem = followed.ask(services, asked)
  if problem and problem.kind == "not_found" then
    answer = { title = asked.title, releases = {} }
  end
  if not answer then return problem end
  together(function()
    local records = store()
    -- It may be left meanwhile.
    local record = records:get(asked.key)
    if record and not record.left_at then
      take(record, answer)
      records:put(record)
    end
    return true
  end)
end

-- Forgets titles and artists that were left a while ago.
local function forget(now)
  together(function()
    local records, gone = store(), {}
    for record in records:each() do
      local age = record.left_at and now - record.left_at
      if age and age > release_events.keep_cancelled then gone[#gone + 1] = record.key end
    end
    for _, key in ipairs(gone) do records:delete(key) end
    return true
  end)
end

--- Asks the services about the titles and artists whose answer is older than `age` seconds
--- (default: all), and saves each answer. Returns the first problem; nil without one.
function followed.refresh(services, age)
  local due, now = {}, mix.time.now()
  for _, record in ipairs(followed.list()) do
    local is_fresh = record.checked_at and math.abs(now - record.checked_at) < (age or 0)
    if not is_fresh then due[#due + 1] = record end
  end
  forget(now)
  local first
  mix.task.map(due, { limit = at_once }, function(record)
    local problem = renew(services, record)
    first = first or problem
  end)
  return first
end

local function add_events(events, record, now)
  for _, event in ipairs(record.events) do
    if release_events.is_kept(event, now) then
      event.uid = ("%s-%s-%s@releases.mixhost"):format(record.type, record.id, event.id)
      event.url = record.type == "artist" and "https://musicbrainz.org/release-group/" .. event.id
        or "https://www.themoviedb.org/" .. record.key
      event.category = categories[record.type]
      events[#events + 1] = event
    end
  end
end

--- Returns the releases as iCalendar, those that were cancelled among them.
function followed.calendar()
  local events, now = {}, mix.time.now()
  for record in store():each() do add_events(events, record, now) end
  table.sort(events, function(a, b)
    if a.date ~= b.date then return a.date < b.date end
    return a.uid < b.uid
  end)
  return icalendar.text({
    name = "Releases", description = tmdb.attribution .. " Albums are those of MusicBrainz.",
    refresh = "PT12H", events = events,
  })
end

return followed
