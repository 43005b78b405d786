-- Reads an artist credit: "A feat. B", "A, B & C", "A x B", "A (feat. B)". A credit is compared as
-- a set of names, so that it does no harm to split "Simon & Garfunkel" on both sides.

local folder = ...
local here = type(folder) == "string" and folder:match("^(.*)credits$") or "lib."
local spelling = require(here .. "spelling")

-- What joins names, in lower case. Spaces stand around every word, and around " / " and " + ",
-- which without them are part of names such as AC/DC.
local joints = {
  " feat%.? ", " ft%.? ", " featuring ", " w/ ?", " with ", " vs%.? ", " x ", " and ", " ?& ?",
  " %+ ", " / ", " ?; ?", ", ",
}

-- Cuts a list at its joints, which are found in lower case and cut from the original.
local function split(s)
  local parts, rest = {}, s
  while true do
    local lower, first, last = rest:lower(), nil, nil
    for _, joint in ipairs(joints) do
      local from, to = lower:find(joint)
      if from and (not first or from < first) then first, last = from, to end
    end
    if not first then break end
    parts[#parts + 1] = rest:sub(1, first - 1)
    -- The space behind a joint may begin the next one: "A, with B".
    rest = " " .. rest:sub(last + 1)
  end
  parts[#parts + 1] = rest
  return parts
end

return function(text)
  local credits = {}

  --- The form in which a name is compared: "The Weeknd" is "weeknd".
  function credits.key(name)
    local key = spelling.key(text, name)
    local bare = key:match("^the (.+)")
    return bare or key
  end

  --- The names of a list as keys, each once, in order; and as they are spelled.
  function credits.names(list)
    -- "(feat. B)" in a credit reads as " feat. B"; "SOLTO (FR)" is SOLTO.
    local plain = spelling.plain(list):gsub("[%(%[]%s*([Ff][EeTt][^%)%]]*)[%)%]]", " %1")
    plain = plain:gsub("%b()", " "):gsub("%b[]", " ")
    local keys, spelled, seen = {}, {}, {}
    for _, part in ipairs(split(spelling.tidy(plain))) do
      local name = spelling.tidy(part)
      local key = name ~= "" and credits.key(name) or ""
      if key ~= "" and not seen[key] then
        seen[key] = true
        keys[#keys + 1] = key
        spelled[#spelled + 1] = name
      end
    end
    return keys, spelled
  end

  --- Reads a credit: `whole` (its key), `names` (keys, the main artist first), `spelled` (the same
  -- as they were written).
  function credits.parse(raw)
    local keys, spelled = credits.names(raw)
    local whole = credits.key(raw)
    if #keys == 0 then keys, spelled = { whole }, { raw } end
    return { whole = whole, names = keys, spelled = spelled }
  end

  return credits
end
