-- Names in which letters are lost, since a program's encoding lacks them ("Bjrk", "Sigur R?s"), or
-- two of them stand in each other's place ("Nohting").

local misprints = {}

-- No name is as long, in bytes; the work grows with the square of it.
local longest = 500

-- Signs that programs write in the place of such a letter, once for the letter or for each byte.
local signs = { [("?"):byte()] = true, [("_"):byte()] = true, [("*"):byte()] = true }

-- The share of letters that may be lost where nothing else tells a name.
local most_lost = 0.5

-- A letter of another script says more than one that has an accent.
local foreign = 2

-- A text in small letters without gaps and punctuation.
local function letters(text) return (text:lower():gsub("[^%w?_*\x80-\xFF]", "")) end

local function reach(places, place, lost)
  if not places[place] or places[place] > lost then places[place] = lost end
end

-- The places in a text up to which it may be the beginning of a name, after its next sign, each
-- with the letters that it lacks. `plain`: the sign without accents; "": not a letter.
local function step(text, places, sign, plain, weight)
  local after = {}
  for place, lost in pairs(places) do
    if text:sub(place + 1, place + #plain) == plain then reach(after, place + #plain, lost) end
    if #sign > 1 then
      reach(after, place, lost + weight)
      local last = place
      while last < place + #sign and signs[text:byte(last + 1)] do
        last = last + 1
        reach(after, last, lost + weight)
      end
    end
  end
  return after
end

--- The share of a name's letters that a text lacks, where it is the name without letters outside
--- ASCII; nil for any other text.
function misprints.lost(text, name)
  if #text > longest or #name > longest then return nil end
  if text:find("[\x80-\xFF]") or not name:find("[\x80-\xFF]") then return nil end
  local rest, places, count = letters(text), { [0] = 0 }, 0
  if not rest:find("%w") then return nil end
  for sign in letters(name):gmatch(utf8.charpattern) do
    local plain = #sign > 1 and mix.text.normalize(sign) or sign
    local weight = plain == "" and 0 or plain:find("[\x80-\xFF]") and foreign or 1
    places, count = step(rest, places, sign, plain, weight), count + weight
    if not next(places) then return nil end
  end
  local lost = places[#rest]
  return lost and lost > 0 and lost / count or nil
end

-- Whether a text has a sign for a letter beside another letter or sign.
local function has_sign(text) return text:find("%w%?") ~= nil or text:find("%?[%w?]") ~= nil end

local function characters_of(text)
  local list = {}
  for sign in mix.text.casefold(text):gmatch(utf8.charpattern) do list[#list + 1] = sign end
  return list
end

-- The share of signs that a text has in place of letters outside ASCII, where it is the name but
-- for them: "Dvo?ák"; nil for any other text.
local function replaced(text, name)
  if #text > longest or #name > longest then return nil end
  local ours, theirs, count = characters_of(text), characters_of(name), 0
  if #ours ~= #theirs then return nil end
  for place, sign in ipairs(ours) do
    local is_sign = sign == "?" and #theirs[place] > 1
    if not is_sign and sign ~= theirs[place] then return nil end
    count = count + (is_sign and 1 or 0)
  end
  return count > 0 and count / #ours or nil
end

--- Whether one of two names is the other one with "?" for each letter that a program could not
--- write, as far as most letters are left: "Beyonc?".
function misprints.same_but_lost(one, other)
  if not (one and other) then return false end
  local share = has_sign(one) and (replaced(one, other) or misprints.lost(one, other))
    or has_sign(other) and (replaced(other, one) or misprints.lost(other, one))
  return (share or 1) <= most_lost
end

local function squeezed(text) return (mix.text.normalize(text):gsub(" ", "")) end

--- The share of a name's letters that stand in each other's place in a text, which are two
--- neighbours; nil for any other text.
function misprints.exchanged(text, name)
  if #text > longest or #name > longest then return nil end
  local one, other = squeezed(text), squeezed(name)
  if #one ~= #other or one == other or mix.text.damerau(one, other) ~= 1
    or mix.text.levenshtein(one, other) ~= 2 then return nil end
  return 2 / utf8.len(other)
end

--- The share of a name's letters that are wrong in a text in one of these ways; nil for any other
--- text.
function misprints.share(text, name)
  return misprints.lost(text, name) or misprints.exchanged(text, name)
end

return misprints
