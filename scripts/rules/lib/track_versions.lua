-- Compares the versions of two tracks: live, remixed, covered, with guests; what makes another
-- recording, and what only says more about one.

local artists = require("rules.lib.artists")
local credits = require("rules.lib.credits")
local likeness = require("rules.lib.likeness")
local set_of = require("lib.set_of")
local tracks = require("rules.lib.tracks")

local track_versions = {}

local none = {}

-- Versions that have the original's length, which therefore proves nothing.
local same_length_versions = { karaoke = true, instrumental = true, ["a cappella"] = true }

-- Whether a track of the same album has the same length within a second: one shop then left out the
-- version.
local function same_recording(pair, tag)
  return pair.gap and pair.gap <= 1 and pair.album and not same_length_versions[tag]
end

-- Versions that say more about a recording, where others are made from one.
local describing = { acoustic = true, live = true, ["re-recorded"] = true }

local function all_guests(names, track)
  return #names > 0 and artists.all_named(names, track.everyone)
end

-- The guests of a track: those in its title, else those behind the main artist.
local function guests_of(track)
  if #track.guests > 0 or not track.artist then return track.guests end
  return table.move(track.artist.people, 2, #track.artist.people, 1, {})
end

-- Whether a version is that of a concert on whose album the other side is, too: all songs there are
-- live. Editions and compilations add live songs to others.
local function is_of_concert(pair, tag)
  local is_said = tag == "live"
    or tag == "acoustic" and pair.a.strong.live and pair.b.strong.live
  return is_said and pair.likeness == 1 and pair.a.kind_name == "original release"
end

-- Whether a version that one side adds only says more: as the other's own words are all there,
-- "Live from Her Home" and "Live Acoustic from Her Home", or as the guests are what makes a remix
-- without a name, "(Remix) [feat. Bo]" and "(feat. Bo)".
local function says_more(tag, less, more)
  if tag == "remix" and more.version == "remix" then
    return all_guests(less.guests, more) and all_guests(guests_of(more), less)
  end
  return describing[tag] and likeness.version_within(less.version, more.written)
end

-- Why a candidate is refused that only its catalogue's remark calls another version. On the album
-- that is looked for, titles need not say it: on one of a concert all songs are live.
local function remarked_version(pair)
  if pair.album then return nil end
  local said = tracks.remarked(pair.b)
  local extra = said and likeness.one_sided(said, pair.a.strong)
  return extra and not same_recording(pair, extra) and ("a %s version"):format(extra) or nil
end

-- Words before "cover" that name nobody.
local manners = set_of([[
  piano guitar acoustic bass drum drums violin cello ukulele saxophone sax flute harp organ
  metal rock punk jazz reggae pop folk country orchestral instrumental vocal voice choir band live
  studio home full female male short my our a the official version lullaby string quartet
]])

-- Whether the version of a cover only says whose song it is, "Paper Boats (Bo cover)" by Ada: Ada
-- and not Bo is the artist of both.
local function names_original(version, pair)
  local original = version:match("^(.+) cover$")
  for word in (original or "cover"):gmatch("%S+") do
    if manners[word] or word == "cover" then return false end
  end
  original = credits.key(original)
  return not artists.named(original, pair.a.everyone) and not artists.named(original,
    pair.b.everyone)
end

-- Whether a cover on one side, or a version that has the artist's name, is by the artist who is
-- named on both: "Paper Boats (Ada Lune Version)".
local function is_same_cover(pair, tag)
  local ours, theirs = pair.a.artist, pair.b.artist
  if not (ours and theirs) then return false end
  if tag == "version" then
    local name = (pair.a.version .. pair.b.version):match("^(.+) version$")
    return name ~= nil and ours.whole == theirs.whole and credits.key(name) == ours.whole
  end
  if tag ~= "cover" then return false end
  return pair.album or names_original(pair.a.version .. pair.b.version, pair)
end

-- Whether a version that one side adds makes no other recording.
local function is_explained(pair, tag, less, more)
  return same_recording(pair, tag) or says_more(tag, less, more) or is_same_cover(pair, tag)
end

--- Returns why one side is another version of the song than the other; nil where nothing says so.
function track_versions.gap(pair)
  local a, b = pair.a, pair.b
  -- In the same words it is the same version, known or not: "(Taylors Version)".
  if a.version ~= "" and a.version == b.version then return nil end
  local wanted = likeness.one_sided(a.strong, b.strong)
  if wanted and (tracks.remarked(b) or none)[wanted] then wanted = nil end
  if wanted and not is_explained(pair, wanted, b, a) then
    return wanted == "version" and ("another version is wanted: %s"):format(a.version)
      or ("a %s version is wanted"):format(wanted)
  end
  local extra = likeness.one_sided(b.strong, a.strong)
  if extra and not (is_explained(pair, extra, a, b) or is_of_concert(pair, extra)) then
    return extra == "version" and ("another version: %s"):format(b.version)
      or ("a %s version"):format(extra)
  end
  -- Two remixes by different makers.
  if likeness.other_version(a.version, b.version)
    and not (likeness.version_within(a.version, b.written)
    or likeness.version_within(b.version, a.written)) then
    return ("another version: %s"):format(b.version)
  end
  return remarked_version(pair)
end

-- Whether another fact says which remix or which concert it is: the guests, the album.
local function is_told(pair)
  local a, b = pair.a, pair.b
  if b.strong.remix and not a.strong.remix then return says_more("remix", a, b) end
  if a.strong.remix and not b.strong.remix then return says_more("remix", b, a) end
  return b.strong.live and not a.strong.live and is_of_concert(pair, "live")
end

--- Whether one side is a remix by somebody, and the other one that does not say by whom, but has
--- others who take part: "(Ada Remix)", "(Remix)" with Bo.
function track_versions.is_other_remix(less, more)
  if less.version ~= "remix" or not more.strong.remix or more.version == "remix" then
    return false
  end
  local names = guests_of(less)
  return #names > 0 and not all_guests(names, more)
end

--- The feature "treatment": what was done to the recording, and what a version is called.
function track_versions.treatment(_, _, pair)
  local ours, count = likeness.one_sided(pair.a.soft, pair.b.soft)
  local theirs, others = likeness.one_sided(pair.b.soft, pair.a.soft)
  local note = ours or theirs
  -- A remix of which one side does not say by whom may be another, a live song without its place,
  -- too.
  local a, b = pair.a, pair.b
  if a.version ~= b.version and not (is_told(pair) or likeness.version_within(a.version, b.written)
    or likeness.version_within(b.version, a.written)) then
    count, note = count + 1, note or "the hand or the place of the version"
  end
  return math.max(0, 1 - 0.5 * (count + others)), note and note .. " on one side"
end

--- The feature "guests": whether the same people are named as guests.
function track_versions.guests(_, _, pair)
  local ours, theirs = pair.a.guests, pair.b.guests
  if #ours == 0 and #theirs == 0 then return 1 end
  if all_guests(ours, pair.b) or all_guests(theirs, pair.a) then return 1, "the same guests" end
  if #ours == 0 or #theirs == 0 then return 0.4, "guests on one side" end
  for _, name in ipairs(ours) do
    if artists.named(name, pair.b.everyone) then return 1, "the same guest" end
  end
  return 0, "other guests"
end

return track_versions
