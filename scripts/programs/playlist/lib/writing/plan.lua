-- The plan of a build, before anything is written: the one list that `plan` prints and `build`
-- carries out.

local capacity = require("programs.playlist.lib.writing.capacity")
local failure = require("lib.failure")
local json_values = require("lib.json_values")
local words = require("programs.playlist.lib.words")

local plan = {}

--- The most items of one request.
plan.batch = 100

-- The items that cannot be written, in words.
local unwritable = "files of yours, or what Spotify no longer has"

local actions = { create = true, replace = true, append = true, exchange = true, none = true }

--- The description of a new playlist: what the rules write, or the program's own.
function plan.description(rules, options, build)
  return rules:run("describe", options, build) or "Top tracks, put together by mixhost"
end

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

-- The items of a playlist that can be taken out and written back, each once.
local function removable(existing)
  return json_values.distinct(existing, function(uri) return plan.is_writable(uri) and uri end)
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
    failure.raise(("%s: step 'write' returns {action = \"create\", \"replace\", \"append\", "
      .. "\"exchange\" or \"none\", items, added}"):format(rules:path()), "rule")
  end
end

-- Warnings before it is done. `left_out`: how many tracks the playlist has no room for.
local function notes_of(result, decision, existing, left_out)
  local notes = {}
  local stuck = existing and count_unwritable(existing) or 0
  if stuck > 0 and decision.action == "exchange" then
    notes[1] = ("%s in it: %s"):format(
      stuck == 1 and "1 item stays" or ("%d items stay"):format(stuck), unwritable)
  elseif stuck > 0 and decision.action == "replace" then
    notes[1] = ("undo cannot bring back %s of those in it: %s"):format(
      words.count(stuck, "item"), unwritable)
  end
  if left_out > 0 then
    notes[#notes + 1] = ("the last %s left out: Spotify takes at most %d items in a playlist")
      :format(left_out == 1 and "track is" or ("%d tracks are"):format(left_out), capacity.most)
  end
  if #result.failed > 0 then
    notes[#notes + 1] = ("no tracks of %s: %s"):format(
      words.count(#result.failed, "artist"), words.quoted(result.failed, 5))
  end
  return notes
end

-- How many items go and come from one list to the other, whatever their order.
local function difference(before, after)
  local counts, come = {}, 0
  for _, uri in ipairs(before) do counts[uri] = (counts[uri] or 0) + 1 end
  for _, uri in ipairs(after) do
    if (counts[uri] or 0) > 0 then
      counts[uri] = counts[uri] - 1
    else
      come = come + 1
    end
  end
  return #before + come - #after, come
end

--- Completes a plan that has `writes`, `existing` (nil for a new playlist) and `after`, what will
--- be in the playlist: how many items go and come.
function plan.counted(made)
  made.goes, made.comes = difference(made.existing or {}, made.after)
  made.after = nil
  return made
end

local function after(decision, existing)
  if decision.action == "append" then
    local all = table.move(existing, 1, #existing, 1, {})
    return table.move(decision.items, 1, #decision.items, #all + 1, all)
  elseif decision.action == "exchange" then
    local all = {}
    for _, uri in ipairs(existing) do
      if not plan.is_writable(uri) then all[#all + 1] = uri end
    end
    return table.move(decision.items, 1, #decision.items, #all + 1, all)
  end
  return decision.action == "none" and existing or decision.items
end

-- How many items of the playlist stay beside those of a decision.
local function staying(decision, existing)
  if decision.action == "append" then return #existing end
  return decision.action == "exchange" and count_unwritable(existing) or 0
end

-- Why a plan has nothing to write.
local function why_nothing(result, existing, left_out)
  if left_out > 0 then return "it is full" end
  local count, here = #result.prepared, {}
  for _, uri in ipairs(existing or {}) do here[uri] = true end
  for _, uri in ipairs(result.prepared) do
    if not here[uri] then return "the rules leave it as it is" end
  end
  if count == 0 then return "no tracks were chosen" end
  return count == 1 and "the one track that was chosen is in it already"
    or ("the %d tracks that were chosen are in it already"):format(count)
end

--- Makes the plan of what pipeline.prepare returned. Reads the items of the playlist that is
--- reused. Raises a failure when it cannot be carried out.
function plan.make(context, result)
  local existing
  if result.target then
    context.progress("items", 0, 0, result.target.name or result.target.id)
    existing = failure.need(context.service:items(result.target.id))
  end
  local decision = context.rules:run("write", context.options, result.prepared, existing)
  check(decision, context.rules)
  if (result.target == nil) ~= (decision.action == "create") and decision.action ~= "none" then
    failure.raise(("%s: step 'write' says %s although %s playlist is reused"):format(
      context.rules:path(), decision.action, result.target and "a" or "no"), "rule")
  end
  local stuck = count_unwritable(decision.items)
  if stuck > 0 then
    failure.raise(("%s of the playlist cannot be written back (%s), so it cannot be shuffled as a "
      .. "whole; --rules standard leaves it in its order and adds the new tracks"):format(
      words.count(stuck, "item"), unwritable), "unwritable", { page =
      "Items of the playlist cannot be written back, so it cannot be shuffled as a whole." })
  end
  local fitted, left_out = capacity.fitted(decision, staying(decision, existing))
  local target = result.target
  decision = fitted
  return plan.counted({
    name = result.name, user = result.user.id, action = decision.action, items = decision.items,
    playlist = target and { id = target.id, name = target.name } or nil,
    description = context.description, public = false,
    added = decision.added, existing = existing, after = after(decision, existing or {}),
    writes = writes_of(decision, existing, result.name, context.description),
    notes = notes_of(result, decision, existing, left_out),
    why = decision.action == "none" and why_nothing(result, existing, left_out) or nil,
  })
end

return plan
