-- Books as catalogues list them: the work itself, and near misses, whose titles hold its words: a
-- sequel by the same author, a digest and exercises by somebody else, the volumes of its series in
-- one box.

local vocabulary = require("lib.mock.catalogue.vocabulary").books

local listings = {}

-- In the order of their numbers.
local kinds = { [0] = "work", "sequel", "summary", "workbook", "boxSet" }
-- The count of numbers that belong to each book.
local a_book = 8
-- The numbers of those who make digests are beyond those of authors.
local maker_base = 5000000
local last_year = 2025

-- "picture", "blank" (listed, yet only a blank can be had), or nil where no cover is known.
local function cover_of(books, index)
  local case = books:digest(index, 5):below(100)
  return case >= 9 and "picture" or case >= 6 and "blank" or nil
end

local function description_of(book, stream)
  local place = stream:pick(vocabulary.places)
  local noun = stream:pick(vocabulary.nouns):lower()
  return ("In %s, nobody speaks of the %s. “%s” follows those who do — and what it costs them."
    .. "\n\nFirst published in %d."):format(place, noun, book.title, book.year)
end

local makers = {}

function makers.work(books, book, service)
  if books:lacks(book.index, service) then return nil end
  local stream = books:digest(book.index, 4 + books.service(service).salt)
  local title, subtitle, authors, editions = book.title, book.subtitle, {}, {}
  if subtitle then
    local case = stream:below(10)
    if case < 2 then title = ("%s: %s"):format(title, subtitle) end
    if case < 4 then subtitle = nil end
  elseif stream:chance(3) then
    subtitle = "A Novel"
  end
  for place, number in ipairs(book.author_numbers) do
    authors[place] = { name = book.authors[place], id = number }
  end
  for place, edition in ipairs(book.editions) do
    local own = setmetatable({}, { __index = edition })
    own.is_listed = books:is_listed(book.index, edition, service)
    editions[place] = own
  end
  return {
    title = title, subtitle = subtitle, authors = authors, year = book.year, editions = editions,
    cover = cover_of(books, book.index),
    description = stream:chance(75) and description_of(book, stream) or nil,
  }
end

local patterns = { summary = "Summary of %s by %s", workbook = "%s: A Workbook and Study Guide" }

-- Other works beside one book in five.
local function near_miss(books, book, kind, number)
  local stream = books:digest(book.index * a_book + number, 6)
  if not stream:chance(kind == "sequel" and 12 or 18) then return nil end
  local own = { name = book.authors[1], id = book.author_numbers[1] }
  local maker = stream:pick(vocabulary.summary_makers)
  local authors = { { name = maker, id = maker_base + #maker } }
  local title
  if kind == "sequel" then
    title = (stream:chance(50) and "Return to %s" or "%s Revisited"):format(book.title)
    authors = { own }
  else
    title = patterns[kind]:format(book.title, own.name)
    if stream:chance(50) then authors[2] = own end
  end
  return {
    title = title, authors = authors, editions = {},
    year = math.min(last_year, book.year + 1 + stream:below(8)),
  }
end

for number = 1, 3 do
  local kind = kinds[number]
  makers[kind] = function(books, book) return near_miss(books, book, kind, number) end
end

-- The first volume's listing stands for the box.
function makers.boxSet(_, book)
  local volume = book.volume
  if not volume or volume.number ~= 1 then return nil end
  return {
    title = ("%s, %s Boxed Set: Books 1-%d"):format(book.title, volume.series, volume.count),
    authors = { { name = book.authors[1], id = book.author_numbers[1] } }, editions = {},
    year = book.year + 4,
  }
end

local function listing_of(books, book, number, service)
  local kind = kinds[number]
  local found = kind and makers[kind](books, book, service)
  if not found then return nil end
  found.number, found.kind, found.book = book.index * a_book + number, kind, book
  return found
end

--- Returns what a service lists under a number: {number, kind, title, subtitle, authors, year,
--- editions, cover, description, book}; nil where it lists nothing.
function listings.get(books, number, service)
  local book = books:book(number // a_book)
  return book and listing_of(books, book, number % a_book, service)
end

--- Returns all that a service lists of a book, itself first.
function listings.of(books, book, service)
  local list = {}
  for number = 0, #kinds do list[#list + 1] = listing_of(books, book, number, service) end
  return list
end

--- Returns the numbers of the listing and of the edition of an ISBN; nil where a service lacks it.
function listings.by_isbn(books, text, service)
  local book, edition = books:by_isbn(text)
  if book and books:is_listed(book.index, edition, service) then
    return book.index * a_book, edition.number
  end
end

return listings
