-- The readers' own notes on a book besides its facts: rating, status, dates, shelves, a review;
-- whichever export it came from. Its own column comes first, so that an export that goes back is
-- what came.

local dates = require("lib.feeds.dates")
local ratings = require("programs.books.lib.ratings")

local shelf = {}

-- The columns that say a status, the day on which a book was finished, shelves, and a rating.
local own_status = { "exclusive_shelf", "read_status" }
local other_status = { "shelf", "reading_status", "status", "statut", "estado", "stato" }
local finished = { "date_read", "last_date_read", "date_finished", "finish_date" }
local tags = { "bookshelves", "tags" }
local rating_columns = { "my_rating", "star_rating", "rating", "your_rating", "user_rating",
  "personal_rating", "stars", "bewertung", "sterne", "calificacion", "valutazione", "avaliacao",
  "waardering" }

--- All columns that status and tags are read from.
shelf.columns = { "collections" }
for _, list in ipairs({ own_status, other_status, finished, tags, rating_columns }) do
  table.move(list, 1, #list, #shelf.columns + 1, shelf.columns)
end

local function extra_of(work) return work.extra or {} end

--- The first of some columns that a work has, as text; nil without.
function shelf.first(work, ...)
  local extra = extra_of(work)
  for _, name in ipairs({ ... }) do
    local value = extra[name]
    if value ~= nil and value ~= "" then
      return math.type(value) == "float" and ("%.14g"):format(value) or tostring(value)
    end
  end
  return nil
end

--- The rating in stars, 0.25 to 5; nil without.
function shelf.stars(work)
  local extra = extra_of(work)
  for _, name in ipairs(rating_columns) do
    local stars = ratings.stars(extra[name])
    local source = (work.sources or {})["extra." .. name]
    -- Calibre counts half stars.
    if stars and name == "rating" and source and source.source == "calibre" then
      stars = stars / 2
    end
    if stars then return stars > 0 and stars <= 5 and stars or nil end
  end
  return nil
end

-- The names that programs give to the four, in their languages, without case and signs.
local status_words = {
  ["read"] = { "read", "already read", "finished", "completed", "done", "gelesen", "lu",
    "leído", "letto", "lido", "gelezen" },
  ["currently-reading"] = { "currently reading", "reading", "in progress", "started", "paused",
    "on hold", "lese ich gerade", "en cours", "leyendo", "in lettura", "lendo", "aan het lezen" },
  ["to-read"] = { "to read", "want to read", "unread", "wishlist", "tbr", "not started", "planned",
    "plan to read", "wunschliste", "ungelesen", "à lire", "por leer", "da leggere", "quero ler" },
  ["did-not-finish"] = { "did not finish", "unfinished", "not finished", "never finished",
    "abandoned", "dnf", "stopped", "stopped reading", "gave up", "given up", "dropped", "quit",
    "abgebrochen", "abandonné", "abandonado", "abbandonato" },
}
-- Parts of the names that people give to shelves of books that they have not read to the end.
local given_up = { "not finish", "n t finish", "never finish", "abandon", "dnf", "gave up",
  "given up", "lost interest", "nicht beendet", "niet uitgelezen", "non finit",
  "sin terminar", "pas fini" }
local status_of = {}
for status, words in pairs(status_words) do
  for _, word in ipairs(words) do status_of[mix.text.normalize(word)] = status end
end

-- The status of which a shelf is named; nil for other shelves.
local function status_named(name)
  local key = mix.text.normalize(name)
  if status_of[key] then return status_of[key] end
  for _, words in ipairs(given_up) do
    if key:find(words, 1, true) then return "did-not-finish" end
  end
end

--- Whether a book was read, as the day of that or a rating says.
function shelf.has_read(work) return (shelf.day_read(work) or shelf.stars(work)) ~= nil end

--- The status as Goodreads and StoryGraph name it: read, currently-reading, to-read,
-- did-not-finish, or a shelf of the reader's own.
function shelf.status(work)
  local own = shelf.first(work, table.unpack(own_status))
  if own then return own end
  local other = shelf.first(work, table.unpack(other_status))
  if other then return status_named(other) or other end
  local collections = (shelf.first(work, "collections") or ""):lower()
  if collections:find("currently reading", 1, true) then return "currently-reading" end
  if collections:find("to read", 1, true) or collections:find("wishlist", 1, true) then
    return "to-read"
  end
  return shelf.has_read(work) and "read" or "to-read"
end

--- The status as one of the four: a shelf of the reader's own is one of books that were read, or
-- not.
function shelf.plain_status(work)
  return status_named(shelf.status(work)) or shelf.has_read(work) and "read" or "to-read"
end

-- Whether a text has a whole day: "January 05, 2023 14:21", "5.1.2023", 20230105. The month of
-- 04/05/2023 is ambiguous.
local function has_day(text)
  if not text:find("%D") then return #text >= 8 end
  local _, numbers = text:gsub("%d+", "")
  local first, second = text:match("^%s*(%d+)/(%d+)/")
  if first then return (tonumber(first) > 12) ~= (tonumber(second) > 12) end
  return numbers > (text:find("%a%a%a") and 1 or 2)
end

--- A date of the first of some columns as both services write it, 2020/10/25; nil without.
function shelf.date(work, ...)
  local text = shelf.first(work, ...)
  if not text then return nil end
  local year, month, day = text:match("(%d%d%d%d)[/%-](%d%d)[/%-](%d%d)")
  if year == "0000" then return nil end
  -- Databases write what they do not know as zeros.
  if year then return (("%s/%s/%s"):format(year, month, day):gsub("/00", "")) end
  -- Spreadsheets count days from the end of 1899.
  local count = tonumber(text:match("^(%d%d%d%d%d)%f[^%d][.,]?%d*$"))
  -- The day is that of the clock that was written, whatever its zone.
  local plain = text:gsub("(%d:%d%d.-)%s*%a*[+-]%d%d:?%d%d.*$", "%1")
  local time = count and (count - 25569) * 86400 or has_day(text) and dates.read(plain)
  return time and mix.time.iso(time):sub(1, 10):gsub("%-", "/") or text
end

--- The day on which the book was finished, as shelf.date; nil without.
function shelf.day_read(work)
  return shelf.date(work, table.unpack(finished))
end

--- The days from the first to the last of a reading, 2021/01/01-2021/02/03; nil where one lacks.
function shelf.days_read(work)
  local first = shelf.date(work, "start_date", "date_started", "started", "read_start")
  local last = shelf.day_read(work) or shelf.date(work, "stopped_date")
  local is_whole = first and last and first:find("^%d+/%d+/%d+$") and last:find("^%d+/%d+/%d+$")
  return is_whole and ("%s-%s"):format(first, last) or nil
end

--- The shelves or tags, with commas between; nil without.
function shelf.tags(work) return shelf.first(work, table.unpack(tags)) end

--- "Lune, Ada" of "Ada Lune".
function shelf.last_first(name)
  local first, last = name:match("^(.-)%s+(%S+)$")
  return first and ("%s, %s"):format(last, first) or name
end

return shelf
