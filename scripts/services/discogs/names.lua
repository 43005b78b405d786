-- Names as Discogs writes them: artists of one name have numbers, "Nirvana (2)"; a name that is
-- printed otherwise has a star, "Beatles*"; and some artists stand for nobody.

local json_values = require("lib.json_values")

local text_of, object_of = json_values.text, json_values.object

local names = {}

-- Artists of Discogs that are no persons, by their names in lower case.
local nobody = {
  various = "Various Artists", ["various artists"] = "Various Artists",
  ["unknown artist"] = "Unknown Artist", ["no artist"] = "No Artist",
}

-- Its names of countries, as far as they are one country.
local countries = {
  US = "US", UK = "GB", Germany = "DE", France = "FR", Italy = "IT", Japan = "JP", Spain = "ES",
  Netherlands = "NL", Belgium = "BE", Canada = "CA", Australia = "AU", Sweden = "SE",
  Norway = "NO", Denmark = "DK", Finland = "FI", Austria = "AT", Switzerland = "CH",
  Poland = "PL", Portugal = "PT", Greece = "GR", Brazil = "BR", Mexico = "MX", Argentina = "AR",
  Russia = "RU", Ukraine = "UA", Turkey = "TR", Ireland = "IE", Iceland = "IS", Hungary = "HU",
  ["Czech Republic"] = "CZ", ["New Zealand"] = "NZ", ["South Africa"] = "ZA", India = "IN",
  ["South Korea"] = "KR", China = "CN", Taiwan = "TW", Israel = "IL", Colombia = "CO",
  Croatia = "HR", Serbia = "RS", Slovenia = "SI", Romania = "RO", Bulgaria = "BG", Jamaica = "JM",
}

--- Returns the two letters of a country; nil for regions, and for countries of the past.
function names.country(value) return countries[text_of(value)] end

-- Removes the numbers and the stars of one or more names. A number stands at the end of a name,
-- which is followed by nothing, or by a word that joins the next.
local function plain(text)
  local found = text:gsub("%s%(%d+%)(%*?)%f[\0 ,/;+&]", "%1"):gsub("(%S)%*%f[\0 ,/;+&]", "%1")
  return text_of(found) or text
end

--- Returns the artist of a release as it is credited.
function names.artist(text)
  local found = plain(text)
  return nobody[found:lower()] or found
end

--- Returns the name of a person or group; nil for a name that stands for nobody.
function names.person(text)
  local found = plain(text)
  return not nobody[found:lower()] and found or nil
end

--- Returns what to ask for an artist: compilations are by "Various".
function names.asked(text)
  local known = text and nobody[text:lower()]
  return known == "Various Artists" and "Various" or text
end

--- Returns the credit of a list of artists with the texts that join them; nil without a name.
function names.credit(list)
  local parts, join = {}, nil
  for _, raw in ipairs(json_values.list(list)) do
    raw = object_of(raw)
    local name = text_of(raw.anv) or text_of(raw.name)
    if name then
      if join then parts[#parts + 1] = join == "," and ", " or " " .. join .. " " end
      parts[#parts + 1] = plain(name)
      join = text_of(raw.join) or ","
    end
  end
  local whole = text_of(table.concat(parts))
  return whole and names.artist(whole)
end

local function is_like(part, sought)
  return sought ~= nil and mix.text.fold(part) == mix.text.fold(sought)
end

--- Returns the artist and the title of a text such as "Nirvana (2) - All Of Us". Both may hold the
--- sign that parts them; `query` (artist, title) tells which one does.
function names.parted(text, query)
  local artist, title, from = nil, nil, 1
  while text do
    local first, last = text:find(" - ", from, true)
    if not first then break end
    local before, after = names.artist(text:sub(1, first - 1)), text_of(text:sub(last + 1))
    if after and not artist then artist, title = before, after end
    if after and query and (is_like(before, query.artist) or is_like(after, query.title)) then
      return before, after
    end
    from = first + 1
  end
  return artist, title
end

return names
