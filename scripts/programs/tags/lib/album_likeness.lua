-- How well the files of an album fit a release: the files are assigned to its tracks at the least
-- total cost, and what both say of themselves is compared. Costs and scores are 0 to 1.

local artists = require("rules.lib.artists")
local assignment = require("programs.tags.lib.assignment")
local credits = require("rules.lib.credits")
local likeness = require("rules.lib.likeness")
local misprints = require("rules.lib.misprints")
local numbers = require("rules.lib.numbers")
local tracks = require("rules.lib.tracks")

local album_likeness = {}

-- Weights of differences. Titles and lengths tell tracks apart; numbers are often wrong.
local pair_weights = { id = 3, release_track = 2, isrc = 2, title = 2, length = 1.5, number = 0.4,
  artist = 0.6 }
local release_weights = { tracks = 3, missing = 2, extra = 2, incomplete = 0.4, album = 1.5,
  artist = 1, year = 0.5, country = 0.3, label = 0.4, catalogue_number = 1, barcode = 2,
  discs = 0.4, totals = 0.4, status = 0.2, release = 3 }
-- A file is on no track of a release when its best one costs more.
local most = 0.5
-- A file that costs no more as a track is that track, though another file is, too.
local same_track = 0.15
-- Seconds by which discs and shops differ for one recording; and those of another one.
local same_length, other_length = 3, 20
-- Another version with the same words is another track.
local other_version = 0.7

-- Differences that one other fact does not outweigh.
local limits = { id = 0.5, title = 0.4, length = 0.5, artist = 0.5 }

local function mean(costs, weights)
  local sum, total = 0, 0
  for name, cost in pairs(costs) do
    sum, total = sum + weights[name] * cost, total + weights[name]
  end
  return total > 0 and sum / total or 1
end

--- The parsed form of a record, once for all comparisons. Words of the album, such as "Live", are
--- compared as such. `remark`: what tells it from another track of its name.
function album_likeness.form(record, remark)
  local title = record.title and remark and ("%s (%s)"):format(record.title, remark)
  local form = tracks.read({ title = title or record.title, artist = record.artist })
  form.has_title = record.title ~= nil and form.full ~= ""
  form.raw_title = record.title
  return form
end

-- A misprint costs as much as the letters that are wrong.
local function at_most(cost, a, b) return math.min(cost, misprints.share(a, b) or 1) end

local function title_cost(a, b)
  if not (a.has_title and b.has_title) then return nil end
  local cost = at_most(1 - likeness.titles(a, b), a.raw_title, b.raw_title)
  local is_other = likeness.one_sided(a.strong, b.strong) or likeness.one_sided(b.strong, a.strong)
    or a.part ~= b.part
  return is_other and math.max(cost, other_version) or cost
end

local function artist_cost(a, b)
  -- "Various Artists" is nobody who played a track.
  if not (a.artist and b.artist) or credits.is_nobody(a.artist) then return nil end
  return at_most(1 - math.max(0, (artists.likeness(a, b))), a.raw_artist, b.raw_artist)
end

local function length_cost(a, b)
  if not (a and b) then return nil end
  return math.min(1, math.max(0, math.abs(a - b) - same_length) / (other_length - same_length))
end

--- Whether two lengths may be those of one recording; true where one is not known.
function album_likeness.same_length(a, b) return (length_cost(a, b) or 0) <= limits.length end

-- The place on its disc, or among all tracks where no disc is named.
local function number_cost(facts, track)
  if not facts.number then return nil end
  if facts.disc then
    return facts.disc == track.disc_number and facts.number == track.track_number and 0 or 1
  end
  return (facts.number == track.track_number or facts.number == track.place) and 0 or 1
end

local function same(a, b) return a and b and (a == b and 0 or 1) or nil end

local function is_placed(costs) return costs.length == 0 and costs.number == 0 end

--- The cost of a file as a track, and the parts of the cost.
function album_likeness.pair(file, track)
  local costs = {
    id = same(file.record.musicbrainz, track.id),
    release_track = same(file.facts.release_track, track.track_id),
    isrc = file.record.isrc and file.record.isrc == track.isrc and 0 or nil,
    title = title_cost(file.form, track.form), artist = artist_cost(file.form, track.form),
    length = length_cost(file.record.duration, track.duration),
    number = number_cost(file.facts, track),
  }
  -- The name of a file says less than a code.
  if (costs.id == 0 or costs.isrc == 0) and (file.from or {}).title then costs.title = nil end
  -- The rest of a name that lost most of its letters is enough at its place and with its length.
  if costs.title and is_placed(costs)
    and misprints.lost(file.form.raw_title, track.form.raw_title) then
    costs.title = math.min(costs.title, limits.title)
  end
  return mean(costs, pair_weights), costs
end

--- Whether more than one fact says that a file is a track, and none another one: its code or
--- identifier, title and length, or without a title its place and length.
function album_likeness.is_told(pair)
  local costs = pair.costs
  if pair.cost > 0.3 then return false end
  for name, limit in pairs(limits) do
    if (costs[name] or 0) > limit then return false end
  end
  return costs.id == 0 or costs.isrc == 0 or costs.title ~= nil or is_placed(costs)
end

--- Whether a file is a track in all but the identifier of its recording.
function album_likeness.differs_by_identifier(pair)
  local costs = pair.costs
  return costs.id == 1 and costs.title == 0 and (costs.length or 1) == 0
end

--- Whether title, length and place are those of a track: then guests that one side does not name
--- are no other recording.
function album_likeness.is_exact(pair) return pair.costs.title == 0 and is_placed(pair.costs) end

-- The pair of a file that is a track once more; nil for another file.
local function double(file, list, costs, parts)
  local best = 1
  for column = 2, #list do best = costs[column] < costs[best] and column or best end
  local pair = { file = file, track = list[best], cost = costs[best], costs = parts[best] }
  return pair.track and pair.cost <= same_track and album_likeness.is_told(pair) and pair or nil
end

-- The pairs {file, track, cost, costs} in the order of the tracks, then those of files that are a
-- track once more; the files that are on none, and the tracks that no file is, without those that
-- copies often lack.
local function assigned(files, list)
  local costs, all = {}, {}
  for row, file in ipairs(files) do
    costs[row], all[row] = {}, {}
    for column, track in ipairs(list) do
      local cost, parts = album_likeness.pair(file, track)
      costs[row][column], all[row][column] = cost, parts
    end
    for column = #list + 1, #list + #files do costs[row][column] = most end
  end
  local pairs_of, doubles, extra, missing, used = {}, {}, {}, {}, {}
  for row, column in ipairs(assignment(costs)) do
    if list[column] then
      used[column] = { file = files[row], track = list[column], cost = costs[row][column],
        costs = all[row][column] }
    else
      local pair = double(files[row], list, costs[row], all[row])
      local list_of = pair and doubles or extra
      list_of[#list_of + 1] = pair or files[row]
    end
  end
  for column, track in ipairs(list) do
    local list_of = used[column] and pairs_of or not track.is_optional and missing
    if list_of then list_of[#list_of + 1] = used[column] or track end
  end
  table.move(doubles, 1, #doubles, #pairs_of + 1, pairs_of)
  return pairs_of, extra, missing
end

local function code(text) return text and mix.text.fold(text):gsub("[^%w]", "") or nil end

local function digits(text)
  local number = text and text:gsub("%D", ""):gsub("^0+", "") or ""
  return number ~= "" and number or nil
end

local function year_cost(year, release)
  local theirs = (release.release_date or ""):match("^%d%d%d%d")
  if not (year and theirs) then return nil end
  if year == theirs then return 0 end
  -- Many files have the year in which the album came out first.
  if year == (release.first_date or ""):match("^%d%d%d%d") then return 0.3 end
  return math.min(1, 0.4 + math.abs(tonumber(year) - tonumber(theirs)) / 10)
end

-- A folder may be called by anything: "Downloads".
local function bounded(cost, is_by_folder)
  return cost and is_by_folder and math.min(cost, 0.6) or cost
end

local function album_cost(group, release)
  if not group.title then return nil end
  local cost = title_cost(album_likeness.form({ title = group.title }),
    album_likeness.form({ title = release.title }))
  return bounded(cost, group.is_named_by_folder)
end

-- The numbers of a title, whatever they count, and its words without those of parts and volumes.
local function numbered(title)
  local form = album_likeness.form({ title = title })
  local read = numbers.read(form.full .. (form.part and " part " .. form.part or ""))
  local rest = read.words:gsub("%f[%w]%d%d?%d?%f[%W]", "")
  return read, rest:gsub("%s+", "")
end

--- Whether the names are those of two parts or volumes, or only one names its number: "Tides" and
--- "Tides, Pt. 2".
function album_likeness.is_other_part(group, release)
  if not group.title or group.is_named_by_folder then return false end
  local ours, our_rest = numbered(group.title)
  local theirs, their_rest = numbered(release.title)
  return ours.words ~= theirs.words and our_rest == their_rest
    or numbers.contradict(ours.counts, theirs.counts)
end

local function maker_cost(group, release)
  local is_various = release.artist == "Various Artists"
  if group.is_various then return is_various and 0 or 0.7 end
  if not group.artist then return nil end
  if is_various then return 1 end
  local cost = artist_cost(album_likeness.form({ artist = group.artist }),
    album_likeness.form({ artist = release.artist }))
  return bounded(cost, group.is_artist_by_folder)
end

local function label_cost(a, b)
  return a and b and 1 - math.max(0, mix.text.token_set_ratio(mix.text.fold(a), mix.text.fold(b)))
end

--- The costs of what a release says of itself, without its tracks.
function album_likeness.facts(group, release)
  local facts = group.facts
  return {
    album = album_cost(group, release), artist = maker_cost(group, release),
    year = year_cost(facts.year, release), country = same(facts.country, release.country),
    label = label_cost(facts.label, release.label) or nil,
    catalogue_number = same(code(facts.catalogue_number), code(release.catalogue_number)),
    barcode = same(digits(facts.barcode), digits(release.barcode)),
    discs = same(facts.disc_total, release.disc_count),
    release = same(facts.release, release.id),
    status = release.status and (release.status == "Official" and 0 or 1) or nil,
  }
end

-- The facts in which releases of the same recordings differ.
local telling = { "release", "barcode", "catalogue_number", "label", "country", "year", "discs",
  "totals", "missing", "incomplete", "status" }
local least_difference = 0.1

--- Whether the costs of one release are less than those of another one of the same recordings. A
--- fact that the files have and one of them does not say counts half.
function album_likeness.is_nearer(one, other)
  local sum = 0
  for _, name in ipairs(telling) do
    if one[name] or other[name] then
      sum = sum + release_weights[name] * ((other[name] or 0.5) - (one[name] or 0.5))
    end
  end
  return sum >= least_difference
end

-- Whether the totals that the files have are those of the discs.
local function totals_cost(pairs_of)
  local right, known = 0, 0
  for _, pair in ipairs(pairs_of) do
    local total = pair.file.facts.track_total
    if total then
      known = known + 1
      right = right + (total == pair.track.track_count and 1 or 0)
    end
  end
  return known > 0 and 1 - right / known or nil
end

--- A search's release before it was looked up: what is known of it against an album.
function album_likeness.outlook(group, release)
  local costs = album_likeness.facts(group, release)
  if release.track_count then
    local gap = release.track_count - #group.files
    costs[gap >= 0 and "missing" or "extra"] = math.min(1, math.abs(gap)
      / math.max(#group.files, release.track_count))
    costs.incomplete = gap == 0 and 0 or 1
  end
  return 1 - mean(costs, release_weights)
end

-- The number of tracks that the files should have.
local function wanted_tracks(release, pairs_of)
  local used, count = {}, 0
  for _, pair in ipairs(pairs_of) do used[pair.track] = true end
  for _, track in ipairs(release.tracks) do
    count = count + ((used[track] or not track.is_optional) and 1 or 0)
  end
  return count
end

-- How many tracks have each title.
local function counted_names(list)
  local names = {}
  for _, track in ipairs(list) do
    local name = mix.text.fold(track.title)
    names[name] = (names[name] or 0) + 1
  end
  return names
end

--- An album of files against a release with its tracks: {release, pairs, extra, missing, wanted
--- (the number of tracks that count), costs, score}.
function album_likeness.compare(group, release)
  local names = counted_names(release.tracks)
  for place, track in ipairs(release.tracks) do
    track.place = place
    track.form = album_likeness.form(track,
      names[mix.text.fold(track.title)] > 1 and track.disambiguation or nil)
  end
  for _, file in ipairs(group.files) do
    local record, from = file.record, file.from or {}
    file.form = file.form or album_likeness.form({ title = record.title,
      artist = not from.artist and record.artist or nil })
  end
  local pairs_of, extra, missing = assigned(group.files, release.tracks)
  local costs, sum = album_likeness.facts(group, release), 0
  for _, pair in ipairs(pairs_of) do sum = sum + pair.cost end
  costs.tracks = #pairs_of > 0 and sum / #pairs_of or 1
  local count = wanted_tracks(release, pairs_of)
  costs.missing, costs.extra = #missing / math.max(1, count), #extra / #group.files
  costs.incomplete = #missing + #extra == 0 and 0 or 1
  costs.totals = totals_cost(pairs_of)
  return { release = release, pairs = pairs_of, extra = extra, missing = missing, costs = costs,
    wanted = count, score = 1 - mean(costs, release_weights) }
end

return album_likeness
