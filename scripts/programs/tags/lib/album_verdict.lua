-- Which release an album of files is: sure, in doubt between candidates, or none of them.

local album_likeness = require("programs.tags.lib.album_likeness")

local album_verdict = {}

-- Above it a release may be the one, and above the other it is, where nothing speaks against it.
local review, accept = 0.6, 0.8
-- Scores that are as good as equal.
local margin = 0.02
-- The best match gives way to one that nothing speaks against, unless it is so much nearer.
local lead = 0.1
-- The share of the files that more than one fact has to place; the share of lengths that may be
-- those of other recordings.
local told_share, other_lengths = 0.6, 0.25
-- The share of files that may be on no track, besides one.
local extra_share = 0.1
-- Names at such a cost are another album's, unless all else is equal.
local other_name, perfect, well = 0.4, 0.08, 0.15

local function share(list, is_it)
  local count = 0
  for _, item in ipairs(list) do count = count + (is_it(item) and 1 or 0) end
  return count / math.max(1, #list)
end

local function is_identified(match) return match.costs.release == 0 or match.costs.barcode == 0 end

local function is_other_length(pair) return (pair.costs.length or 0) > 0.5 end

local function is_complete(match) return #match.missing + #match.extra == 0 end

local function name_doubt(group, match)
  local costs = match.costs
  -- The tracks of an album of nobody say which it is.
  local name, maker = costs.album or 1, costs.artist
  if not maker or group.is_artist_by_folder then maker = costs.tracks <= well and 0 or 1 end
  local is_named = name <= other_name and maker <= other_name
  if is_identified(match) then
    return name > other_name and maker > other_name and "its identifier is that of another album"
  end
  if album_likeness.is_other_part(group, match.release) then
    return "the names differ in a number"
  end
  if is_named then return false end
  if is_complete(match) and costs.tracks <= perfect and #match.pairs >= 3 then return false end
  return "album or artist are called otherwise"
end

-- Why a match that is good enough may be wrong; nil: nothing speaks against it.
local function doubt(group, match)
  local costs, files = match.costs, #match.pairs + #match.extra
  if match.score < accept then return "it is not near enough" end
  if costs.release == 1 then return "the files have the identifier of another release" end
  if costs.barcode == 1 then return "the files have another barcode" end
  if share(match.pairs, album_likeness.is_told) < told_share then
    return "titles and lengths do not tell its tracks"
  end
  if share(match.pairs, is_other_length) > other_lengths then
    return "the lengths are those of other recordings"
  end
  if #match.extra > math.max(1, extra_share * files) then
    return "too many files are on none of its tracks"
  end
  return name_doubt(group, match) or nil
end

-- Whether two releases have the same recordings for all files: then it is the same music, and only
-- what they say of the release may differ.
local function is_twin(one, other)
  if #one.pairs ~= #other.pairs then return false end
  local ids = {}
  for _, pair in ipairs(one.pairs) do ids[pair.file] = pair.track.id end
  for _, pair in ipairs(other.pairs) do
    if ids[pair.file] ~= pair.track.id then return false end
  end
  return true
end

local function before(one, other)
  if math.abs(one.score - other.score) > 1e-9 then return one.score > other.score end
  local a, b = one.release.release_date or "~", other.release.release_date or "~"
  if a ~= b then return a < b end
  return one.release.id < other.release.id
end

-- The best match that nothing speaks against, unless another one is much nearer; else the best one.
local function chosen(group, matches)
  for _, match in ipairs(matches) do
    if matches[1].score - match.score > lead then break end
    if not doubt(group, match) then return match end
  end
  return matches[1]
end

-- Counts the rivals of the best match and gathers the releases that are as good.
local function beside(group, best, matches, others)
  local rivals, ties = 0, {}
  for _, match in ipairs(matches) do
    if match ~= best and best.score - match.score <= margin then
      if not is_twin(best, match) then
        rivals = rivals + (doubt(group, match) and 0 or 1)
      elseif not album_likeness.is_nearer(best.costs, match.costs) then
        ties[#ties + 1] = match.release
      end
    end
  end
  local own = album_likeness.facts(group, best.release)
  for _, release in ipairs(others) do
    if release.group and release.group == best.release.group
      and release.track_count == best.release.track_count
      and not album_likeness.is_nearer(own, album_likeness.facts(group, release)) then
      ties[#ties + 1] = release
    end
  end
  return rivals, ties
end

--- Decides between matches of album_likeness.compare: {decision (matched, uncertain, none), reason,
--- is_weak (something speaks against the best one), matches (the best first), ties}. `ties`:
--- releases that nothing in the files tells from the best one, of the same recordings, for which
--- `others` (releases of a search) are asked, too.
function album_verdict.of(group, matches, others)
  table.sort(matches, before)
  local best = chosen(group, matches)
  if not best or best.score < review or #best.pairs == 0 then
    return { decision = "none", reason = "no release is near it", matches = matches, ties = {} }
  end
  local list = { best }
  for _, match in ipairs(matches) do list[#list + 1] = match ~= best and match or nil end
  local rivals, ties = beside(group, best, list, others)
  local against = doubt(group, best)
  local reason = against or rivals > 0 and "another release is as near" or nil
  return { decision = reason and "uncertain" or "matched", matches = list, ties = ties,
    is_weak = against ~= nil,
    reason = reason or ("%d of %d tracks"):format(best.wanted - #best.missing, best.wanted) }
end

return album_verdict
