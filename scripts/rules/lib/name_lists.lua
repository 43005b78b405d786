-- Splits lists of people as libraries, shops and readers write them: "Lune, Ada & Mar, Bo",
-- "Lune A. B., Mar C.", "Ada Lune, Bo Mar (Editor)", "edited by Ada Lune", "Ada Lune et al."

local generations = require("rules.lib.generations")
local lists = require("rules.lib.lists")
local set_of = require("lib.set_of")
local spelling = require("rules.lib.spelling")

-- Words after a name that are not part of it.
local suffixes = set_of("phd md dds mba esq rdn ldn psyd edd dvm mph mfa lcsw lmft")
-- Those that are initials as well: "Blackmore, R. D.".
local bare_suffixes = { RD = true, RN = true }

-- Words that begin a family name of several words: "Le Guin, Ursula", "van der Berg, Jan".
local particles = set_of("le la de del di da du van von ten ter al el st. mac")

-- Roles of people who make a book that others wrote; the beginnings of words.
local roles = {
  "translat", "narrat", "illustrat", "edit", "foreword", "introduc", "afterword", "reader", "read",
  "cover", "contribut", "adapt", "preface", "photograph", "perform", "compil", "letterer",
  "colorist", "colourist", "ed$", "eds$", "trans$", "illus$",
}

-- Ranks that libraries add to names, besides years of life.
local ranks = {
  graf = true, sir = true, lady = true, lord = true, baron = true, baroness = true, saint = true,
  count = true, countess = true, dame = true, freiherr = true, pope = true, emperor = true,
}

local name_lists = {}

--- A word of a name in lower case and without dots.
function name_lists.plain_word(part) return (part:lower():gsub("[%.%s]", "")) end

-- "J.R." are initials; "Jr." is a suffix.
local function is_suffix(part)
  return bare_suffixes[part] or (suffixes[name_lists.plain_word(part)]
    or generations.is_ending(part)) == true and not part:find("^%u%.%s?[RS]%.$")
end
name_lists.is_suffix = is_suffix

-- Whether a text is nothing but initials: "R. J.", "RJ", "J.-P.", "М. А.".
local function are_initials(part)
  if part:find("^%u[%u%.%s%-]*$") then return #part:gsub("%U", "") <= 3 end
  local rest = part:gsub("[\xc3-\xf4][\x80-\xbf]+%.", "")
  return rest ~= part and rest:find("^[%s%-]*$") ~= nil
end

--- Puts initials before the family name: "Brooker R. J." and "Brooker RJ" become "R. J. Brooker".
function name_lists.initials_first(name)
  local family, initials = name:match("^(%S%S%S.-)%s+(%S.*)$")
  while initials and not are_initials(initials) do
    local word, rest = initials:match("^(%S+)%s+(%S.*)$")
    if not word or word:find("%.") then return name end
    family, initials = family .. " " .. word, rest
  end
  -- A name in capitals has none; "Malcolm X" is the same from both sides.
  if not initials or not family:find("[%l\x80-\xff]") or family:find("%.") then return name end
  return initials .. " " .. family
end

-- Whether words name who wrote the book.
local function is_writer(words)
  words = words:lower()
  return words:find("author", 1, true) ~= nil or words:find("writer", 1, true) ~= nil
end

-- Whether words name another role: "Translator", "illustrated by", "eds.".
local function is_role(words)
  if is_writer(words) then return false end
  for word in words:lower():gmatch("%a+") do
    for _, role in ipairs(roles) do
      if word:find("^" .. role) then return true end
    end
  end
  return false
end

-- Turns "Last, First" into "First Last", but only when the part before the comma is one word or
-- begins with a particle, or the part behind it is one: the comma of "John Smith, Jane Doe"
-- separates people. Returns whether it did.
local in_order
function in_order(name)
  if not name:find(",", 1, true) then return name, false end
  -- The suffix of "King, Martin Luther, Jr." stays behind the name.
  local before, ending = name:match("^([^,]+,[^,]+), *([^,]+)$")
  if before and is_suffix(ending) then
    local ordered, did = in_order(before)
    return ordered .. (generations.is_ending(ending) and " " .. ending or ""), did
  end
  local last, first = name:match("^%s*([^,]+), *([^,]+)$")
  if not last or is_suffix(first) then return name, false end
  local word, space = last:match("^(%S+)(%s?)")
  local is_family = space == "" or particles[word:lower()]
    or are_initials(first) and not last:find("%f[%w]%u%.")
    or particles[first:match(" (%l+)$") or ""]
    or not first:find(" ", 1, true) and last:find("^%S+ %S+%s*$") ~= nil
  if not is_family then return name, false end
  return first .. " " .. last, true
end
name_lists.in_order = in_order

-- Reads the parts between commas: initials belong to the family name before them, as in "Lune, A.
-- B., Mar, C.", and so do given names where some have several words, as in "Lune, Ada B., Mar, Bo".
local function add_parts(found, list)
  local parts, in_pairs = {}, false
  for part in list:gmatch("[^,]+") do
    part = spelling.tidy(part)
    if are_initials(part) and #parts > 0 and not parts[#parts]:find(" ", 1, true) then
      parts[#parts] = part .. " " .. parts[#parts]
    elseif #parts > 0 and parts[#parts]:find(" ", 1, true) and generations.is_ending(part) then
      -- Of "Lune, Ada, Jr., Mar, Bo" it would stand between the names.
      parts[#parts] = parts[#parts] .. " " .. part
    elseif part ~= "" and not is_suffix(part) then
      parts[#parts + 1] = part
    end
  end
  for place, part in ipairs(parts) do
    local has_space = part:find(" ", 1, true) ~= nil
    if place % 2 == 1 and has_space then in_pairs = nil end
    if place % 2 == 0 and has_space and in_pairs == false then in_pairs = true end
  end
  if in_pairs and #parts >= 4 and #parts % 2 == 0 then
    for place = 1, #parts, 2 do found[#found + 1] = parts[place + 1] .. " " .. parts[place] end
  else
    table.move(parts, 1, #parts, #found + 1, found)
  end
end

-- Cuts "; translated by Bo Mar" and the like; of "edited by Ada Lune" the name stays. Returns
-- whether only helpers are left.
local function without_credits(list)
  if not list:find("%f[%a][Bb]y%f[%A]") then return list, false end
  list = list:gsub("^%s*[Ww]ritten[%a%s&,]-%s+by%s+", ""):gsub("^%s*[Bb]y%s+", "")
  local start, role, rest = list:match("()%f[%a](%a+)%s+by%s+()")
  while start do
    if is_role(role) then
      local before = list:sub(1, start - 1):gsub("[;,%s]*[Ww]ith an?%s*$", "")
      if not before:find("[%w\x80-\xff]") then return list:sub(rest), true end
      return (before:gsub("[;,&%s]+$", ""):gsub("%s+and$", "")), false
    end
    start, role, rest = list:match("()%f[%a](%a+)%s+by%s+()", rest)
  end
  return list, false
end

-- Removes "Jane Doe (Editor)" from a list with others, because she did not write the book; alone
-- she stays. "Jane Doe (Bo Ray)" is one person. The second result tells that only helpers are left.
local function without_roles(list)
  local writers, helped = without_credits(list)
  -- "Ada Lune & Bo Mar (Eds.)" are both editors.
  local several, are_editors = writers:gsub("%s*[%(%[][Ee]d%a*s%.?[%)%]]%s*$", "")
  if are_editors > 0 and several:find("[&;]") and not several:find("[%(%[]") then
    return several, true
  end
  -- Libraries write "Lune, Ada, author" and "Mar, Bo, editor", shops "Ada Lune - author, narrator".
  writers = writers:gsub("%s+%-+%s+(%l[%l, ]+)%f[;&%z]", " (%1)")
  writers = writers:gsub(",%s*(%l+)%.?%f[,;&%z]", function(word)
    return (word == "author" or is_role(word)) and " (" .. word .. ")" or nil
  end):gsub("%s*(%b())", function(words) return is_writer(words) and "" or nil end)
  if writers:find("[%(%[]") then
    -- Replaces each role in brackets by "\1", which no name contains, so that brackets are checked
    -- once.
    local marked = writers:gsub("%b()", function(role) return is_role(role) and "\1" or "" end)
    marked = marked:gsub("%b[]", function(role) return is_role(role) and "\1" or "" end)
    local kept, has_signs = {}, marked:find("[;&]") ~= nil
    for part in marked:gmatch("[^;&]+") do
      if not part:find("\1", 1, true) then
        kept[#kept + 1] = part
      elseif part:find(",", 1, true) and not part:find("^[^,]+,%s*[^%s,]+%s*\1%s*$")
        and not (has_signs and select(2, in_order(part))) then
        -- Of "Homer, Emily Wilson (Translator)" only Homer wrote the book.
        for name in part:gmatch("[^,]+") do
          if not name:find("\1", 1, true) then kept[#kept + 1] = name end
        end
      end
    end
    helped = helped or #kept == 0
    writers = #kept > 0 and table.concat(kept, ";") or marked:gsub("\1", "")
  end
  if writers:find("[%w\x80-\xff]") then return writers, helped end
  return list, false
end

-- Removes such additions: "Tolstoy, Leo, graf, 1828-1910" becomes "Tolstoy, Leo".
local function without_heading(list)
  if not list:find(",") then return list end
  local plain = list:gsub(",%s*[bdc]?[aorn]*%.?%s*%d%d%d%d?%??%s*%-?%s*%d*%??%.?%f[^%d%-%?%.]", "")
  return (plain:gsub(",%s*(%a+)([^,;&]*)", function(word, rest)
    return ranks[word:lower()] and (rest == "" or rest:find("^ of ")) and "" or nil
  end))
end

-- Removes the words for those who are not named.
local function without_others(list)
  if list:find("u.a.", 1, true) then list = list:gsub(",?%s+u%.a%.", "") end
  if not list:find("others", 1, true) and not list:find("[Ee]t%.? al") then return list end
  list = list:gsub("%s*[,;&]?%s*[%[%(]?and others[%]%)]?", "")
  return (list:gsub("%s*[,;&]?%s*[%[%(]?%f[%a][Ee]t%.? al%f[%A]%.?[%]%)]?", ""))
end

-- Whether a list is one name of letters only, without words that separate or end names. Shorter
-- texts may be a suffix ("Ph D").
local function is_plain(list)
  return #list > 8 and #list <= 200 and not list:find("[^%a ]") and list:find("^%a+ %a") ~= nil
    and list:byte(-1) ~= 32 and not list:find("  ", 1, true) and not list:find(" and ", 1, true)
    and not list:find(" as ", 1, true) and not list:find("%f[%a][Bb]y ")
    and not list:find(" et al", 1, true) and not list:find(" und ", 1, true)
    and not list:find(" with ", 1, true)
end

-- Reads lists of Calibre's data file, which has "|" for the comma within a name: "Lune| Ada,
-- Mar| Bo". Returns nil for other lists.
local function with_commas(list)
  local parts = {}
  for people in list:gmatch("[^;&]+") do
    local is_marked = people:find("|", 1, true)
    for part in people:gmatch(is_marked and "[^,]+" or ".+") do
      local last, first = part:match("^%s*([^|]*%S)| ([^|]+)$")
      if is_marked and not last then return nil end
      parts[#parts + 1] = last and ("%s, %s"):format(last, first) or part
    end
  end
  return table.concat(parts, ";")
end

-- Reads lists as other programs write them: "Lune, Ada:Mar, Bo:" of Kindle, "['Ada', 'Bo']".
local function parted(list)
  if list:find("^%s*%[") then return table.concat(lists.of(list), ";") end
  if list:find("|", 1, true) then return with_commas(list) or list end
  if not list:find(":", 1, true) or list:find(";", 1, true) then return list end
  for part in list:gmatch("[^:]+") do
    if not part:find("^[^,]+, ?[^,]+$") then return list end
  end
  return (list:gsub(":", ";"))
end

--- Returns the names of a list as spelled, "First Last", in order. Lists are split at ";", "/",
--- "&", "|", "and", and at commas, except between last and first name. The second result tells that
--- they are editors, translators and the like.
function name_lists.split(list)
  if is_plain(list) then return { list }, false end
  list = parted(list)
  local writers, helped = without_roles(without_others(spelling.plain(list)))
  local plain = without_heading(writers)
  if plain:find("as%s") then
    plain = plain:gsub("%s+writing as%s+", ";"):gsub("%s+as%s+%f[%u]", ";")
  end
  plain = plain:gsub(" +and +", ";"):gsub(" +und +", ";"):gsub(" +with +", ";"):gsub(",;", ";")
  if plain:find("[&/|]") then plain = plain:gsub(",? *[&|] *", ";"):gsub(" */+ *", ";") end
  local found = {}
  for part in plain:gmatch("[^;]+") do
    local ordered, swapped = in_order(spelling.tidy(part))
    if swapped then
      found[#found + 1] = ordered
    else
      add_parts(found, ordered)
    end
  end
  return found, helped
end

return name_lists
