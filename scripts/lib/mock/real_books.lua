-- The catalogue's books, and beside them those that the README and the docs ask for: plain facts
-- about real ones. Their numbers, ISBNs and searches are like those of the catalogue.

local catalogue = require("lib.mock.catalogue")

local real_books = {}

local listings_a_book = 8
-- Places far behind those of the catalogue, and numbers far behind its authors'.
local first_place, first_author = 5000000, 800000

-- Title, author, year; publisher, year and pages of an edition, its ISBNs.
local facts = {
  { "Sabriel", "Garth Nix", 1995, "HarperTrophy", 1997, 491, "9780064471831", "0064471837" },
  { "Dune", "Frank Herbert", 1965, "Ace Books", 1990, 535, "9780441172719", "0441172717" },
}

local function listing_of(place, fact)
  local title, author, year, publisher, printed, pages, isbn13, isbn10 = table.unpack(fact, 1, 8)
  local editions = { { number = 0, year = printed, pages = pages, publisher = publisher,
    binding = "Paperback", isbn13 = isbn13, isbn10 = isbn10, is_listed = true } }
  local index = first_place + place
  return {
    number = index * listings_a_book, kind = "work", title = title,
    authors = { { name = author, id = first_author + place } }, year = year, editions = editions,
    book = { index = index, title = title, authors = { author }, year = year, language = "eng",
      subject = "Fantasy", editions = editions },
  }
end

local books, by_number, by_isbn = {}, {}, {}
for place, fact in ipairs(facts) do
  local listing = listing_of(place, fact)
  books[place], by_number[listing.number] = listing, listing
  for _, edition in ipairs(listing.editions) do
    by_isbn[edition.isbn13], by_isbn[edition.isbn10] = listing, listing
  end
end

-- Whether every word of a text is among those of others.
local function is_within(text, ...)
  local known = {}
  for _, other in ipairs({ ... }) do
    for _, word in ipairs(catalogue.words(other)) do known[word] = true end
  end
  for _, word in ipairs(catalogue.words(text or "")) do
    if not known[word] then return false end
  end
  return true
end

local function is_found(listing, wanted)
  local author = listing.authors[1].name
  for _, isbn in ipairs(wanted.isbns or {}) do
    if by_isbn[isbn] == listing then return true end
  end
  local words = (wanted.title or "") .. (wanted.author or "") .. (wanted.any or "")
  return words:find("%w") ~= nil and is_within(wanted.title, listing.title)
    and is_within(wanted.author, author) and is_within(wanted.any, listing.title, author)
end

--- Returns what a service lists for a search, as catalogue.find_books does.
function real_books.find(wanted, service, most)
  local found = {}
  for _, listing in ipairs(books) do
    if #found < most and is_found(listing, wanted) then found[#found + 1] = listing end
  end
  local others = catalogue.find_books(wanted, service, most)
  return table.move(others, 1, math.min(#others, most - #found), #found + 1, found)
end

--- Returns what a service lists under a number; nil where it lists nothing.
function real_books.listing(number, service)
  return by_number[number] or catalogue.listing(number, service)
end

--- Returns the numbers of the listing and of the edition of an ISBN; nil where a service lacks it.
function real_books.isbn(text, service)
  local listing = by_isbn[text]
  if listing then return listing.number, 0 end
  return catalogue.isbn(text, service)
end

return real_books
