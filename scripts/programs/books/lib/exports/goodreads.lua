-- The library as Goodreads exports it, which Goodreads and StoryGraph import.

local shelf = require("programs.books.lib.exports.shelf")

local goodreads = {}

-- So that no spreadsheet takes the number for a number.
local function number(text) return ('="%s"'):format(text or "") end

local function identifiers(work) return work.identifiers or {} end

-- Whether the year is that of the work's first edition: catalogues say that, and files that have
-- both.
local function original_year(work)
  local source = (work.sources or {}).year
  if shelf.first(work, "year_published") or source and not source.user then return work.year end
  return nil
end

local function kept(name) return function(work) return shelf.first(work, name) end end

-- A series has no column of its own: it stands behind the title.
local function title(work)
  if not work.series or work.title:lower():find(work.series:lower(), 1, true) then
    return work.title
  end
  local place = work.series_position and (", #%.14g"):format(work.series_position) or ""
  return ("%s (%s%s)"):format(work.title, work.series, place)
end

local columns = {
  { "Book Id", function(work) return identifiers(work).goodreads end },
  { "Title", title },
  { "Author", function(work) return (work.creators or {})[1] end },
  { "Author l-f", function(work)
    local author = (work.creators or {})[1]
    return author and shelf.last_first(author)
  end },
  { "Additional Authors", function(work) return table.concat(work.creators or {}, ", ", 2) end },
  { "ISBN", function(work)
    return number(identifiers(work).isbn10 or shelf.first(work, "isbn"))
  end },
  { "ISBN13", function(work) return number(identifiers(work).isbn13) end },
  -- Whole stars; 0 for none.
  { "My Rating", function(work)
    local stars = shelf.stars(work)
    return stars and math.max(1, math.floor(stars + 0.5)) or 0
  end },
  { "Average Rating", kept("average_rating") },
  { "Publisher", function(work) return work.publisher end },
  { "Binding", function(work) return shelf.first(work, "binding", "format", "media") end },
  { "Number of Pages", function(work) return work.pages end },
  { "Year Published", function(work)
    return shelf.first(work, "year_published") or not original_year(work) and work.year or nil
  end },
  { "Original Publication Year", original_year },
  { "Date Read", function(work) return shelf.date(work, "date_read", "last_date_read") end },
  { "Date Added", function(work)
    return shelf.date(work, "date_added", "entry_date", "timestamp")
  end },
  { "Bookshelves", shelf.tags },
  { "Bookshelves with positions", kept("bookshelves_with_positions") },
  { "Exclusive Shelf", shelf.status },
  { "My Review", function(work) return shelf.first(work, "my_review", "review") end },
  { "Spoiler", kept("spoiler") },
  { "Private Notes", function(work)
    return shelf.first(work, "private_notes", "private_comment")
  end },
  { "Read Count", kept("read_count") },
  { "Recommended For", kept("recommended_for") },
  { "Recommended By", kept("recommended_by") },
  { "Owned Copies", kept("owned_copies") },
  { "Original Purchase Date", kept("original_purchase_date") },
  { "Original Purchase Location", kept("original_purchase_location") },
  { "Condition", kept("condition") },
  { "Condition Description", kept("condition_description") },
  { "BCID", kept("bcid") },
}

goodreads.columns = columns

return goodreads
