-- Reads a title that contains the other record's title, where what is beside it needs no sign to be
-- understood: "08 Harbour Lights Ada Lune", "Harbour Lights by Ada Lune", "Harbour Lights Live".
-- Names count that a field of either record has, a number in front, and known remarks.

local byline = require("rules.lib.byline")
local changed = require("lib.changed")
local spelling = require("rules.lib.spelling")
local titles = require("rules.lib.titles")
local tracks = require("rules.lib.tracks")
local versions = require("rules.lib.versions")

local contained = {}

-- A title without the spaces that names of files have for apostrophes: "that s right".
local function flat(words)
  if not words:find(" [stmd]%f[ \0]") then return words end
  return (words:gsub("(%a) ([stmd])%f[ \0]", "%1%2"))
end

local function find(words, in_words)
  if words == "" or #words >= #in_words then return nil end
  if not in_words:find(words, 1, true) then return nil end
  return (" " .. in_words .. " "):find(" " .. words .. " ", 1, true)
end

--- Whether one of two tracks' titles contains the other's, and more.
function contained.any(a, b)
  local words, full = flat(a.full), flat(b.full)
  if #words > #full then words, full = full, words end
  return find(words, full) ~= nil
end

-- Where a field names the artist, a single word in the title is rather one of the title's:
-- "Blue Christmas" by Blue.
local function add_names(list, record, named)
  if not record.artist then return end
  local function add(name)
    if not named or name:find(" ") then list[#list + 1] = { name, "artist", record.artist } end
  end
  add(record.artist.whole)
  for _, name in ipairs(record.artist.people) do add(name) end
end

-- The names and albums of both records.
local function known(track, other)
  local list = {}
  add_names(list, other, track.artist)
  add_names(list, track, track.artist)
  for _, record in ipairs({ other, track }) do
    if record.album_key then list[#list + 1] = { record.album_key, "album", record } end
  end
  -- The film or game that the other song was made for: 'Main Title (From "Star Boats")'.
  for name in (other.written or ""):gmatch('"([^"]+)"') do
    list[#list + 1] = { spelling.key(name), "source", name }
  end
  return list
end

-- Returns what follows a known name at the beginning of a text, and the name; nil without one.
local function behind_name(rest, names)
  for _, words in ipairs(byline.variants(rest)) do
    words = words:gsub("^the ", "")
    for _, name in ipairs(names) do
      if (words .. " "):sub(1, #name[1] + 1) == name[1] .. " " then
        return words:sub(#name[1] + 2), name
      end
    end
  end
end

-- Takes known names from the beginning of a text, and returns what remains.
local function take(rest, names, option)
  while rest ~= "" do
    rest = rest:gsub("^performed by ", ""):gsub("^by ", ""):gsub("^the ", "")
    local behind, name = behind_name((rest:gsub("^with ", "")), names)
    if not name then break end
    rest = behind
    option[name[2]] = option[name[2]] or name[3]
    table.insert(option.said, { name[2], name[1] })
  end
  return rest
end

-- Whether two lengths agree to the second.
local function same_length(a, b)
  return a.seconds and b.seconds and math.abs(a.seconds - b.seconds) <= 1
end

-- Adds words that no field says, perhaps an artist whom nobody names, and returns whether they are
-- `allowed`.
local function add_words(option, words, leads, allowed)
  if words == "" then return true end
  table.insert(option.words, { piece = { text = words, key = words }, leads = leads })
  return allowed
end

-- The title with the versions, guests and part that the track's own one names.
local function versioned(title, track)
  return changed(title, {
    strong = tracks.union(title.strong, track.strong), soft = tracks.union(title.soft, track.soft),
    guests = #title.guests > 0 and title.guests or track.guests,
    version = track.version ~= "" and track.version or title.version,
    part = title.part or track.part,
  })
end

-- Whether what follows a title is a remark. Without a bracket one neutral word, "with …", "vs …"
-- and "from …" may belong to the title: "Stay With Me", "Sky High", "Love From Afar".
local function is_remark(rest)
  local first, behind = rest:match("^(%a+) (.+)$")
  if first == "with" then return versions.classify(behind) == "neutral" end
  if first == "from" then
    return behind:find("soundtrack") ~= nil or behind:find("motion picture") ~= nil
  end
  if rest == "" or first == "vs" then return false end
  local kind = versions.classify(rest)
  if kind == "neutral" and not behind then
    return rest:find("^expli") or versions.without_noise("a " .. rest)
  end
  return kind ~= "words"
end

--- Returns the reading of a track's title that is the `title` of another track (as lib.readings has
--- them); nil when that does not stand in it, or something beside it is not known.
function contained.reading(track, title, other)
  local full, words = flat(track.full), flat(title.full)
  local place = find(words, full)
  if not place then return nil end
  local option = { words = {}, said = {} }
  local names = known(track, other)
  local before = full:sub(1, math.max(0, place - 2))
  local number, behind = before:match("^(%d%d?) ?(.*)$")
  if number and (number:find("^0") or behind ~= "") then
    before, option.place = behind, tonumber(number)
  end
  before = take(before, names, option)
  local rest = full:sub(place + #words + 1)
  -- Beside a live song "live" does not name the album.
  if not (next(title.strong) and is_remark(rest)) then rest = take(rest, names, option) end
  local known_rest = is_remark(rest)
  local allowed = #words >= 8 and same_length(track, other)
  if not (add_words(option, before, true, allowed)
    and (known_rest or add_words(option, rest, false, allowed))) then
    return nil
  end
  option.title = versioned(titles.parse(known_rest and ("%s [%s]"):format(words, rest) or words),
    track)
  return option
end

return contained
