-- How alike two credits are, read by lib.credits: as sets of names, the main artist first.

local text = mix.text

-- Below this likeness two names are different words.
local floor = 0.85

local artists = {}

--- Whether a name is in a set, allowing for a letter or two in names long enough for it.
function artists.named(name, set)
  if set[name] then return true end
  if #name < 6 then return false end
  for other in pairs(set) do
    if text.ratio(name, other) >= 0.9 then return true end
  end
  return false
end

local function all_named(names, set)
  for _, name in ipairs(names) do
    if not artists.named(name, set) then return false end
  end
  return true
end

--- How alike two credits are (0 to 1), and in which way. `q` and `c` hold `artist` (from
-- credits.parse) and `everyone` (a set of the names, guests in the title included).
function artists.likeness(q, c)
  if q.artist.whole == c.artist.whole then return 1, "exact" end
  if all_named(q.artist.people, c.everyone) and all_named(c.artist.people, q.everyone) then
    return 0.99, "the same names"
  end
  local ours, theirs = q.artist.people[1], c.artist.people[1]
  local among_makers = artists.named(ours, c.artist.set)
  if among_makers and artists.named(theirs, q.everyone) then
    return 0.95, "the main artist; other names differ"
  elseif among_makers then
    return 0.9, "named second"
  elseif artists.named(ours, c.everyone) or artists.named(theirs, q.everyone) then
    return 0.85, "named as a guest"
  end
  local ratio = text.ratio(q.artist.whole, c.artist.whole)
  if ratio < floor then return 0, ("%s ~ %s"):format(q.artist.whole, c.artist.whole) end
  return 1 - 2 * (1 - ratio), "spelled alike"
end

return artists
