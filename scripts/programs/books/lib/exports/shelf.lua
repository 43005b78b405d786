-- The readers' own notes on a book besides its facts: rating, status, dates, shelves, a review;
-- whichever export it came from. Its own column comes first, so that an export that goes back is
-- what came.

local shelf = {}

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
  local stars = tonumber(extra.my_rating) or tonumber(extra.star_rating)
  local rating = tonumber(extra.rating)
  if not stars and rating then
    local source = (work.sources or {})["extra.rating"]
    -- Calibre counts half stars.
    stars = source and source.source == "calibre" and rating / 2 or rating
  end
  return stars and stars > 0 and stars <= 5 and stars or nil
end

--- The status as Goodreads and StoryGraph name it: read, currently-reading, to-read,
-- did-not-finish, or a shelf of the reader's own.
function shelf.status(work)
  local own = shelf.first(work, "exclusive_shelf", "read_status")
  if own then return own end
  local collections = (shelf.first(work, "collections") or ""):lower()
  if collections:find("currently reading", 1, true) then return "currently-reading" end
  if collections:find("to read", 1, true) or collections:find("wishlist", 1, true) then
    return "to-read"
  end
  return shelf.first(work, "date_read") and "read" or "to-read"
end

--- A date of the first of some columns as both services write it, 2020/10/25; nil without.
function shelf.date(work, ...)
  local text = shelf.first(work, ...)
  if not text then return nil end
  local year, month, day = text:match("(%d%d%d%d)[/%-](%d%d)[/%-](%d%d)")
  return year and ("%s/%s/%s"):format(year, month, day) or text
end

--- The shelves or tags, with commas between; nil without.
function shelf.tags(work) return shelf.first(work, "bookshelves", "tags") end

--- "Lune, Ada" of "Ada Lune".
function shelf.last_first(name)
  local first, last = name:match("^(.-)%s+(%S+)$")
  return first and ("%s, %s"):format(last, first) or name
end

return shelf
