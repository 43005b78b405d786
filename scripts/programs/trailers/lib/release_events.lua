-- The releases of a followed title or artist as events of a calendar, which change as the services'
-- answers do: {id, date, summary, description, created, modified, sequence, cancelled}.

local words = require("programs.trailers.lib.words")

local release_events = {}

local day = 86400
--- How long the calendar has past releases, and cancelled ones, in seconds: a subscriber has seen
--- them by then.
release_events.keep_past, release_events.keep_cancelled = 365 * day, 30 * day

local ways = {
  cinema = "in cinemas", digital = "to buy or stream", disc = "on disc",
  television = "on television",
}

--- Returns the day of a time in the user's time zone.
function release_events.day(time) return os.date("%Y-%m-%d", math.floor(time)) end

--- Whether the calendar still has an event.
function release_events.is_kept(event, now)
  if event.cancelled then return now - event.modified < release_events.keep_cancelled end
  return event.date >= release_events.day(now - release_events.keep_past)
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

--- Cancels an event that is still to come; past ones stay as they were.
function release_events.cancel(event, now)
  if event.date < release_events.day(now) then return end
  revise(event, {
    date = event.date, summary = event.summary, description = event.description, cancelled = true,
  }, now)
end

local function summary(title, release)
  if release.kind then return ("%s: %s (%s)"):format(title, release.title, release.kind) end
  if not release.season then return ("%s (%s)"):format(title, ways[release.id]) end
  local place = ("%s S%02dE%02d"):format(title, release.season, release.number)
  return release.name and place .. ": " .. release.name or place
end

local function changes_of(answer, release)
  local is_whole = not release.season and not release.kind
  local overview = release.overview or is_whole and answer.overview
  return {
    date = release.date, summary = words.plain(summary(answer.title, release)),
    description = overview and words.short(overview) or nil,
  }
end

--- Returns events brought up to an answer {title, overview, releases}: of a film {id (the way),
--- date}, of a series {id, date, season, number, name, overview}, of an artist {id, date, title,
--- kind}.
function release_events.updated(events, answer, now)
  local known, updated, seen = {}, {}, {}
  local function keep(event)
    if release_events.is_kept(event, now) then updated[#updated + 1] = event end
  end
  for _, event in ipairs(events) do known[event.id] = event end
  for _, release in ipairs(answer.releases) do
    local event, changes = known[release.id], changes_of(answer, release)
    if event then
      revise(event, changes, now)
    else
      event = changes
      event.id, event.created, event.modified, event.sequence = release.id, now, now, 0
    end
    seen[release.id] = true
    keep(event)
  end
  for _, event in ipairs(events) do
    if not seen[event.id] then
      release_events.cancel(event, now)
      keep(event)
    end
  end
  return updated
end

--- Returns the next event to come; nil without one.
function release_events.next(events, now)
  local today, first = release_events.day(now), nil
  for _, event in ipairs(events) do
    local is_ahead = not event.cancelled and event.date >= today
    if is_ahead and (not first or event.date < first.date) then first = event end
  end
  return first
end

return release_events
