-- Compares titles and artists as the desktop playlist builder does, for "classic" playlists. Its
-- weak points are kept: "Part 1" is a variant of "Part 2", and titles in CJK become empty.

local set_of = require("lib.set_of")
local text = mix.text

-- After a dash these words begin a remark, which is not part of the name.
local remarks = set_of("remaster remastered live bonus edit mix version single ost from из")

-- Words that distinguish recordings of a song.
local recordings = set_of("acoustic instrumental karaoke mashup live orchestral symphonic "
  .. "bonus edit mix version explicit")

-- Letters that mix.text.fold spells out, but the desktop program keeps.
local unfolded = set_of("& æ œ ø ł đ ð þ ı ™ ℠ © ® ‘ ’ ‚ ‛ “ ” „ ‟ ′ ″ ‐ ‑ ‒ – — ― −")

local quotes = set_of('" “ ” « »')

-- Letters that are kept besides ASCII: those of Russian and Ukrainian.
local cyrillic = set_of("ё і ї ґ")
for code = utf8.codepoint("а"), utf8.codepoint("я") do cyrillic[utf8.char(code)] = true end

local word = "[%w_\128-\255]+"

-- Cuts a text at a dash that is followed by a remark.
local function without_remark(s)
  for place, after in s:gmatch("()%-%s*()") do
    if remarks[s:match("^" .. word, after)] then
      return (s:sub(1, place - 1):gsub("%s+$", "")) .. (s:match("\n.*", place) or "")
    end
  end
  return s
end

-- Whether a phrase is most of another one: at least 4 characters and 60 % of its length.
local function is_most_of(phrase, whole)
  if not whole:find(phrase, 1, true) then return false end
  return utf8.len(phrase) >= math.max(4, utf8.len(whole) * 0.6)
end

-- The different words of a text, sorted.
local function signature(s)
  local seen, words = {}, {}
  for w in s:gmatch("%S+") do
    if not seen[w] then words[#words + 1] = w end
    seen[w] = true
  end
  table.sort(words)
  return table.concat(words, " ")
end

local titles = {}

-- The text case-folded and without accents.
local function plain(s)
  return (text.casefold(s):gsub(utf8.charpattern, function(character)
    if #character == 1 or unfolded[character] then return character end
    return text.fold(character)
  end))
end

-- Turns dashes into "-", and other symbols beyond ASCII into one that separates words.
local function symbol(character)
  if character == "–" or character == "—" then return "-" end
  if text.normalize(character) == "" then return "|" end
  return character
end

--- The form of a track's name by which variants are found.
function titles.normalize(name)
  local s = plain(name):gsub("ё", "е"):gsub(utf8.charpattern, function(character)
    if quotes[character] then return "" end
    return #character > 1 and symbol(character) or character
  end)
  s = without_remark(s:gsub("[()%[%]{}]", " "))
  s = s:gsub("%s+feat%f[^%w_\128-\255][^\n]*", ""):gsub("%s*[-~]%s*", " ")
  s = s:gsub(word, function(w) return recordings[w] and "" or w end)
  s = s:gsub(utf8.charpattern, function(character)
    return (character:find("^%w$") or cyrillic[character]) and character or " "
  end)
  return (s:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

--- Whether a normalized name is a variant of one in a list of normalized names.
function titles.is_variant(candidate, existing)
  if candidate == "" then return false end
  for _, entry in ipairs(existing) do
    if candidate == entry then return true end
  end
  for _, entry in ipairs(existing) do
    if entry ~= "" and (text.difflib_ratio(candidate, entry) >= 0.92
        or signature(candidate) == signature(entry)
        or is_most_of(candidate, entry) or is_most_of(entry, candidate)) then
      return true
    end
  end
  return false
end

--- The id in "spotify:artist:ID" or in an artist's address; nil for names.
function titles.artist_id(query)
  if query:find("^spotify:artist:") then return query:match("[^:]*$") end
  if query:find("open.spotify.com/artist", 1, true) then
    return query:gsub("/+$", ""):match("[^/]*$"):match("^[^?]*")
  end
end

--- Chooses the artist for a name among search results; nil when there are none. Exact names come
--- first, then names without accents, then the closest, then the first.
function titles.resolve(query, matches)
  for _, form in ipairs { text.casefold, plain } do
    local wanted = form(query)
    for _, match in ipairs(matches) do
      if form(match.name) == wanted then return match end
    end
  end
  local best, closest
  for _, match in ipairs(matches) do
    local ratio = text.difflib_ratio(match.name, query)
    -- Of equally close names the last in character order wins, of equal names the first.
    local closer = not best or ratio > best or ratio == best and match.name > closest.name
    if ratio >= 0.6 and closer then
      best, closest = ratio, match
    end
  end
  return closest or matches[1]
end

return titles
