-- Albums whose titles and artists are not what they seem in all files: they stand in each other's
-- place, or the titles are placeholders of any language ("Titel 03").

local album_search = require("programs.tags.lib.album_search")
local changed = require("lib.changed")
local grouping = require("programs.tags.lib.grouping")
local legacy_texts = require("programs.tags.lib.legacy_texts")

local meanings = {}

local function exchange(values, title, artist)
  return changed(values, { [title] = values[artist] or false, [artist] = values[title] or false })
end

local function without(values, title) return changed(values, { [title] = false }) end

-- Whether the tags name as many artists as titles, or more: an album has one artist and many
-- titles, and a sampler as many of both.
local function has_artists_for_titles(files)
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

-- Whether all titles are the same words with the number of the track.
local function are_counted(files)
  local common
  for _, file in ipairs(files) do
    local words, number = (file.record.title or ""):match("^(%D*)0*(%d+)$")
    number = math.tointeger(tonumber(number))
    common = common or words
    if not number or words ~= common or number ~= (file.facts.number or number) then
      return false
    end
    file.counted = number
  end
  return #files > 2
end

-- The ways in which files may be meant, by the name that they then have.
local ways = {
  { name = "exchanged", may_be = has_artists_for_titles, change = exchange,
    remark = "title and artist are exchanged" },
  { name = "counted", may_be = are_counted, change = without,
    remark = "the titles are placeholders" },
}

--- The tags and the record of a file as they are meant, and a remark where they are not as they
--- seem.
function meanings.of(file)
  local tags = legacy_texts.read(file.tags)
  for _, way in ipairs(ways) do
    if file.meant == way.name then
      return way.change(tags, "TITLE", "ARTIST"), way.change(file.record, "title", "artist"),
        way.remark
    end
  end
  return tags, file.record
end

-- The verdict on an album while its files have their records as they are meant.
local function verdict_of(service, group, way)
  local before = {}
  for place, file in ipairs(group.files) do
    before[place] = file.record
    file.record, file.form = way.change(file.record, "title", "artist"), nil
    file.facts.number = file.facts.number or file.counted
  end
  local verdict = album_search.run(service, grouping.album(group.files, group.folder, group.name))
  for place, file in ipairs(group.files) do file.record, file.form = before[place], nil end
  return verdict
end

--- The verdict of album_search.run; where that is not sure, on the album as it may be meant, if
--- that is. The files of its tracks then have `meant`.
function meanings.search(service, group)
  for _, file in ipairs(group.files) do file.meant = nil end
  local verdict, err = album_search.run(service, group)
  if not verdict or verdict.decision == "matched" then return verdict, err end
  for _, way in ipairs(ways) do
    local other = way.may_be(group.files) and verdict_of(service, group, way)
    if other and other.decision == "matched" then
      for _, pair in ipairs(other.matches[1].pairs) do pair.file.meant = way.name end
      other.reason = ("%s; %s"):format(other.reason, way.remark)
      return other
    end
  end
  return verdict
end

return meanings
