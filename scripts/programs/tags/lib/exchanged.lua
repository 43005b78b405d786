-- Albums in whose files title and artist stand in each other's place.

local album_search = require("programs.tags.lib.album_search")
local grouping = require("programs.tags.lib.grouping")

local exchanged = {}

local function crossed(values, one, other)
  local copy = {}
  for name, value in pairs(values) do copy[name] = value end
  copy[one], copy[other] = values[other], values[one]
  return copy
end

--- The tags and the record of a file as they are meant.
function exchanged.meant(file)
  if not file.is_exchanged then return file.tags, file.record end
  return crossed(file.tags, "TITLE", "ARTIST"), crossed(file.record, "title", "artist")
end

-- Whether the files may be meant so: their tags name as many artists as titles, or more. An album
-- has one artist and many titles, and a sampler as many of both.
local function may_be(files)
  local seen, more = {}, 0
  for _, file in ipairs(files) do
    local record, from = file.record, file.from or {}
    if not (record.title and record.artist) or from.title or from.artist then return false end
    for field, weight in pairs({ title = -1, artist = 1 }) do
      local key = field .. mix.text.fold(record[field])
      if not seen[key] then seen[key], more = true, more + weight end
    end
  end
  return more >= 0
end

-- Calls a function while the files of an album have their records as they are meant.
local function with_meant(files, call)
  local before = {}
  for place, file in ipairs(files) do
    before[place] = file.record
    file.record, file.form = crossed(file.record, "title", "artist"), nil
  end
  local verdict = call()
  for place, file in ipairs(files) do file.record, file.form = before[place], nil end
  return verdict
end

--- The verdict of album_search.run; where it is not sure, on the album with titles and artists
--- exchanged, if that is sure. The files of its tracks then have `is_exchanged`.
function exchanged.search(service, group)
  for _, file in ipairs(group.files) do file.is_exchanged = nil end
  local verdict, err = album_search.run(service, group)
  if not verdict or verdict.decision == "matched" or not may_be(group.files) then
    return verdict, err
  end
  local other = with_meant(group.files, function()
    local turned = grouping.album(group.files, group.folder, group.name)
    return (album_search.run(service, turned))
  end)
  if not other or other.decision ~= "matched" then return verdict end
  for _, pair in ipairs(other.matches[1].pairs) do pair.file.is_exchanged = true end
  other.reason = other.reason .. "; title and artist are exchanged"
  return other
end

return exchanged
