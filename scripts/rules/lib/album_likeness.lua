-- Finds albums' titles that are the same but for how they are written: their number, the names of
-- the artist and the composer, what says that they are live, a subtitle that says the kind.

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
  if key:sub(1, #name + 1) == name .. " " then return (key:sub(#name + 2):gsub("^the ", "")) end
  if key:sub(-#name - 1) ~= " " .. name then return key end
  return (key:sub(1, -#name - 2):gsub(" the$", ""))
end

--- Whether an album is named after its artist.
function album_likeness.is_named_after(album)
  return album.artist ~= nil and album.artist.whole == album.core
end

-- Whether one title is the other's main part. One named after its artist is not: "Ada Lune" is no
-- "Ada Lune: Greatest Hits".
local function is_main(a, b)
  local is_artist = b.extra == "" and album_likeness.is_named_after(b)
  return a.main ~= nil and a.main == b.counted and not is_artist
end

local function same_main(a, b) return is_main(a, b) or is_main(b, a) end

local function without_articles(key) return (key:gsub("%f[%w]the ", "")) end

-- A key without the catalogue's number where the other has none either, and without the composer.
local function work_of(album, other)
  local bare = not other.uncatalogued and album.uncatalogued or album.full
  return album.headless and bare:sub(-#album.headless) == album.headless and album.headless or bare
end

-- Whether two titles are one work of a composer: only one has its number in a catalogue, or the
-- name of the composer, who is among the artists.
local function same_work(q, c)
  if not (q.uncatalogued or c.uncatalogued or q.headless or c.headless) then return false end
  return without_articles(work_of(q, c)) == without_articles(work_of(c, q))
end

local places = { ["at "] = "at ", ["in "] = "in ", ["from "] = "from " }

-- A key without the word before the place of a concert, "Live at the Harbour", and without the
-- station of a series of them, "MTV Unplugged".
local function without_live(key)
  return (key:gsub("^live (%l+ )", places):gsub("^mtv unplugged", "unplugged"))
end

-- Whether one of two albums named after their artist, of one year, has another name in brackets:
-- "Ada Lune (Green Album)".
local function nicknamed(q, c)
  return q.core == c.core and (q.extra == "") ~= (c.extra == "")
    and album_likeness.is_named_after(q)
    and q.date ~= nil and c.date ~= nil and q.date:sub(1, 4) == c.date:sub(1, 4)
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
  if without_live(q.full) == without_live(c.full) then return 0.95, "the same but for “live”" end
  if same_work(q, c) then return 0.93, "the same work of a composer" end
  if nicknamed(q, c) then return 0.9, "the same but for another name" end
  return nil
end

--- Whether two titles have the same number, whatever it counts.
function album_likeness.same_number(q, c)
  return q.counted == c.counted or same_main(q, c) or same_work(q, c)
    or without_artist(q.counted, q, c) == without_artist(c.counted, c, q)
end

return album_likeness
