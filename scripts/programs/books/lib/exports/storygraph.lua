-- The library as StoryGraph exports it.

local shelf = require("programs.books.lib.exports.shelf")
local table_text = require("programs.books.lib.exports.table_text")

local storygraph = {}

storygraph.columns = table_text.columns("storygraph", {
  "Title", "Authors", "Contributors",
  { "ISBN/UID", function(work)
    local numbers = work.identifiers or {}
    return numbers.isbn13 or numbers.isbn10 or numbers.asin or numbers.storygraph
  end },
  { "Format", function(work) return shelf.first(work, "format", "binding", "media") end },
  { "Read Status", shelf.plain_status },
  { "Date Added", function(work)
    return shelf.date(work, "date_added", "entry_date", "timestamp", "shelf_date")
  end },
  { "Last Date Read", shelf.day_read },
  { "Dates Read", function(work)
    return shelf.first(work, "dates_read") or shelf.days_read(work)
  end },
  "Read Count", "Moods", "Pace", "Character- or Plot-Driven?",
  "Strong Character Development?", "Loveable Characters?", "Diverse Characters?",
  "Flawed Characters?",
  { "Star Rating", function(work)
    local stars = shelf.stars(work)
    return stars and ("%.15g"):format(stars)
  end },
  { "Review", function(work)
    return shelf.first(work, "review", "my_review", "review_content")
  end },
  "Content Warnings", "Content Warning Description",
  { "Tags", function(work) return shelf.first(work, "tags", "bookshelves") end },
  { "Owned?", function(work)
    local copies = tonumber(shelf.first(work, "owned_copies"))
    return shelf.first(work, "owned") or copies and (copies > 0 and "Yes" or "No")
  end },
})

return storygraph
