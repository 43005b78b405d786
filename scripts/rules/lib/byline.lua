-- Names of makers beside a title: "Harbour Lights by Ada Lune", "Franz Kafka: Das Schloss". Nothing
-- but a name that a record has may be taken from a title, because the words before one are words of
-- titles as well.

local set_of = require("lib.set_of")

local words = set_of("by von par por de di da do av af van door od przez of")
-- Those that a family name alone may follow.
local plain_words = set_of("by von par por av af door przez")

local byline = {}

--- Returns the texts that may begin with a name: a text itself, and without such a word in front.
function byline.variants(rest)
  local list = { rest }
  local word, name = rest:match("^(%a+) (.+)$")
  if word and words[word] then list[2] = name end
  -- The apostrophe of "d'Ada" is gone.
  if rest:find("^d[aehiouy]") then list[#list + 1] = rest:sub(2) end
  return list
end

-- Returns what stands before a name at the end of a key: with one of `of` between, or with nothing
-- before a name of several words; nil where it does not.
local function before(key, name, of)
  if key:sub(-#name) ~= name then return nil end
  local rest = key:sub(1, -#name - 1)
  local title, word = rest:match("^(.+) (%a+) $")
  if word and of[word] then return title end
  if not name:find(" ") then return nil end
  return name:find("^[aehiouy]") and rest:match("^(.+) d$") or rest:match("^(.+) $")
end

-- Writes initials together, as titles have them without dots: "j r r tolkien".
local function joined(key)
  if not key:find("%f[%w]%a %a%f[%W]") then return key end
  local list, is_open = {}, false
  for word in key:gmatch("%S+") do
    local is_letter = #word == 1
    local place = is_letter and is_open and #list or #list + 1
    list[place], is_open = (list[place] or "") .. word, is_letter
  end
  return table.concat(list, " ")
end

-- A book's title without a name, or nil. `title` is what lib.booktitles returns.
local function without(title, name, of)
  local main, sub = joined(title.main), joined(title.sub)
  if title.sub_main and name == main then return title.sub_main end
  if sub == name or joined(title.extra) == name then return title.main end
  local key = joined(title.core)
  local rest = before(key, name, of)
  if rest or key:sub(1, #name + 2) == name .. "s " then return rest or key:sub(#name + 3) end
  return name:find(" ") and title.sub == "" and key:sub(1, #name + 1) == name .. " "
    and key:sub(#name + 2):gsub("^the ", "") or nil
end

--- Returns the key of a book's title without the name of one of the authors in it, such as "Dune by
--- Frank Herbert", "Frank Herbert's Dune", "The Iliad of Homer", "Kafka, Franz: Das Schloss", "The
--- Hobbit by Tolkien"; nil where none stands in it.
function byline.without_author(title, authors)
  for _, author in ipairs(authors or {}) do
    local name = joined(author.key)
    local given, family = name:match("^(.+) (%S+)$")
    local found = #name > 4 and without(title, name, words)
    if not found and given then
      found = without(title, family .. " " .. given, words)
        or #family > 3 and without(title, family, plain_words)
    end
    if found then return found end
  end
  return nil
end

return byline
