-- Compares two credits read by lib.credits: as sets of names, the main artist first.

local aliases = require("rules.lib.aliases")
local generations = require("rules.lib.generations")
local memo = require("rules.lib.memo")
local names = require("rules.lib.names")
local romanised = require("rules.lib.romanised")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")
local wording = require("rules.lib.wording")
local text = mix.text

-- Below this likeness two names are different words.
local floor = 0.85

local artists = {}

local function squeezed(name) return (name:gsub("[ '%.]", "")) end

local words_of = memo(function(name)
  local list = {}
  for word in name:gmatch("%S+") do list[#list + 1] = word end
  return list
end, 512)

-- Sorts a name's words alphabetically, which finds "Parton, Dolly".
local in_order = memo(function(name)
  if not name:find(" ", 1, true) then return name end
  local list = table.move(words_of(name), 1, #words_of(name), 1, {})
  table.sort(list)
  return table.concat(list, " ")
end, 512)

-- Whether initials stand for words: "v troshin" is "vladimir troshin", but "j j cale" is not "john
-- cale".
local function same_with_initials(a, b)
  local ours, theirs = words_of(a), words_of(b)
  if #ours ~= #theirs or #ours < 2 or ours[#ours] ~= theirs[#theirs] then return false end
  local shortened = false
  for index = 1, #ours - 1 do
    local one, other = ours[index], theirs[index]
    if one ~= other then
      local short, long = #one < #other and one or other, #one < #other and other or one
      if utf8.len(short) ~= 1 or long:sub(1, #short) ~= short then return false end
      shortened = true
    end
  end
  return shortened
end

local joints = set_of("and")

-- Whether a short name is an acronym of a band: the first letters of its people or words, as in
-- "csny".
local function is_acronym(short, long)
  if #short < 3 or short:find("[^%a]") then return false end
  return spelling.initials(words_of(long), joints) == short
end

-- Words that turn a name into another act: "Toto Tribute Band".
local makes_another = set_of([[
  tribute karaoke band players orchestra ensemble cover covers teens kids singers choir machine jr
  quartet machine experience revival legacy sound show
]])

-- Whether a name stands in a longer one: "lune" and "ada lune" may be one act or two.
local function within(short, long)
  if #short < 4 or #short >= #long then return false end
  local first, last = (" " .. long .. " "):find(" " .. short .. " ", 1, true)
  if not first then return false end
  local rest = long:sub(1, math.max(0, first - 2)) .. " " .. long:sub(last)
  for word in rest:gmatch("%S+") do
    if makes_another[word] then return false end
  end
  return true
end

-- Words that make a group of a person's name; behind another name they make a tribute.
local bands = { band = true, group = true, orchestra = true, ["big band"] = true }
local combos = set_of("trio quartet quintet sextet septet octet")

-- Whether a long name is a leader's with the size or the kind of the group: "ada lune", "ada lune
-- quartet".
local function leads(short, long)
  local rest = short:find("%S %S") and spelling.behind(short, long)
  if not rest then return false end
  return combos[rest] == true or bands[rest] == true and names.is_given(short:match("^%S+"))
end

-- Articles of band names, apart from "the", which keys lack.
local articles = set_of("die der das de het les le la los las el gli i os as den det")

-- Whether a name is another behind an article: "die harbour boys". A short word may be a person's
-- name, "Les Paul".
local function has_article(long, short)
  local first, rest = long:match("^(%a+) (.+)$")
  return rest == short and #rest > 4 and articles[first] == true
end

-- Whether a name is the family name of a person with a usual given name, "dylan", "bob dylan"; of
-- any person where the title is one and has three words or more.
local function is_family(short, long, q, c)
  local given, family = long:match("^(%S+) (%S+)$")
  return family == short and #short > 3
    and (names.is_given(given) or q.core == c.core and q.core:find(" .* ") ~= nil)
end

-- Whether a name is the last word of a composer's, whose work the titles name.
local function is_composer_of(one, other, q, c)
  return q.work and c.work and (q.work.composed or c.work.composed) and #one > 3
    and other:match(" (%S+)$") == one
end

-- Whether one of the names is the cast of a musical or a series.
local function has_cast(credit)
  for _, name in ipairs(credit.people) do
    if name == "cast" or name:find("^cast of ") or name:find(" cast$")
      or name:find(" cast of ", 1, true) then
      return true
    end
  end
  return false
end

local function honoured(long, short)
  return #long > #short and (long == "sir " .. short or long == "dame " .. short)
end

-- A name without the letter that stands for an umlaut in a long word: "dj oetzi".
local function without_umlauts(name)
  return (name:gsub("%w%w%w%w%w+", function(word) return (word:gsub("([aou])e", "%1")) end))
end

local function compared(a, b)
  if squeezed(a) == squeezed(b) then return 0.99, "the same letters" end
  if honoured(a, b) or honoured(b, a) then return 0.97, "the same but for the rank" end
  if in_order(a) == in_order(b) then return 0.96, "the same words" end
  if #a ~= #b and without_umlauts(a) == without_umlauts(b) then
    return 0.97, "the same but for umlauts"
  end
  if aliases.people(a, b) == "same" then return 0.97, "known under both names" end
  local sound = romanised.likeness(a, b)
  if sound >= 0.8 then return 0.8 + 0.15 * sound, "alike in another script" end
  if same_with_initials(a, b) then return 0.95, "initials" end
  local letters = spelling.confused(a)
  if letters and letters == spelling.confused(b) then return 0.9, "spelled alike" end
  if (a:find("%d") or b:find("%d")) and wording.same(a, b) > 0 then
    return 0.96, "the same words, spelled out"
  end
  return 0
end

-- The last two names that were compared, and the result.
local last = {}

-- Compares two names that differ in their letters; 0 when they have nothing in common. A credit
-- asks several times about the same two.
local function otherwise_alike(a, b)
  if a > b then a, b = b, a end
  if a ~= last.a or b ~= last.b then
    last.a, last.b = a, b
    last.value, last.note = compared(a, b)
  end
  return last.value, last.note
end

-- Whether every name of one credit is the end of a name of the other: "Hall & Oates",
-- "Fischer-Dieskau, Moore".
local function family_names(a, b)
  if #a < 2 or #a ~= #b then return false end
  for index, name in ipairs(a) do
    if b[index]:sub(-#name - 1) ~= " " .. name then return false end
  end
  return true
end

--- Whether a set has a name; long names may differ by a letter or two, which the second result
--- tells.
function artists.named(name, set)
  if set[name] then return true, false end
  local is_slip = false
  for other in pairs(set) do
    if otherwise_alike(name, other) > 0 then return true, false end
    is_slip = is_slip or #name >= 6 and text.ratio(name, other) >= 0.9
  end
  return is_slip, is_slip
end

--- Whether a set has all names, and one of them with other letters.
function artists.all_named(people, set)
  local has_slip = false
  for _, name in ipairs(people) do
    local is_named, is_slip = artists.named(name, set)
    if not is_named then return false, false end
    has_slip = has_slip or is_slip
  end
  return true, has_slip
end

-- Whether all of several names are in another credit, one of them at least in full, others by the
-- family name alone: "Lune, Harbour Orchestra" of a composer's work.
local function all_shortly(people, credit)
  local whole = 0
  for _, name in ipairs(people) do
    local is_there = artists.named(name, credit.set)
    whole = whole + (is_there and 1 or 0)
    for _, other in ipairs(not is_there and #name > 3 and credit.people or {}) do
      is_there = is_there or other:match(" (%S+)$") == name
    end
    if not is_there then return false end
  end
  return whole > 0 and whole < #people
end

-- The last words of the names that a set lacks; those of orchestras are many's.
local function families_beyond(people, set)
  local families, count = {}, 0
  for _, name in ipairs(people) do
    if not artists.named(name, set) then
      local word = name:match("%S+$")
      families[makes_another[word] and name or word:find("^philh") and name or word] = true
      count = count + 1
    end
  end
  return families, count
end

-- Whether each credit has a name that the other lacks, of another family.
local function others_differ(q, c)
  local ours, count = families_beyond(q.artist.people, c.everyone)
  if count == 0 then return false end
  local theirs, others = families_beyond(c.artist.people, q.everyone)
  for family in pairs(ours) do
    if theirs[family] then return false end
  end
  return others > 0
end

-- Whether a longer name is another, and something in another script: "ada lune 아다".
local function in_two_scripts(short, long)
  local from, to = long:find(short, 1, true)
  if not from or #short == #long then return false end
  local rest = spelling.tidy(long:sub(1, from - 1) .. " " .. long:sub(to + 1))
  return rest ~= "" and romanised.apart(short, rest)
end

-- Whether a single name stands in a credit or in one of its names.
local function is_within(one, other)
  if within(one.whole, other.whole) then return true end
  for _, name in ipairs(#one.people == 1 and #other.people > 1 and other.people or {}) do
    if within(one.whole, name) then return true end
  end
  return false
end

-- Whether a single family name is that of somebody whom a credit has beside a philharmonic
-- orchestra, or with a third name beside another one or a choir, as those of composed works do.
local function is_composer(one, other)
  local found, group = false, false
  for _, name in ipairs(#one.people == 1 and other.people or {}) do
    local words = words_of(name)
    found = found or #words > 1 and words[#words] == one.whole
    for _, word in ipairs(words) do
      group = group or makes_another[word] and #other.people > 2 or word:find("^philh") ~= nil
    end
  end
  return found and group
end

local generation = memo(function(name)
  local rest, number, is_left_out = generations.take(name)
  return { rest = rest, number = number, is_left_out = is_left_out }
end, 512)

-- The likeness of two names that differ by the generation; nil for others. Father and son may have
-- recorded one song; a "Jr." that lists leave out is the same where the length agrees as well.
local function related(a, b)
  local ours, theirs = generation(a), generation(b)
  if a == b or ours.rest ~= theirs.rest then return nil end
  if ours.number == theirs.number then return 0.98, "the same suffix" end
  if ours.number and theirs.number then return 0.3, "another suffix" end
  return (ours.is_left_out or theirs.is_left_out) and 0.6 or 0.4, "a suffix on one side"
end

--- Compares two credits: returns their likeness (0 to 1) and its reason. `q` and `c` have `artist`
--- (from credits.parse) and `everyone` (a set of the names, including guests in the title).
function artists.likeness(q, c)
  local our_name, their_name = q.artist.whole, c.artist.whole
  if our_name == their_name then return 1, "exact" end
  local kin, suffix = related(q.artist.people[1], c.artist.people[1])
  if kin then return kin, suffix end
  local are_named, has_slip = artists.all_named(q.artist.people, c.everyone)
  if are_named and artists.all_named(c.artist.people, q.everyone) then
    -- One letter may make another person, who comes behind the same name.
    return has_slip and 0.9 or 0.99, has_slip and "spelled alike" or "the same names"
  end
  local ours, theirs = q.artist.people[1], c.artist.people[1]
  local among_makers = artists.named(ours, c.artist.set)
  -- A musical's cast sings what a band wrote.
  if has_cast(q.artist) ~= has_cast(c.artist) and (among_makers or artists.named(theirs,
    q.artist.set)) then
    return 0.4, "perhaps: with a cast on one side"
  end
  if among_makers and artists.named(theirs, q.everyone) then
    -- Of two performances of a work the one is wanted whose players are named.
    return others_differ(q, c) and 0.86 or 0.95, "the main artist; other names differ"
  elseif among_makers or artists.named(theirs, q.artist.set) then
    return 0.9, "named second"
  end
  if artists.named(ours, c.everyone) or artists.named(theirs, q.everyone) then
    return 0.85, "named as a guest"
  end
  if all_shortly(q.artist.people, c.artist) or all_shortly(c.artist.people, q.artist) then
    return 0.95, "the same names, one by the family name"
  end
  local alike, how = otherwise_alike(our_name, their_name)
  if alike > 0 then return alike, how end
  if family_names(q.artist.people, c.artist.people) or family_names(c.artist.people,
    q.artist.people) then
    return 0.95, "family names alone"
  end
  if is_acronym(squeezed(our_name), their_name) or is_acronym(squeezed(their_name), our_name) then
    return 0.93, "an acronym"
  end
  if aliases.people(ours, theirs) == "member" then
    return 0.4, "perhaps: one is a member of the other"
  end
  local ratio = text.ratio(our_name, their_name)
  if has_article(our_name, their_name) or has_article(their_name, our_name) then
    return 0.97, "the same but for the article"
  end
  if leads(our_name, their_name) or leads(their_name, our_name) then
    return 0.9, "the leader of the group"
  end
  if is_composer(q.artist, c.artist) or is_composer(c.artist, q.artist)
    or is_composer_of(our_name, their_name, q, c) or is_composer_of(their_name, our_name, q, c) then
    return 0.9, "the family name of one of them"
  end
  if is_family(our_name, their_name, q, c) or is_family(their_name, our_name, q, c) then
    return 0.75, "the family name alone"
  end
  if in_two_scripts(our_name, their_name) or in_two_scripts(their_name, our_name) then
    return 0.95, "one name is in two scripts"
  end
  if ratio < floor and (is_within(q.artist, c.artist) or is_within(c.artist, q.artist)) then
    return 0.4, "perhaps the same: one name is longer"
  end
  if ratio < floor and romanised.unreadable(our_name) ~= romanised.unreadable(their_name) then
    return 0.3, "in another script, which nobody here can read"
  end
  if ratio < floor then return 0, ("%s ~ %s"):format(our_name, their_name) end
  return 1 - 2 * (1 - ratio), "spelled alike"
end

return artists
