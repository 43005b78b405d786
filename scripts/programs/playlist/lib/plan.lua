-- What a build would write, before anything is written: the one list that `plan` prints and `build`
-- works off.

local failures = require("programs.playlist.lib.failures")

local plan = {}

--- The most items of one request.
plan.batch = 100

-- What a playlist holds, as users of Spotify report.
local most_items = 10000

local actions = { create = true, replace = true, append = true, exchange = true, none = true }

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

-- What of a playlist can be taken out and written back, each once.
local function removable(existing)
  local list, seen = {}, {}
  for _, uri in ipairs(existing) do
    if plan.is_writable(uri) and not seen[uri] then
      seen[uri] = true
      list[#list + 1] = uri
    end
  end
  return list
end

-- The requests of a decision in order: {write, …}.
local function writes_of(decision, existing, name, description)
  local action, writes = decision.action, {}
  local function each(kind, items)
    for _, batch in ipairs(plan.batches(items)) do
      writes[#writes + 1] = { write = kind, uris = mix.json.array(batch) }
    end
  end
  if action == "none" then return writes end
  if action == "create" then
    writes[1] = { write = "create", name = name, description = description, public = false }
  elseif action == "exchange" then
    each("remove", removable(existing))
  end
  each("add", decision.items)
  if action == "replace" then
    writes[1] = writes[1] or { uris = mix.json.array({}) }
    writes[1].write = "replace"
  end
  return writes
end

local function check(decision, rules)
  if not actions[decision.action] or type(decision.items) ~= "table"
    or type(decision.added) ~= "table" then
    failures.raise(("%s: step 'write' returns {action = \"create\", \"replace\", \"append\", "
      .. "\"exchange\" or \"none\", items, added}"):format(rules:path()), "rule")
  end
end

-- What the user should know before it is done.
local function notes_of(result, decision, existing)
  local notes = {}
  local stuck = existing and count_unwritable(existing) or 0
  if stuck > 0 and decision.action == "exchange" then
    notes[1] = ("%d items stay in it: files of yours, or what Spotify no longer has"):format(stuck)
  elseif stuck > 0 and decision.action == "replace" then
    notes[1] = ("%d of the items in it cannot be brought back by undo: files of yours, or what "
      .. "Spotify no longer has"):format(stuck)
  end
  local kept = decision.action == "append" and #existing or 0
  if kept + #decision.items > most_items then
    notes[#notes + 1] = ("%d items; Spotify refuses more than some %d in a playlist"):format(
      kept + #decision.items, most_items)
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
  if (result.target == nil) ~= (decision.action == "create") and decision.action ~= "none" then
    failures.raise(("%s: step 'write' says %s although %s playlist is reused"):format(
      context.rules:path(), decision.action, result.target and "a" or "no"), "rule")
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
    writes = writes_of(decision, existing, result.name, context.description),
    notes = notes_of(result, decision, existing),
  }
end

local verbs = { replace = "replace all of %s by", add = "add to %s", remove = "take out of %s" }

-- One write in words.
local function line(write, target)
  if write.write == "create" then return ("make \"%s\", private"):format(write.name) end
  local verb = verbs[write.write]
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
