-- The library as Goodreads exports it, which Goodreads and StoryGraph import.

local shelf = require("programs.books.lib.exports.shelf")
local table_text = require("programs.books.lib.exports.table_text")

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

-- A series has no column of its own: it stands behind the title.
local function title(work)
  if not work.series or work.title:lower():find(work.series:lower(), 1, true) then
    return work.title
  end
  local place = work.series_position and (", #%.14g"):format(work.series_position) or ""
  return ("%s (%s%s)"):format(work.title, work.series, place)
end

goodreads.columns = table_text.columns("goodreads", {
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
  "Average Rating",
  "Publisher",
  { "Binding", function(work) return shelf.first(work, "binding", "format", "media") end },
  "Number of Pages",
  { "Year Published", function(work)
    return shelf.first(work, "year_published") or not original_year(work) and work.year or nil
  end },
  { "Original Publication Year", original_year },
  { "Date Read", shelf.day_read },
  { "Date Added", function(work)
    return shelf.date(work, "date_added", "entry_date", "timestamp", "shelf_date")
  end },
  { "Bookshelves", shelf.tags },
  "Bookshelves with positions",
  { "Exclusive Shelf", shelf.status },
  { "My Review", function(work)
    return shelf.first(work, "my_review", "review", "review_content")
  end },
  "Spoiler",
  { "Private Notes", function(work)
    return shelf.first(work, "private_notes", "private_comment")
  end },
  "Read Count", "Recommended For", "Recommended By", "Owned Copies", "Original Purchase Date",
  "Original Purchase Location", "Condition", "Condition Description", "BCID",
})

return goodreads
