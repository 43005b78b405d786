-- The fewest requests from one order of items to another: items whose number changes are taken out
-- wherever they stand, and those that stay are put back to their places. All others keep their
-- place and the day on which they were added.

local lists = require("rules.lib.lists")
local plan = require("programs.playlist.lib.writing.plan")

local edits = {}

local function counts_of(list)
  local counts = {}
  for _, uri in ipairs(list) do counts[uri] = (counts[uri] or 0) + 1 end
  return counts
end

local function take_outs(list)
  local writes = {}
  for _, batch in ipairs(plan.batches(list)) do
    writes[#writes + 1] = { write = "remove", uris = mix.json.array(batch) }
  end
  return writes
end

-- Puts items back, each run of neighbours in as few requests as may be.
local function put_backs(writes, wanted, moved)
  local first = nil
  for place = 1, #wanted + 1 do
    local is_moved = wanted[place] and moved[wanted[place]]
    if is_moved and not first then first = place end
    if first and (not is_moved or place - first == plan.batch) then
      writes[#writes + 1] = {
        write = "add", position = first - 1,
        uris = mix.json.array(table.move(wanted, first, place - 1, 1, {})),
      }
      first = is_moved and place or nil
    end
  end
  return writes
end

-- The items to move: those whose number changes, or with `all` every one that can be written.
-- Returns the moved and those of them that `current` has; nil when something would have to be moved
-- that cannot be written.
local function moves(current, wanted, all)
  local before, after = counts_of(current), counts_of(wanted)
  local moved, out = {}, {}
  local function move(uri)
    local stays = before[uri] == after[uri]
    if moved[uri] or stays and not (all and plan.is_writable(uri)) then return true end
    if not plan.is_writable(uri) then return false end
    moved[uri] = true
    if before[uri] then out[#out + 1] = uri end
    return true
  end
  for _, list in ipairs({ current, wanted }) do
    for _, uri in ipairs(list) do
      if not move(uri) then return nil end
    end
  end
  return moved, out
end

--- The writes that make `wanted` of `current`: where those that stay have changed their order, all
--- that can be written are taken out and put back. Nil when that does not do it: what cannot be
--- written would have to be moved, or everything can be replaced at once.
function edits.between(current, wanted)
  for _, all in ipairs({ false, true }) do
    local moved, out = moves(current, wanted, all)
    if not moved then return nil end
    local left = lists.without(current, moved)
    if all and #left == 0 then return nil end
    if lists.equal(left, lists.without(wanted, moved)) then
      return put_backs(take_outs(out), wanted, moved)
    end
  end
  return nil
end

return edits
