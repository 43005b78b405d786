-- Finds albums' titles that are the same but for how they are written: their number, the names of
-- the artist and the composer, what says that they are live, a subtitle that says the kind.

local albumtitles = require("rules.lib.albumtitles")
local composed = require("rules.lib.composed")
local keys = require("rules.lib.keys")
local releases = require("rules.lib.releases")
local spelling = require("rules.lib.spelling")

local album_likeness = {}

-- A key without its article and the artist's name before or behind it: "Ada Lune: Boats", "The Best
-- of Ada Lune". Without an artist it may be that of the other album, by the family name alone.
local function without_artist(key, album, other)
  key = key:gsub("^the ", "")
  local name = album.artist and album.artist.whole
  local others = not name and other.artist and other.artist.whole
  if others then
    local is_whole = (" " .. key .. " "):find(" " .. others .. " ", 1, true)
    name = is_whole and others or others:match(" (%S%S%S%S%S+)$")
  end
  if not name or #key <= #name + 1 then return key end
  -- "Ada Lune's Boats" as well.
  local after = key:sub(1, #name) == name and key:match("^s? (.+)$", #name + 1)
  if after then return (after:gsub("^the ", "")) end
  if key:sub(-#name - 1) ~= " " .. name then return key end
  return (key:sub(1, -#name - 2):gsub(" the$", ""))
end

--- Whether an album is named after its artist.
function album_likeness.is_named_after(album)
  return album.artist ~= nil and album.artist.whole == album.core:gsub("^the ", "")
end

-- Whether one title is the other's main part. One named after its artist is not: "Ada Lune" is no
-- "Ada Lune: Greatest Hits".
local function is_main(a, b)
  if a.main == nil or b.extra == "" and album_likeness.is_named_after(b) then return false end
  return a.main == b.counted or a.main == without_artist(b.counted, b, a)
end

local function same_main(a, b) return is_main(a, b) or is_main(b, a) end

local function without_articles(key) return (key:gsub("%f[%w]the ", "")) end

-- A key without the catalogue's number where the other has none either, and without the composer.
local function work_of(album, other)
  local bare = not other.uncatalogued and album.uncatalogued or album.full
  return album.headless and bare:sub(-#album.headless) == album.headless and album.headless or bare
end

local function without_plurals(key) return (key:gsub("s%f[%W]", "")) end

-- Whether two titles have one composer before the work, and the work in two languages: "Lune: 9
-- Symphonien", "Lune: The 9 Symphonies".
local function translated(q, c)
  local head, work = q.written:match("^(%S+):%s+(.+)$")
  local other_head, other_work = c.written:match("^(%S+):%s+(.+)$")
  if not head or head ~= other_head then return false end
  local ours = composed.in_english(without_articles(spelling.key(work):gsub("^complete ", "")))
  local theirs = composed.in_english(without_articles(spelling.key(other_work)
    :gsub("^complete ", "")))
  -- "Symphonies" are more than one symphony.
  return ours == theirs
    or without_plurals(ours) ~= without_plurals(theirs) and composed.sound_alike(ours, theirs)
end

-- Whether one title is the other behind a composer and without its number in a catalogue, which
-- tells that a name stands there, if of no artist: "Lune: The Boats, Op. 32", "The Boats".
local function is_composers(a, b)
  local rest = not b.written:find(":", 1, true) and a.written:match("^%S+:%s+(.+)$")
  local work = rest and albumtitles.uncatalogued(rest)
  return work and without_articles(work) == without_articles(b.full)
end

-- Whether two titles are one work of a composer: only one has its number in a catalogue, or the
-- name of the composer.
local function same_work(q, c)
  if translated(q, c) or is_composers(q, c) or is_composers(c, q) then return true end
  if not (q.uncatalogued or c.uncatalogued or q.headless or c.headless) then return false end
  return without_articles(work_of(q, c)) == without_articles(work_of(c, q))
end

local places = { ["at "] = "at ", ["in "] = "in ", ["from "] = "from " }

-- A key without the word before the place of a concert, "Live at the Harbour", and without the
-- station of a series of them, "MTV Unplugged".
local function without_live(key)
  return (key:gsub("^live (%l+ )", places):gsub("^mtv unplugged", "unplugged"))
end

-- Whether a concert is another with the years in which it was played behind it: "Harbour Live",
-- "Harbour Live 1980-81".
local function is_dated_concert(a, b)
  if a.full:find("%d") then return false end
  local rest = b.full:match("^(.*%f[%w]live%f[%W].-) [12][09]%d%d[ %d]*$")
    or b.full:match("^(.*%f[%w]live) [12][09]%d%d[ %d]*$")
  return rest == a.full
end

local function same_concert(q, c) return is_dated_concert(q, c) or is_dated_concert(c, q) end

-- Whether two titles are one but for the number of an episode before the subtitle: "Boats Episode
-- IV: The Harbour", "Boats: The Harbour".
local function is_numbered(a, b)
  local bare, count = a.written:gsub("%s+[Ee]pisode %w+%s*:", ":")
  if count == 0 then bare, count = a.written:gsub("%s+[%dIVX]+%s*:%s", ": ") end
  return count == 1 and b.written:find(": ", 1, true) ~= nil and spelling.key(bare) == b.full
end

-- A key without the word "album" at its end and without a key in music.
local function without_key(title)
  return (table.concat(keys.without(title), " "):gsub("(%S) album$", "%1"))
end

local function same_but_episode(q, c) return is_numbered(q, c) or is_numbered(c, q) end

-- Whether the words behind a title's colon are the other's, which lacks the name of a series before
-- it: "Harbour Sound: The Annual 2005".
local function is_of_series(a, b)
  local rest = a.written:match("^[^:]+: (.+)$")
  return rest ~= nil and #b.full > 9 and spelling.key(rest) == b.full
end

--- Whether a title is a part of another, as people name it in short: "Boats", "The Rise and Fall of
--- the Boats". One word of few letters, or the artist's name, is none.
function album_likeness.is_short_form(a, b)
  if #a.full < 7 or album_likeness.is_named_after(a) or a.sold_as ~= b.sold_as then return false end
  if #a.full >= #b.full then return false end
  -- "Sgt. Pepper" is short for "Sgt. Pepper's Lonely Hearts Club Band".
  local words = " " .. b.full .. " "
  return words:find(" " .. a.full .. " ", 1, true) ~= nil
    or words:find(" " .. a.full .. "s ", 1, true) ~= nil
end

--- Whether a title of three words or more, which says more than what kind of release it is, begins
--- another; one of fewer where a comma or "(and" follows: "Boats, Harbour and Lamps".
function album_likeness.begins(a, b)
  local _, kind = releases.kind(a.full)
  if kind == "compilation" or b.full:sub(1, #a.full + 1) ~= a.full .. " " then return false end
  local rest = b.written:sub(#a.written + 1):lower()
  return a.full:find("%S %S+ %S") ~= nil or rest:find("^,") ~= nil
    or rest:find("^ %(and ") ~= nil or rest:find("^ %(& ") ~= nil
end

--- Whether two albums came out in one year.
function album_likeness.same_year(a, b)
  return a.date ~= nil and b.date ~= nil and a.date:sub(1, 4) == b.date:sub(1, 4)
end

-- Whether one of two albums named after their artist, of one year, has another name in brackets:
-- "Ada Lune (Green Album)".
local function nicknamed(q, c)
  return q.core == c.core and (q.extra == "") ~= (c.extra == "")
    and album_likeness.is_named_after(q) and album_likeness.same_year(q, c)
end

-- Whether two titles are one without the artist's name, and with it "Ada Lune, Vol. 4" is "Vol. 4".
local function same_but_artist(q, c)
  return without_artist(q.full, q, c) == without_artist(c.full, c, q) and q.part == c.part
    or without_artist(q.counted, q, c) == without_artist(c.counted, c, q)
end

--- Returns the likeness of titles that are the same but for how they are written, and a note; nil
--- for others.
function album_likeness.of(q, c)
  if q.counted == c.counted then return 0.98, "the same numbers" end
  if without_articles(q.full) == without_articles(c.full) then
    return 0.97, "the same but for an article"
  end
  if same_but_artist(q, c) then return 0.96, "the same but for the artist's name" end
  if same_main(q, c) then return 0.95, "without the kind of release" end
  if without_articles(without_live(q.full)) == without_articles(without_live(c.full)) then
    return 0.95, "the same but for “live”"
  end
  if same_work(q, c) then return 0.93, "the same work of a composer" end
  if nicknamed(q, c) then return 0.9, "the same but for another name" end
  if q.full ~= "" and without_key(q.full) == without_key(c.full) and q.part == c.part then
    return 0.95, "the same but for the key, or “album”"
  end
  if same_but_episode(q, c) then return 0.9, "the same but for the number before the subtitle" end
  if (is_of_series(q, c) or is_of_series(c, q)) and album_likeness.same_year(q, c) then
    return 0.85, "the same without the name of the series"
  end
  if same_concert(q, c) then return 0.75, "the same but for the year of the concert" end
  return nil
end

--- Whether two titles have the same number, whatever it counts.
function album_likeness.same_number(q, c)
  return q.counted == c.counted or same_main(q, c) or same_work(q, c) or same_concert(q, c)
    or same_but_episode(q, c)
    or without_artist(q.counted, q, c) == without_artist(c.counted, c, q)
end

return album_likeness
