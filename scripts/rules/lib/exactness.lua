-- Tells candidates apart that are one after folding: "mother!" and "Mother", the bands OFF! and
-- Off, two editions of which one has the wanted number. It decides between equals only: what it
-- returns costs less than any difference that the other features see.

local text = mix.text

-- From this likeness on titles or names are one but for their spelling.
local alike = 0.9

local exactness = {}

local function sorted_words(s)
  local words = text.tokens(s)
  table.sort(words)
  return table.concat(words, " ")
end

-- How far apart two spellings are: 0 for the same, 1 for other words. With `signs`, signs between
-- the same words count alone.
local function distance(ours, theirs, signs)
  if not (ours and theirs) or ours == theirs then return 0 end
  local a, b = text.fold(ours), text.fold(theirs)
  if a == b then return signs and 0 or 0.25 end
  if sorted_words(a) == sorted_words(b) then return 0.4 + 0.2 * (1 - text.ratio(a, b)) end
  return signs and 0 or 1
end

-- Whether the identifier that is looked for lacks (half), or is another one (1).
local function missed(wanted, found)
  if not wanted or wanted == found then return 0 end
  return found and 1 or 0.5
end

-- Returns what separates two records (0 to 1) and a note: their identifiers, then the spelling of
-- titles (`written`) and of names (`maker`). `wanted` and `found` are the identifiers.
local function apart(q, c, wanted, found, signs)
  local id = missed(wanted, found)
  local title = distance(q.written, c.written, signs)
  local maker = distance(q.maker, c.maker, signs)
  local note = id == 1 and "another identifier" or id > 0 and "no identifier"
    or title + maker > 0 and "spelled otherwise" or nil
  return 0.6 * id + 0.25 * title + 0.15 * maker, note
end

--- Returns the feature of rules that decides between equals. `key` names the field with the
--- identifier, if records have one; `signs` leaves out case and other words.
function exactness.feature(key, signs)
  return {
    name = "spelling", penalty = 0.004, doc = "Decides between equals: identifier, spelling.",
    score = function(q, c, pair)
      -- Titles that differ in their words are told apart by how alike they are.
      if (pair.title or pair.name) < alike then return 0 end
      return apart(q, c, key and q[key], key and c[key], signs)
    end,
  }
end

return exactness
