-- Carries a plan out, one request after another, so that it can be resumed or undone
-- wherever it stopped. The playlist's items decide how far it came: after a failure that leaves
-- open whether a request arrived, it is read again, and nothing is written twice.

local failure = require("lib.failure")
local lists = require("rules.lib.lists")
local orphans = require("programs.playlist.lib.writing.orphans")
local set_of = require("lib.set_of")

local writer = {}

-- How often a write may end without an answer before the build stops, and the items that may be
-- left out.
local most_doubts, most_left_out = 4, 20

-- A playlist's items after one step.
local function applied(step, items)
  if step.write == "replace" then return table.move(step.uris, 1, #step.uris, 1, {}) end
  if step.write == "add" then
    local first = step.position and step.position + 1 or #items + 1
    table.move(items, first, #items, first + #step.uris)
    return table.move(step.uris, 1, #step.uris, first, items)
  end
  return lists.without(items, set_of(step.uris))
end

--- How many steps of a journal were done to a playlist that has the items `current`, the most that
--- may be; nil when it was changed by somebody else.
function writer.position(journal, current)
  local items = table.move(journal.before, 1, #journal.before, 1, {})
  local position = lists.equal(items, current) and 0 or nil
  for place, step in ipairs(journal.steps) do
    items = applied(step, items)
    if lists.equal(items, current) then position = place end
  end
  return position
end

--- The journal of a plan before its first write: its steps are the writes but for the creation.
function writer.journal(made, facts)
  local steps = mix.json.array({})
  for _, write in ipairs(made.writes) do
    if write.write ~= "create" then steps[#steps + 1] = write end
  end
  local journal = {
    state = "writing", action = made.action, name = made.name, user = made.user,
    playlist = made.playlist and made.playlist.id or nil, steps = steps, added = #made.added,
    before = mix.json.array(made.existing or {}), done = 0, description = made.description,
    public = made.public, collaborative = made.collaborative, goes = made.goes,
    comes = made.comes,
  }
  for name, value in pairs(facts or {}) do journal[name] = value end
  return journal
end

-- Creates the playlist of a journal. The playlists of the same name are noted first, so that one
-- whose answer was lost is found again.
local function create(journal, service, hooks)
  if journal.named_before then
    local id = orphans.find(journal, service)
    if id then return id end
  else
    journal.named_before = orphans.named(journal, service)
  end
  journal.create_sent = mix.time.now()
  hooks.save(journal)
  local made = failure.need(service:create(journal.user, journal.name, journal.description,
    journal.public, journal.collaborative))
  return made.id
end

-- Makes two steps of one that is refused: an item that Spotify does not have refuses all beside it.
-- One that stands alone is left out, unless it is the last. Returns nil where that is not to be
-- tried.
local function part(journal, place, err)
  local steps, left_out = journal.steps, journal.left_out or mix.json.array({})
  local step, is_last = steps[place], journal.comes == 1
  local half = #step.uris // 2
  if step.write == "remove" or #step.uris == 0 then return nil end
  if half == 0 and (is_last or #left_out == most_left_out) then return nil end
  if half > 0 then
    table.insert(steps, place + 1, { write = "add", position = step.position
      and step.position + half, uris = mix.json.array(table.move(step.uris, half + 1,
      #step.uris, 1, {})) })
  else
    journal.left_out, journal.refusal = left_out, err.message
    journal.added = math.max(0, journal.added - 1)
    journal.comes = journal.comes and journal.comes - 1
    left_out[#left_out + 1] = step.uris[1]
    for later = place + 1, #steps do
      steps[later].position = steps[later].position and steps[later].position - 1
    end
  end
  step.uris = mix.json.array(table.move(step.uris, 1, half, 1, {}))
  return true
end

-- Sends one step. Returns true, or nil and why it is not known whether it arrived.
local function send(journal, service, step, hooks)
  if step.write == "add" and #step.uris == 0 then return true end
  local ok, err = service[step.write](service, journal.playlist, step.uris, step.position)
  if ok then return true end
  if err.status == 400 and part(journal, journal.done + 1, err) then
    journal.kept = nil
    hooks.save(journal)
    return send(journal, service, step, hooks)
  end
  -- A playlist that was just made is not there for all of Spotify at once.
  local is_early = err.kind == "not_found" and journal.action == "create"
  if is_early or failure.may_have_arrived(err) then return nil, err end
  error(err, 0)
end

-- How far the playlist is.
local function read_position(journal, service)
  local current = failure.need(service:items(journal.playlist))
  local place = writer.position(journal, current)
  if place then return place end
  return failure.raise(("\"%s\" was changed by somebody else while it was written, and is left as "
    .. "it is; undo --force puts back what was in it before"):format(journal.name), "changed")
end

-- The journal is not kept after each step: the playlist itself says how far it is.
local function write_steps(journal, service, hooks)
  local steps, doubts = journal.steps, 0
  while journal.done < #steps do
    hooks.progress("write", journal.done, #steps, journal.name)
    local ok, err = send(journal, service, steps[journal.done + 1], hooks)
    if ok then
      journal.done = journal.done + 1
    else
      doubts = doubts + 1
      if doubts > most_doubts then error(err, 0) end
      if err.kind == "not_found" then
        mix.task.sleep(doubts)
      else
        journal.done = read_position(journal, service)
      end
    end
  end
  hooks.progress("write", #steps, #steps, journal.name)
end

-- The playlist of a new journal's plan; what it lost is found again.
local function ensure_playlist(journal, service, hooks)
  local doubts = 0
  while not journal.playlist do
    local id, err = failure.caught(create, journal, service, hooks)
    if id then
      journal.playlist = id
      hooks.save(journal)
    else
      doubts = doubts + 1
      if doubts > most_doubts or not failure.may_have_arrived(err) then error(err, 0) end
    end
  end
end

local function write(journal, service, hooks)
  if journal.action == "create" then ensure_playlist(journal, service, hooks) end
  write_steps(journal, service, hooks)
  return true
end

--- Continues a journal that did not finish. `hooks`: save(journal) keeps it after each
--- step, progress(stage, done, total, what) reports it.
function writer.resume(journal, service, hooks)
  if journal.playlist then journal.done = read_position(journal, service) end
  write(journal, service, hooks)
  journal.state = "done"
  hooks.save(journal)
  return journal
end

-- Whether a failure left everything as it was, so that nothing is left to do.
local function wrote_nothing(journal, err)
  local has_made = journal.action == "create" and journal.playlist ~= nil
  return journal.done == 0 and not has_made and not failure.may_have_arrived(err)
end

--- Carries a plan out; returns its journal. `facts` are kept with it. A plan without writes leaves
--- no journal behind.
function writer.execute(made, service, hooks, facts)
  local journal = writer.journal(made, facts)
  if made.action == "none" then
    journal.state = "done"
    return journal
  end
  hooks.save(journal)
  local _, err = failure.caught(write, journal, service, hooks)
  if err then
    if wrote_nothing(journal, err) then journal.state = "undone" end
    hooks.save(journal)
    error(err, 0)
  end
  journal.state = "done"
  hooks.save(journal)
  return journal
end

return writer
