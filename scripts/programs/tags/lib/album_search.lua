-- Finds the releases that an album of files may be, in few requests: by its identifiers, by its
-- barcode, by its names, and by the recordings of some of its files.

local album_likeness = require("programs.tags.lib.album_likeness")
local album_verdict = require("programs.tags.lib.album_verdict")
local failure = require("lib.failure")
local queries = require("rules.lib.service_queries")

local album_search = {}

-- Releases that are looked up, for names and in all; files whose recordings are asked for.
local most_named, most, asked_files = 5, 8, 3
-- Below it a release of a search is not looked up.
local least_outlook = 0.45
-- Editions of one album with as many tracks that are looked up; what the others say is compared
-- without.
local most_alike = 2
-- At such a score a release fits in all.
local perfect = 0.95

local Search = {}
Search.__index = Search

-- The answer of a call; a refusal of the question is an empty one, other failures end the search.
local function answered(found, err)
  if found then return found end
  if failure.is_of_question(err) then return {} end
  error(err, 0)
end

function Search:search(query) return answered(self.service:search(queries.cut(query))) end

-- A merged release answers with its new identifier. Its tracks have new ones, too.
local function take_merged_release(self, old, new)
  self.seen[new] = true
  if self.group.facts.release ~= old then return end
  self.group.facts.release = new
  for _, file in ipairs(self.group.files) do file.facts.release_track = nil end
end

-- Takes the new identifiers of files' recordings that were merged into those of a release, as far
-- as all but the identifier says that they are its tracks. The first one that was not merged ends
-- the questions. Returns whether there are any.
local function take_merged_recordings(self, match)
  local is_any = false
  for _, pair in ipairs(match.pairs) do
    local record = pair.file.record
    if not self.has_others and album_likeness.differs_by_identifier(pair) then
      local found = answered(self.service:lookup({ record.musicbrainz }, { kind = "track" }))[1]
      self.has_others = not found or found.id ~= pair.track.id
      if not self.has_others then record.musicbrainz, is_any = found.id, true end
    end
  end
  return is_any
end

-- Compares a release with the album, once.
function Search:look_at(id)
  if self.seen[id] or #self.matches >= most then return end
  self.seen[id] = true
  for _, release in ipairs(answered(self.service:lookup({ id }, { kind = "release" }))) do
    if release.id ~= id then take_merged_release(self, id, release.id) end
    if release.tracks and #release.tracks <= 1000 then
      local match = album_likeness.compare(self.group, release)
      if take_merged_recordings(self, match) then
        match = album_likeness.compare(self.group, release)
      end
      self.matches[#self.matches + 1] = match
    end
  end
end

function Search:best()
  local best = 0
  for _, match in ipairs(self.matches) do best = math.max(best, match.score) end
  return best
end

function Search:verdict()
  local others = {}
  for _, release in ipairs(self.found) do
    if not self.seen[release.id] then others[#others + 1] = release end
  end
  return album_verdict.of(self.group, self.matches, others)
end

local function by_identifiers(self)
  if self.group.facts.release then self:look_at(self.group.facts.release) end
end

local function by_barcode(self)
  local barcode = self.group.facts.barcode
  if not barcode then return end
  -- Shops write a UPC with a nought in front, as an EAN.
  local found = self:search({ kind = "release", barcode = barcode })
  for place = 1, math.min(#found, 3) do self:look_at(found[place].id) end
end

-- Looks at the releases of a search, those that promise most first.
function Search:look_at_best(found)
  local list, alike = {}, {}
  for _, release in ipairs(found) do
    self.found[#self.found + 1] = release
    local outlook = album_likeness.outlook(self.group, release)
    if outlook >= least_outlook then
      list[#list + 1] = { release = release, outlook = outlook, place = #list }
    end
  end
  table.sort(list, function(a, b)
    if a.outlook ~= b.outlook then return a.outlook > b.outlook end
    return a.place < b.place
  end)
  local looked, last = 0, 0
  for _, item in ipairs(list) do
    local key = ("%s %s"):format(item.release.group, item.release.track_count)
    alike[key] = (alike[key] or 0) + 1
    -- The rest promises less than one that fits.
    if self:best() >= perfect and item.outlook < last - 0.02 then return end
    last = item.outlook
    if looked < most_named and (not item.release.group or alike[key] <= most_alike) then
      looked = looked + 1
      self:look_at(item.release.id)
    end
  end
end

local function by_names(self)
  local group = self.group
  if not group.title then return end
  local artist = group.is_various and "Various Artists" or group.artist
  self:look_at_best(self:search({ kind = "release", title = group.title, artist = artist,
    limit = 50 }))
  if artist and self:verdict().decision == "none" then
    self:look_at_best(self:search({ kind = "release", title = group.title, limit = 25 }))
  end
end

local function recordings_of(self, file)
  local record, options = file.record, { kind = "track", releases = true }
  if record.musicbrainz then
    local found = answered(self.service:lookup({ record.musicbrainz }, options))
    if #found > 0 then return found end
  end
  local query = { kind = "track", releases = true, limit = 25 }
  if record.isrc then
    query.isrc = record.isrc
    local found = self:search(query)
    if #found > 0 then return found end
    query.isrc = nil
  end
  if not record.title then return {} end
  query.title, query.artist = record.title, record.artist
  local found = self:search(query)
  if #found > 0 or not query.artist then return found end
  -- A damaged name has no word that the catalogue knows.
  query.artist = nil
  return self:search(query)
end

-- The releases that most of some files are on: those with identifiers first, then long titles,
-- which few songs have.
local function by_recordings(self)
  local files = table.move(self.group.files, 1, #self.group.files, 1, {})
  local function worth(file)
    local record = file.record
    return (record.musicbrainz and 2000 or 0) + (record.isrc and 1000 or 0) + #(record.title or "")
  end
  table.sort(files, function(a, b)
    if worth(a) ~= worth(b) then return worth(a) > worth(b) end
    return a.path < b.path
  end)
  local votes, order = {}, {}
  for place = 1, math.min(#files, asked_files) do
    local voted = {}
    for _, track in ipairs(recordings_of(self, files[place])) do
      for _, id in ipairs(track.releases or {}) do
        if not votes[id] then votes[id], order[#order + 1] = 0, id end
        if not voted[id] then votes[id], voted[id] = votes[id] + 1, true end
      end
    end
  end
  local at = {}
  for place, id in ipairs(order) do at[id] = place end
  table.sort(order, function(a, b)
    if votes[a] ~= votes[b] then return votes[a] > votes[b] end
    return at[a] < at[b]
  end)
  local needed = math.min(2, #files)
  for place = 1, math.min(#order, 3) do
    if votes[order[place]] >= needed then self:look_at(order[place]) end
  end
end

-- A release that is not as near as this leaves the next way to be tried.
local near = 0.8

local function run(self)
  local verdict = self:verdict()
  for _, way in ipairs({ by_identifiers, by_barcode, by_names, by_recordings }) do
    way(self)
    verdict = self:verdict()
    local best = verdict.matches[1]
    if verdict.decision == "matched" or best and best.score >= near and way == by_names then
      return verdict
    end
  end
  return verdict
end

--- The verdict (album_verdict.of) on an album of files by a service that searches and looks up
--- releases; nil and the error where it did not answer.
function album_search.run(service, group)
  local self = setmetatable({ service = service, group = group, seen = {}, matches = {},
    found = {} }, Search)
  return failure.caught(run, self)
end

return album_search
