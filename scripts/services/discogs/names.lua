-- Names as Discogs writes them: artists of one name have numbers, "Nirvana (2)"; a name that is
-- printed otherwise has a star, "Beatles*"; and some artists stand for nobody.

local country_code = require("lib.countries")
local text_of = require("lib.json_values").text

local names = {}

-- Artists of Discogs that stand for nobody, by their names in lower case.
local nobody = {
  various = "Various Artists", ["various artists"] = "Various Artists",
  ["unknown artist"] = "Unknown Artist", ["no artist"] = "No Artist",
}

--- Returns the two letters of a country; nil for regions, and for countries of the past.
function names.country(value)
  local name = text_of(value)
  local code = name and country_code(mix.text.fold(name))
  return code and not code:find("^X") and code or nil
end

-- Removes the numbers and the stars of one or more names. A number stands at the end of a name,
-- which is followed by nothing, or by a word that joins the next.
local function plain(text)
  local found = text:gsub("%s%(%d+%)(%*?)%f[\0 ,/;+&]", "%1"):gsub("(%S)%*%f[\0 ,/;+&]", "%1")
  return text_of(found) or text
end

--- Returns a name without the marks of Discogs, and whether it stands for nobody.
function names.artist(text)
  local found = plain(text)
  local known = nobody[found:lower()]
  return known or found, known ~= nil
end

--- Returns a label without the number that tells it from others of its name; nil for none, and for
--- the words of a release without a label.
function names.label(text)
  local found = text and plain(text)
  return found and not found:lower():find("^not on label") and found or nil
end

--- Returns what to ask for an artist: compilations are by "Various".
function names.asked(text)
  local known = text and nobody[text:lower()]
  return known == "Various Artists" and "Various" or text
end

--- Returns the artist and the title of a text such as "Nirvana (2) - All Of Us". Both may hold the
--- sign that parts them; `query` (artist, title) tells which one does.
function names.parted(text, query)
  local function is_like(part, sought)
    return sought and mix.text.fold(part) == mix.text.fold(sought)
  end
  local artist, title
  local first, last = (text or ""):find(" - ", 1, true)
  while first do
    local before, after = names.artist(text:sub(1, first - 1)), text_of(text:sub(last + 1))
    if after and not artist then artist, title = before, after end
    if after and (is_like(before, query.artist) or is_like(after, query.title)) then
      return before, after
    end
    first, last = text:find(" - ", first + 1, true)
  end
  return artist, title
end

return names
