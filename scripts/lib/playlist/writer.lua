-- Works a plan off, one request after another, so that it can be gone on with or taken back
-- wherever it stopped. What is in the playlist decides how far it came: after a failure that leaves
-- open whether a request arrived, it is read again, and nothing is written twice.

local failures = require("lib.playlist.failures")
local plan = require("lib.playlist.plan")

local writer = {}

-- How often a write may end without an answer before the build stops.
local most_doubts = 4

-- Failures after which the request may have arrived all the same.
local doubtful_kinds = {
  timeout = true, truncated = true, network = true, answer = true, server = true,
}

local function same(list, expected, count)
  if #list ~= count then return false end
  for place = 1, count do
    if list[place] ~= expected[place] then return false end
  end
  return true
end

-- The items after all writes, and how many of them were there before the first.
local function final_items(journal)
  local base = journal.action == "append" and journal.before or {}
  local all = table.move(base, 1, #base, 1, {})
  return table.move(journal.items, 1, #journal.items, #all + 1, all), #base
end

-- How many items each state has: after no batch, after one, ….
local function lengths(journal)
  local all, base = final_items(journal)
  local counts = { [0] = base }
  for place = 1, math.max(1, #plan.batches(journal.items)) do
    counts[place] = math.min(#all, base + place * plan.batch)
  end
  return all, counts
end

--- How many batches of a journal are in a playlist that has `current`; nil when it was changed by
--- somebody else.
function writer.position(journal, current)
  local all, counts = lengths(journal)
  for place = #counts, journal.action == "replace" and 1 or 0, -1 do
    if same(current, all, counts[place]) then return place end
  end
  local untouched = journal.action == "replace" and same(current, journal.before, #journal.before)
  return untouched and 0 or nil
end

--- The journal of a plan before its first write.
function writer.journal(made, facts)
  local journal = {
    state = "writing", action = made.action, name = made.name, user = made.user,
    playlist = made.playlist and made.playlist.id or nil, items = made.items,
    added = #made.added, before = mix.json.array(made.existing or {}), done = 0,
  }
  for name, value in pairs(facts or {}) do journal[name] = value end
  return journal
end

-- Creates the playlist of a journal. The playlists of the same name are noted first: one that is
-- new afterwards is the journal's, even when its answer was lost.
local function create(journal, service, hooks)
  local function named()
    local ids = {}
    for _, playlist in ipairs(failures.need(service:playlists())) do
      if playlist.name == journal.name and playlist.owner == journal.user then
        ids[#ids + 1] = playlist.id
      end
    end
    return ids
  end
  if journal.named_before then
    local known = {}
    for _, id in ipairs(journal.named_before) do known[id] = true end
    for _, id in ipairs(named()) do
      if not known[id] then return id end
    end
  else
    journal.named_before = mix.json.array(named())
    hooks.save(journal)
  end
  local made = failures.need(service:create(journal.user, journal.name, journal.description))
  return made.id
end

-- Sends one batch. Returns true, or nil and why it is not known whether it arrived.
local function send(journal, service, batch, place)
  local replaces = journal.action == "replace" and place == 1
  local method = replaces and service.replace or service.add
  local ok, err = method(service, journal.playlist, batch)
  if ok then return true end
  if doubtful_kinds[err.kind] then return nil, err end
  error(err, 0)
end

-- How far the playlist is.
local function read_position(journal, service)
  local current = failures.need(service:items(journal.playlist))
  local place = writer.position(journal, current)
  if place then return place end
  return failures.raise(("playlist %s was changed by somebody else while it was written, and is "
    .. "left as it is; undo --force puts back what was in it before"):format(journal.playlist),
    "changed")
end

local function write_batches(journal, service, hooks)
  local batches = plan.batches(journal.items)
  if journal.action == "replace" and #batches == 0 then batches[1] = mix.json.array({}) end
  local doubts = 0
  while journal.done < #batches do
    hooks.progress("write", journal.done, #batches, journal.name)
    local place = journal.done + 1
    local ok, err = send(journal, service, batches[place], place)
    if ok then
      journal.done = place
    else
      doubts = doubts + 1
      if doubts > most_doubts then error(err, 0) end
      journal.done = read_position(journal, service)
    end
    hooks.save(journal)
  end
  hooks.progress("write", #batches, #batches, journal.name)
end

-- The playlist of a new journal's plan; what it lost is found again.
local function ensure_playlist(journal, service, hooks)
  local doubts = 0
  while not journal.playlist do
    local id, err = failures.caught(create, journal, service, hooks)
    if id then
      journal.playlist = id
      hooks.save(journal)
    else
      doubts = doubts + 1
      if doubts > most_doubts or not doubtful_kinds[err.kind] then error(err, 0) end
    end
  end
end

--- Goes on with a journal that was left before its end. `hooks`: save(journal) keeps it after each
--- step, progress(stage, done, total, what) is told of it.
function writer.resume(journal, service, hooks)
  if journal.playlist then
    journal.done = read_position(journal, service)
  end
  if journal.action == "create" then ensure_playlist(journal, service, hooks) end
  write_batches(journal, service, hooks)
  journal.state = "done"
  hooks.save(journal)
  return journal
end

--- Works a plan off; returns its journal. `facts` are kept with it.
function writer.execute(made, service, hooks, facts)
  local journal = writer.journal(made, facts)
  hooks.save(journal)
  if made.action ~= "none" then
    if made.action == "create" then ensure_playlist(journal, service, hooks) end
    write_batches(journal, service, hooks)
  end
  journal.state = "done"
  hooks.save(journal)
  return journal
end

return writer
