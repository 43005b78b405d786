-- Titles without what programs put before them in all files of an album: the number, the artist,
-- the album. A beginning that one file alone has may be a part of its title.

local credits = require("rules.lib.credits")

local bare_titles = {}

-- The files that have to agree.
local least = 3

-- Calls `read(file)` for the files, which returns what it makes of one, and then `take(file, made)`
-- for all; nothing where `read` returns nil for one.
local function for_all(files, read, take)
  local made = {}
  for place, file in ipairs(files) do
    made[place] = read(file)
    if made[place] == nil then return end
  end
  for place, file in ipairs(files) do take(file, made[place]) end
end

-- Numbers that are those of the files' tracks: "03 - Ebb".
local function without_numbers(files)
  local seen = {}
  for_all(files, function(file)
    local number, title = file.record.title:match("^(%d%d?%d?)%s*[%-._)]+%s*(%S.*)$")
    if not number then number, title = file.record.title:match("^(%d%d)%s+(%S.*)$") end
    number = math.tointeger(tonumber(number))
    local key = number and ("%d-%d"):format(file.facts.disc or 0, number)
    if not number or seen[key] or (file.facts.number or number) ~= number then return nil end
    seen[key] = true
    return { number = number, title = title }
  end, function(file, made) file.record.title, file.facts.number = made.title, made.number end)
end

local function parted(title) return title:match("^(.-)%s+%-%s+(%S.*)$") end

-- Whether a beginning is that of a name of a file, or of its path, where folders name the album.
local function names(file, beginning)
  local form, record = mix.text.fold(beginning), file.record
  return file.from and file.from.title ~= nil or record.artist
    and mix.text.fold(record.artist) == form or record.album and mix.text.fold(record.album) == form
end

-- One beginning for all titles, which is the artist or the album: "Ada Lune - Ebb".
local function without_beginning(files)
  local common
  for_all(files, function(file)
    local beginning, title = parted(file.record.title)
    if not beginning or not names(file, beginning) then return nil end
    common = common or beginning
    return beginning == common and title or nil
  end, function(file, title) file.record.title = title end)
end

-- Artists before the titles of an album by several: "Ada Lune - Ebb" by Various Artists.
local function with_artists(files)
  for_all(files, function(file)
    local record, from = file.record, file.from or {}
    local artist, title = parted(record.title)
    local has_artist = record.artist and not from.artist
      and credits.key(record.artist) ~= "various artists"
    return artist and not has_artist and { artist = artist, title = title } or nil
  end, function(file, made) file.record.artist, file.record.title = made.artist, made.title end)
end

--- Takes such beginnings out of the records of an album's files ({record, facts, from}).
function bare_titles.apply(files)
  local titled = {}
  for _, file in ipairs(files) do titled[#titled + 1] = file.record.title and file or nil end
  if #titled < least then return end
  without_numbers(titled)
  without_beginning(titled)
  without_numbers(titled)
  with_artists(titled)
end

return bare_titles
