-- What a build would write, before anything is written: the one list that `plan` prints and `build`
-- works off.

local failures = require("lib.playlist.failures")

local plan = {}

--- The most items of one request.
plan.batch = 100

local actions = { create = true, replace = true, append = true, none = true }

--- Whether an item can be written: a file of the user's, and what Spotify no longer has, cannot.
function plan.is_writable(uri)
  return uri:find("^spotify:track:") ~= nil or uri:find("^spotify:episode:") ~= nil
end

local function count_unwritable(uris)
  local count = 0
  for _, uri in ipairs(uris) do
    if not plan.is_writable(uri) then count = count + 1 end
  end
  return count
end

--- The items in lists of at most 100.
function plan.batches(items)
  local list = {}
  for first = 1, #items, plan.batch do
    list[#list + 1] = table.move(items, first, math.min(#items, first + plan.batch - 1), 1, {})
  end
  return list
end

-- The requests of an action in order: {write, …}.
local function writes_of(action, items, name, description)
  local writes = {}
  if action == "none" then return writes end
  if action == "create" then
    writes[1] = { write = "create", name = name, description = description, public = false }
  end
  local batches = plan.batches(items)
  if action == "replace" and #batches == 0 then batches[1] = mix.json.array({}) end
  for place, batch in ipairs(batches) do
    local kind = action == "replace" and place == 1 and "replace" or "add"
    writes[#writes + 1] = { write = kind, uris = mix.json.array(batch) }
  end
  return writes
end

local function check(decision, rules)
  if not actions[decision.action] or type(decision.items) ~= "table"
    or type(decision.added) ~= "table" then
    failures.raise(("%s: step 'write' returns {action = \"create\", \"replace\", \"append\" or "
      .. "\"none\", items, added}"):format(rules:path()), "rule")
  end
end

-- What the user should know before it is done.
local function notes_of(result, decision, existing)
  local notes = {}
  local lost = existing and decision.action == "replace" and count_unwritable(existing) or 0
  if lost > 0 then
    notes[1] = ("%d of the items in it cannot be brought back by undo: files of yours, or what "
      .. "Spotify no longer has"):format(lost)
  end
  if #result.failed > 0 then
    notes[#notes + 1] = ("no tracks of %d artists: %s"):format(
      #result.failed, table.concat(result.failed, ", ", 1, math.min(#result.failed, 5)))
  end
  return notes
end

--- Makes the plan of what pipeline.prepare returned. Reads the items of the playlist that is
--- reused. Raises a failure when it cannot be carried out.
function plan.make(context, result)
  local existing
  if result.target then
    context.progress("items", 0, 0, result.target.name or result.target.id)
    existing = failures.need(context.service:items(result.target.id))
  end
  local decision = context.rules:run("write", context.options, result.prepared, existing)
  check(decision, context.rules)
  if result.target and decision.action == "create" then
    failures.raise(("%s: step 'write' makes a new playlist although one is reused"):format(
      context.rules:path()), "rule")
  end
  local stuck = count_unwritable(decision.items)
  if stuck > 0 then
    failures.raise(("%d items of the playlist cannot be written back (files of yours, or what "
      .. "Spotify no longer has), so it cannot be shuffled as a whole; --rules standard leaves it "
      .. "in its order and adds the new tracks"):format(stuck), "unwritable")
  end
  return {
    name = result.name, playlist = result.target and { id = result.target.id } or nil,
    user = result.user.id, action = decision.action, items = decision.items,
    added = decision.added, existing = existing,
    writes = writes_of(decision.action, decision.items, result.name, context.description),
    notes = notes_of(result, decision, existing),
  }
end

-- One write in words.
local function line(write, target)
  if write.write == "create" then return ("make \"%s\", private"):format(write.name) end
  local verb = write.write == "replace" and "replace all of %s by" or "add to %s"
  local uris = write.uris
  local which = uris[1] or "none"
  if #uris > 1 then which = which .. " … " .. uris[#uris] end
  return ("%s %d tracks: %s"):format(verb:format(target), #uris, which)
end

--- The plan as lines.
function plan.lines(made)
  local target = made.playlist and made.playlist.id or "it"
  local lines = { ("Plan: %d %s"):format(#made.writes, #made.writes == 1 and "write" or "writes") }
  for place, write in ipairs(made.writes) do
    lines[#lines + 1] = ("  %d. %s"):format(place, line(write, target))
  end
  for _, note in ipairs(made.notes) do lines[#lines + 1] = "  note: " .. note end
  return lines
end

return plan
