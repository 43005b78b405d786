-- A plan in words.

local words = require("programs.playlist.lib.words")

local plan_lines = {}

--- "230 items go, 10 come".
function plan_lines.change(made)
  local parts = {}
  if made.goes > 0 then
    parts[1] = ("%s %s"):format(words.count(made.goes, "item"), made.goes == 1 and "goes" or "go")
  end
  if made.comes > 0 then
    parts[#parts + 1] = ("%s %s"):format(
      #parts > 0 and tostring(made.comes) or words.count(made.comes, "item"),
      made.comes == 1 and "comes" or "come")
  end
  if #parts == 0 then return "nothing goes and nothing comes" end
  return table.concat(parts, ", ")
end

-- The target of the write, as the first line names it.
local function target(made)
  if not made.playlist then
    return ("a new %s playlist \"%s\""):format(made.collaborative and "collaborative"
      or made.public and "public" or "private", made.name)
  end
  local name = made.playlist.name or made.playlist.id
  return ("\"%s\""):format(name)
end

local verbs = {
  create = function(write) return ("make \"%s\""):format(write.name) end,
  replace = function(_, items)
    return #items == 0 and "take everything out" or "replace everything by "
      .. words.count(#items, "item")
  end,
  add = function(write, items)
    return ("add %s%s"):format(words.count(#items, "item"), write.position
      and (" before number %d"):format(write.position + 1) or "")
  end,
  remove = function(_, items) return "take out " .. words.count(#items, "item") end,
}

local function with_writes(made, first)
  local lines = { first }
  for place, write in ipairs(made.writes) do
    lines[#lines + 1] = ("  %d. %s"):format(place, verbs[write.write](write, write.uris))
  end
  for _, note in ipairs(made.notes) do lines[#lines + 1] = "  note: " .. note end
  return lines
end

--- The plan as lines.
function plan_lines.of(made)
  if #made.writes == 0 then
    return with_writes(made, ("Plan: nothing to write to %s: %s"):format(target(made), made.why))
  end
  local writes = words.count(#made.writes, "write")
  if not made.playlist then
    return with_writes(made, ("Plan: %s of %s, %s"):format(
      target(made), words.count(made.comes, "item"), writes))
  end
  local reordered = made.goes == 0 and made.comes == 0
  return with_writes(made, ("Plan: %s: %s, %s"):format(target(made),
    reordered and "a new order" or plan_lines.change(made), writes))
end

return plan_lines
