-- The films and series that the user follows with the days on which they come out, in the program's
-- own collection, and these days as a calendar.

local icalendar = require("lib.icalendar")
local tmdb = require("services.tmdb.provider")
local words = require("programs.trailers.lib.words")

local followed = {}

local day = 86400
-- How long the calendar has what is over, and what was cancelled: a subscriber has seen it by then.
local keep_past, keep_cancelled = 365 * day, 30 * day
-- Titles that are asked about at once.
local at_once = 4

local what = {
  cinema = "in cinemas", digital = "to buy or stream", disc = "on disc",
  television = "on television",
}

local function store() return mix.store.open("followed") end

local function together(work) return assert(mix.store.transaction(work)) end

local function date_of(time) return os.date("%Y-%m-%d", math.floor(time)) end

--- Returns the titles that are followed, in the order in which they were added: {key ("movie/7"),
--- type, id, title, followed_at, checked_at, events}. An event is {id, date, summary, description,
--- created, modified, sequence, cancelled}.
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

-- Sets what of an event differs. A subscriber must notice another day and a cancellation: these
-- raise SEQUENCE, other changes its time of change alone.
local function revise(event, changes, now)
  local is_other = (event.cancelled == true) ~= (changes.cancelled == true)
    or event.date ~= changes.date
  local is_same = not is_other and event.summary == changes.summary
    and event.description == changes.description
  if is_same then return end
  event.date, event.summary, event.description = changes.date, changes.summary, changes.description
  event.cancelled, event.modified = changes.cancelled, now
  if is_other then event.sequence = event.sequence + 1 end
end

-- Cancels an event that is still to come; what is over stays as it was.
local function cancel(event, now)
  if event.date < date_of(now) then return end
  revise(event, {
    date = event.date, summary = event.summary, description = event.description, cancelled = true,
  }, now)
end

local function is_kept(event, now)
  if event.cancelled then return now - event.modified < keep_cancelled end
  return event.date >= date_of(now - keep_past)
end

--- Stops following titles by their keys. Returns how many were followed. Their events to come stay
--- for 30 days, as cancelled ones.
function followed.unfollow(keys)
  return together(function()
    local titles, left, now = store(), 0, mix.time.now()
    for _, key in ipairs(keys) do
      local record = titles:get(key)
      if record and not record.left_at then
        left, record.left_at = left + 1, now
        for _, event in ipairs(record.events) do cancel(event, now) end
        titles:put(record)
      end
    end
    return left
  end)
end

local function summary(title, release)
  if not release.season then return ("%s (%s)"):format(title, what[release.id]) end
  local place = ("%s S%02dE%02d"):format(title, release.season, release.number)
  return release.name and place .. ": " .. release.name or place
end

-- Brings a record up to an answer of Service:releases.
local function take(record, answer, now)
  local known, events, seen = {}, {}, {}
  for _, event in ipairs(record.events) do known[event.id] = event end
  for _, release in ipairs(answer.releases) do
    local overview = release.overview or not release.season and answer.overview
    local changes = {
      date = release.date, summary = words.plain(summary(answer.title, release)),
      description = overview and words.short(overview) or nil,
    }
    local event = known[release.id]
    if event then
      revise(event, changes, now)
    else
      event = changes
      event.id, event.created, event.modified, event.sequence = release.id, now, now, 0
    end
    seen[release.id] = true
    events[#events + 1] = event
  end
  for _, event in ipairs(record.events) do
    if not seen[event.id] then
      cancel(event, now)
      events[#events + 1] = event
    end
  end
  record.title, record.checked_at, record.events = answer.title, now, {}
  for _, event in ipairs(events) do
    if is_kept(event, now) then record.events[#record.events + 1] = event end
  end
end

--- Follows titles {type, id, answer (of Service:releases)}. Returns how many are new.
function followed.follow(items)
  return together(function()
    local titles, added, now = store(), 0, mix.time.now()
    for _, item in ipairs(items) do
      local key = ("%s/%d"):format(item.type, item.id)
      local record = titles:get(key) or { key = key, type = item.type, id = item.id, events = {} }
      if not record.followed_at or record.left_at then
        added, record.followed_at, record.left_at = added + 1, now, nil
      end
      take(record, item.answer, now)
      titles:put(record)
    end
    return added
  end)
end

-- The answer about a title; that of one which TMDB does not have any more has no days.
local function ask(service, record)
  local answer, problem = service:releases(record)
  if not answer and problem.kind == "not_found" then
    return { answer = { title = record.title, releases = {} } }
  end
  return { answer = answer, problem = problem }
end

--- Asks TMDB about the titles whose answer is older than `age` seconds (default: all), and saves
--- the answers. Returns the first problem; nil without one.
function followed.refresh(service, age)
  local due, now = {}, mix.time.now()
  for _, record in ipairs(followed.list()) do
    local is_fresh = record.checked_at and math.abs(now - record.checked_at) < (age or 0)
    if not is_fresh then due[#due + 1] = record end
  end
  local answers = mix.task.map(due, { limit = at_once }, function(record)
    return ask(service, record)
  end)
  together(function()
    local titles = store()
    for place, said in ipairs(answers) do
      -- The title may be left meanwhile.
      local record = titles:get(due[place].key)
      if said.answer and record and not record.left_at then
        take(record, said.answer, mix.time.now())
        titles:put(record)
      end
    end
    local gone = {}
    for record in titles:each() do
      if record.left_at and now - record.left_at > keep_cancelled then
        gone[#gone + 1] = record.key
      end
    end
    for _, key in ipairs(gone) do titles:delete(key) end
    return true
  end)
  for _, said in ipairs(answers) do
    if said.problem then return said.problem end
  end
end

--- Returns the next day on which something of a record comes out, and what; nil without one.
function followed.next(record, now)
  local today, first = date_of(now), nil
  for _, event in ipairs(record.events) do
    local is_ahead = not event.cancelled and event.date >= today
    if is_ahead and (not first or event.date < first.date) then first = event end
  end
  return first and first.date, first and first.summary
end

--- Returns the days of all titles as iCalendar, those that were cancelled among them.
function followed.calendar()
  local events, now = {}, mix.time.now()
  for record in store():each() do
    for _, event in ipairs(record.events) do
      if is_kept(event, now) then
        event.uid = ("%s-%d-%s@releases.mixhost"):format(record.type, record.id, event.id)
        event.url = "https://www.themoviedb.org/" .. record.key
        event.category = record.type == "movie" and "Films" or "Series"
        events[#events + 1] = event
      end
    end
  end
  table.sort(events, function(a, b)
    if a.date ~= b.date then return a.date < b.date end
    return a.uid < b.uid
  end)
  return icalendar.text({
    name = "Releases", description = tmdb.attribution, refresh = "PT12H", events = events,
  })
end

return followed
