-- The note of an enriched book that lacks something, and why (`error` of the work).

local counted = require("lib.counted")

local lacking = {}

local wanted = { "description", "cover" }
local begin, again = "lacks a ", " (run asks again)"

--- The facts that a work lacks: a list of "description" and "cover".
function lacking.of(work)
  local list = {}
  for _, name in ipairs(wanted) do
    if not work[name] then list[#list + 1] = name end
  end
  return list
end

-- Where the note begins in the text of a work; nil without one.
local function place_of(text)
  local place = text:find(begin .. "description", 1, true)
  local other = text:find(begin .. "cover", 1, true)
  return place and other and math.min(place, other) or place or other
end

--- The note of a work: {reason, is_again (whether the next run asks again)}; nil without one.
function lacking.read(work)
  local place = work.error and place_of(work.error)
  local reason = place and work.error:sub(place):match(": (.*)$")
  if not reason then return nil end
  local is_again = reason:sub(-#again) == again
  return { reason = is_again and reason:sub(1, -#again - 1) or reason, is_again = is_again }
end

--- The new `error` of the work: what it said before of other things, and the note; nil for
-- nothing. `list`: what is lacking; `is_again`: whether the next run asks again.
function lacking.note(work, list, reason, is_again)
  local before = work.error
  local place = before and place_of(before)
  if place then before = before:sub(1, place - 1):gsub("; $", "") end
  if before == "" then before = nil end
  if #list == 0 then return before end
  local note = ("%s%s: %s%s"):format(begin, table.concat(list, " and a "), reason,
    is_again and again or "")
  return before and ("%s; %s"):format(before, note) or note
end

--- The text to show of a work: its `error`, without a note that a change has overtaken, or that it
-- was not asked about yet; nil for nothing.
function lacking.text(work)
  local list = lacking.of(work)
  if #list == 0 then return lacking.note(work, list) end
  if work.error or work.status ~= "enriched" then return work.error end
  return ("no %s yet: mixhost books run asks for it"):format(table.concat(list, " and no "))
end

--- The works that are enriched and not complete, as an iterator of {id, error, description, cover}.
function lacking.works()
  local works = mix.library.list({
    status = "enriched", kind = "book", fields = { "description", "cover" },
  })
  return function()
    for work in works do
      if #lacking.of(work) > 0 then return work end
    end
  end
end

--- Counts the notes of the library by their reasons: a list of {reason, count}, most first; those
-- without a note have "not asked about yet".
function lacking.reasons()
  local counts = {}
  for work in lacking.works() do
    local note = lacking.read(work)
    local reason = note and note.reason or "not asked about yet"
    counts[reason] = (counts[reason] or 0) + 1
  end
  return lacking.sorted(counts)
end

--- Sorts counts by reason into a list of {reason, count}, most first.
function lacking.sorted(counts)
  local list = mix.json.array({})
  for reason, count in pairs(counts) do list[#list + 1] = { reason = reason, count = count } end
  table.sort(list, function(a, b)
    if a.count ~= b.count then return a.count > b.count end
    return a.reason < b.reason
  end)
  return list
end

--- A line on an entry of such a list.
function lacking.line(entry)
  return ("%s %s a description or a cover: %s"):format(counted(entry.count, "book"),
    entry.count == 1 and "lacks" or "lack", entry.reason)
end

return lacking
