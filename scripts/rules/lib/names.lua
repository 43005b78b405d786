-- Parses names of people: "Rowling, J.K.", "J. K. Rowling", "JK Rowling" and "Joanne K. Rowling"
-- are one person. Parses lists of names as well.

local aliases = require("rules.lib.aliases")
local romanised = require("rules.lib.romanised")
local spelling = require("rules.lib.spelling")
local listed = require("rules.lib.listed")
local memo = require("rules.lib.memo")
local text = mix.text

-- Words after a name that are not part of it.
local suffixes = {
  jr = true, sr = true, ii = true, iii = true, iv = true, phd = true, md = true, dds = true,
  mba = true, esq = true,
}

-- Words before a name that are not part of it.
local prefixes = {
  dr = true, prof = true, mr = true, mrs = true, ms = true, sir = true, dame = true,
}

-- Words that begin a family name of several words: "Le Guin, Ursula", "van der Berg, Jan".
local particles = {
  le = true, la = true, de = true, del = true, di = true, da = true, du = true, van = true,
  von = true, ten = true, ter = true, al = true, el = true, ["st."] = true, mac = true,
}

-- "J.R." are initials; "Jr." is a suffix.
local function is_initials(part) return part:find("^%u%.%s?[RS]%.$") ~= nil end

local function plain_word(part) return (part:lower():gsub("[%.%s]", "")) end

local function is_suffix(part)
  return suffixes[plain_word(part)] == true and not is_initials(part)
end

-- Removes titles: "Dr. Jane Doe, M.D." becomes Jane Doe. A name never becomes empty.
local function without_titles(name)
  local first, rest = name:match("^(%a+%.?) (.+ .+)$")
  if first and prefixes[plain_word(first)] then name = rest end
  local before, last = name:match("^(.+ .+),? ([%a%.]+)$")
  if last and is_suffix(last) then return (before:gsub(",$", "")) end
  return name
end

-- Turns "Last, First" into "First Last", but only when the part before the comma is one word or
-- begins with a particle: the comma of "John Smith, Jane Doe" separates people. Returns whether it
-- did.
local function in_order(name)
  if not name:find(",", 1, true) then return name, false end
  -- Removes the suffix of "King, Martin Luther, Jr.".
  name = name:gsub("^([^,]+,[^,]+), *([%a%.]+)$", function(before, last)
    return is_suffix(last) and before or nil
  end)
  local last, first = name:match("^([^,]+), *([^,]+)$")
  if not last or is_suffix(first) then return name, false end
  local word, space = last:match("^%s*(%S+)(%s?)")
  if not word or space ~= "" and not particles[word:lower()] then return name, false end
  return first .. " " .. last, true
end

-- Separates initials: "J.K." and "JK" become "J K". A name all in capitals has no initials.
local function with_initials(name)
  name = name:gsub("%f[%w](%a)%.", "%1 ")
  if not name:find("%l") then return name end
  return (name:gsub("%f[%w]%u%u%u?%f[%W]", function(letters)
    return (letters:gsub("%u", "%0 "))
  end))
end

-- Roles of people who made a book but did not write it.
local roles = {
  "translat", "narrat", "illustrat", "editor", "edited", "foreword", "introduction", "afterword",
  "reader",
  "read by", "cover", "contribut", "adapt", "preface", "photograph",
}

local function is_role(words)
  local lower = words:lower()
  for _, role in ipairs(roles) do
    if lower:find(role, 1, true) then return true end
  end
  return false
end

-- Names after "; translated by" and the like are not authors.
local credit_patterns = {
  "[;,]?%s*%f[%a][Tt]ranslated by.*$", "[;,]?%s*%f[%a][Nn]arrated by.*$",
  "[;,]?%s*%f[%a][Ii]llustrated by.*$", "[;,]?%s*%f[%a][Ee]dited by.*$",
  "[;,]?%s*%f[%a][Ww]ith an? %a+ by.*$",
}

-- Removes "Jane Doe (Editor)" from a list with others, because she did not write the book; alone
-- she stays. "Jane Doe (Bo Ray)" is one person.
local function without_roles(list)
  local writers = list
  if list:find("[%(%[]") then
    -- Replaces each role in brackets by "\1", which no name contains, so that brackets are checked
    -- once.
    local marked = list:gsub("%b()", function(role) return is_role(role) and "\1" or "" end)
    marked = marked:gsub("%b[]", function(role) return is_role(role) and "\1" or "" end)
    local kept = {}
    for part in marked:gmatch("[^;&]+") do
      if not part:find("\1", 1, true) then
        kept[#kept + 1] = part
      elseif part:find(",", 1, true) then
        -- Of "Homer, Emily Wilson (Translator)" only Homer wrote the book.
        for name in part:gmatch("[^,]+") do
          if not name:find("\1", 1, true) then kept[#kept + 1] = name end
        end
      end
    end
    writers = #kept > 0 and table.concat(kept, ";") or marked:gsub("\1", "")
  end
  if writers:find(" by", 1, true) then
    for _, pattern in ipairs(credit_patterns) do writers = writers:gsub(pattern, "") end
  end
  return writers:find("[%w\x80-\xff]") and writers or list
end

-- Ranks that libraries add to names, besides years of life.
local ranks = {
  graf = true, sir = true, lady = true, lord = true, baron = true, baroness = true, saint = true,
    count = true,
  countess = true, dame = true, freiherr = true, ["von"] = false, king = false, pope = true,
    emperor = true,
}

-- Removes such additions: "Tolstoy, Leo, graf, 1828-1910" becomes "Tolstoy, Leo".
local function without_heading(list)
  if not list:find(",") then return list end
  local plain = list:gsub(",%s*[bdc]?[aorn]*%.?%s*%d%d%d%d?%??%s*%-?%s*%d*%??%.?%f[^%d%-%?%.]", "")
  return (plain:gsub(",%s*(%a+)([^,;&]*)", function(word, rest)
    return ranks[word:lower()] and (rest == "" or rest:find("^ of ")) and "" or nil
  end))
end

local names = {}

-- Parses one name: `key` (its words in order), `words`, `sorted` (the words in alphabetical order).
local function read(name)
  local words = text.tokens(with_initials(without_titles(in_order(name))))
  local sorted = table.move(words, 1, #words, 1, {})
  table.sort(sorted)
  return {
    key = table.concat(words, " "), words = words, sorted = table.concat(sorted, " "),
    squeezed = table.concat(words),
  }
end

-- Whether a list is one name of letters only, without words that separate or end names. Shorter
-- texts may be a suffix ("Ph D").
local function is_plain(list)
  return #list > 8 and #list <= 200 and not list:find("[^%a ]") and list:find("^%a+ %a") ~= nil
    and list:byte(-1) ~= 32 and not list:find("  ", 1, true) and not list:find(" and ", 1, true)
    and not list:find(" as ", 1, true) and not list:find(" by", 1, true)
end

--- Returns the names of a list as spelled, "First Last", in order. Lists are split at ";", "/",
--- "&", "and", and at commas, except between last and first name.
function names.split(list)
  if is_plain(list) then return { list } end
  local plain = without_heading(without_roles(spelling.plain(list)))
  if plain:find("as%s") then
    plain = plain:gsub("%s+writing as%s+", ";"):gsub("%s+as%s+%f[%u]", ";")
  end
  if plain:find("and ", 1, true) then plain = plain:gsub(" +and +", ";") end
  if plain:find("[&/]") then plain = plain:gsub(" *& *", ";"):gsub(" +/ +", ";"):gsub("/", ";") end
  local found = {}
  for part in plain:gmatch("[^;]+") do
    part = spelling.tidy(part)
    local ordered, swapped = in_order(part)
    if swapped then
      found[#found + 1] = ordered
    else
      for name in part:gmatch("[^,]+") do
        name = spelling.tidy(name)
        if name ~= "" and not is_suffix(name) then found[#found + 1] = name end
      end
    end
  end
  return found
end

--- Returns the names of a list in the form for comparison.
names.parse = memo(function(list)
  local found = {}
  for index, name in ipairs(names.split(list)) do found[index] = read(name) end
  if #found == 0 then found[1] = read(list) end
  return found
end, 512)

-- Given names by their short forms: "jim" stands for "james".
local short_names = {}
for _, line in ipairs(listed(require("rules.data.given_names"))) do
  local name, short = line:match("^(%a+),(%a+)")
  if name then short_names[short:lower()] = name:lower() end
end

-- Whether the given names agree; one side may have initials or omissions: "j k", "joanne". The
-- second result tells that a whole name is left out: "thomas hale", "thomas obrien hale".
local function given_agree(a, b)
  local short, long = #a <= #b and a or b, #a <= #b and b or a
  local at, more = 1, false
  for index = 1, #short - 1 do
    local word, found = short[index], false
    while at <= #long - 1 do
      local other = long[at]
      at = at + 1
      if word == other or short_names[word] == (short_names[other] or other)
        or short_names[other] == word or #word == 1 and other:sub(1, 1) == word
        or #other == 1 and word:sub(1, 1) == other then
        found = true
        break
      end
      more = more or #other > 1
      -- The first given names must agree.
      if index == 1 then return false end
    end
    if not found then return false end
  end
  for index = at, #long - 1 do more = more or #long[index] > 1 end
  return true, more
end

-- Whether a name begins a longer one: "miguel de cervantes", "miguel de cervantes saavedra".
local function begins_with(short, long)
  if #short < 3 or #short >= #long then return false end
  for index, word in ipairs(short) do
    if word ~= long[index] then return false end
  end
  return true
end

-- Whether two names are transliterations of one: "lev tolstoi", "leo tolstoy".
local function sounds_alike(a, b)
  if #a < 2 or #b < 2 then return false end
  local ours, theirs = a[#a], b[#b]
  if #ours < 5 or romanised.sound(ours) ~= romanised.sound(theirs) then return false end
  if a[1]:sub(1, 1) ~= b[1]:sub(1, 1) then return false end
  return #a[1] == 1 or #b[1] == 1 or text.ratio(a[1], b[1]) >= 0.6
end

local function family_alone(short, long)
  if #short == 1 and #long > 1 and #short[1] >= 5 then
    for index = 2, #long do
      if long[index] == short[1] then return true end
    end
    return false
  end
  -- Compares a family name of two words: "saint exupery", "garcia marquez", "le guin".
  if #short ~= 2 or #long <= 2 then return false end
  return short[1] == long[#long - 1] and short[2] == long[#long]
end

-- Whether a name is the given name of the other: "dante", "dante alighieri".
local function given_alone(short, long)
  return #short == 1 and #long > 1 and #short[1] >= 5 and long[1] == short[1]
end

-- Words for an author that nobody knows, as keys.
local unknown = {}
for name in ([[
  unknown; unknown author; author unknown; anonymous; anonymous author; anon; anonym; anonyme;
  anonimo; unbekannt; unbekannter autor; inconnu; auteur inconnu; desconocido; autor desconocido;
  n a; none; null; not known; various; various authors; va; v a; diverse; verschiedene; collectif;
  no author; sin autor
]]):gmatch("%s*([^;]*%w)") do
  unknown[name] = true
end

--- Whether a list of names stands for nobody: "Unknown", "Anonymous", "Various".
function names.is_nobody(list)
  -- "N/A" was split at its sign.
  local whole = #list == 2 and list[1].key .. " " .. list[2].key or #list == 1 and list[1].key
  return whole == "" or unknown[whole] == true
end

--- Returns the likeness of two names (0 to 1), and its reason.
function names.likeness(a, b)
  if a.key == b.key then return 1, "exact" end
  if a.sorted == b.sorted then return 0.98, "the same words" end
  local ours, theirs = a.words, b.words
  if #ours > 1 and #theirs > 1 and ours[#ours] == theirs[#theirs] then
    local agree, more = given_agree(ours, theirs)
    if agree then return more and 0.94 or 0.97, more and "one name is longer" or "initials" end
  end
  if a.squeezed == b.squeezed then return 0.98, "the same letters" end
  local relation = aliases.people(a.key, b.key)
  if relation == "same" then return 0.96, "known under both names" end
  local sound = romanised.likeness(a.key, b.key)
  if sound >= 0.8 then return 0.8 + 0.15 * sound, "alike in another script" end
  if begins_with(ours, theirs) or begins_with(theirs, ours) then return 0.9,
    "one name is longer" end
  if sounds_alike(ours, theirs) then return 0.9, "sounds alike" end
  if family_alone(ours, theirs) or family_alone(theirs, ours) then return 0.8,
    "the family name alone" end
  if relation == "member" then return 0.4, "perhaps: one is a member of the other" end
  if given_alone(ours, theirs) or given_alone(theirs, ours) then
    return 0.4, "perhaps: the given name alone"
  end
  local ratio = text.ratio(a.key, b.key)
  if ratio >= 0.85 then return 1 - 2 * (1 - ratio), "spelled alike" end
  -- Members of a family write together; a short family name alone may belong to anyone.
  if ours[#ours] == theirs[#theirs] then return 0.4, "the same family name" end
  return 0, ("%s ~ %s"):format(a.key, b.key)
end

--- Returns the likeness of two lists of names: 1 when the first names agree, a little less when
--- they are elsewhere in the lists.
function names.lists(a, b)
  local best, note = names.likeness(a[1], b[1])
  if best == 1 or #a == 1 and #b == 1 then return best, note end
  for i, ours in ipairs(a) do
    for j, theirs in ipairs(b) do
      local value = names.likeness(ours, theirs)
      if i + j > 2 then value = value * 0.95 end
      if value > best then best, note = value, "one of several names" end
    end
  end
  return best, note
end

return names
