-- The books that all mocked book services share. Book i depends on the seed and i only; nothing is
-- stored a book. `services` says how services differ in what they list.

local digest = require("lib.mock.digest")
local isbn = require("lib.mock.catalogue.isbn")
local numbering = require("lib.mock.catalogue.numbering")
local phrases = require("lib.mock.phrases")
local vocabulary = require("lib.mock.catalogue.vocabulary")

local words = vocabulary.books
-- Books of one author stand together.
local books_an_author = 6
-- Apart from the digests of songs.
local salt = 101
local last_year = 2025

local Books = {}
Books.__index = Books

-- `lacks`: one book in N is not there; `unlisted`: N editions of a hundred are not known by their
-- numbers.
local services = {
  openlibrary = { salt = 11, lacks = 150, unlisted = 2 },
  google_books = { salt = 12, lacks = 25, unlisted = 10 },
}

--- Returns a stream of numbers for one purpose of a place.
function Books:digest(place, purpose) return digest.of(self.seed, place, salt + purpose) end

--- Returns how a service differs, {salt, lacks, unlisted}.
function Books.service(name) return services[name] or services.openlibrary end

-- The series of an author's books, from the first one on; nil: none.
local function series_of(books, block)
  local stream = books:digest(block, 3)
  if not stream:chance(62) then return nil end
  local name
  if stream:chance(70) then
    local place = stream:pick(words.places)
    name = ("The %s %s"):format(place, stream:pick(words.series_kinds))
  else
    local adjective = stream:pick(vocabulary.songs.adjectives)
    name = ("%s %ss"):format(adjective, stream:pick(words.nouns))
  end
  -- Volumes that are numbered have the title of the series, and none of their own.
  return { series = name, count = 3 + stream:below(4), is_numbered = stream:chance(7) }
end

local function volume_of(books, index)
  local volume, place = series_of(books, index // books_an_author), index % books_an_author
  if not volume or place >= volume.count then return nil end
  volume.number = place + 1
  return volume
end

--- Returns the number of the main author of a book in `phrases.book_authors`.
function Books:author_number(index) return self.author_numbers:number(index // books_an_author) end

local function edition_of(books, book, number)
  local stream = books:digest(book.index * isbn.a_book + number, 2)
  local later = number > 0 and stream:below(math.max(1, last_year - book.year)) or 0
  local edition = { number = number, year = book.year + later, pages = 120 + stream:below(600) }
  edition.publisher = stream:pick(words.publishers)
  edition.binding = stream:pick(words.bindings)
  edition.isbn13, edition.isbn10 = isbn.of(book.index, number)
  edition.is_listed = not stream:chance(8)
  return edition
end

--- Returns the book at a place, 0 to `size` - 1, with its editions; nil where there is none.
function Books:book(index)
  if index < 0 or index >= self.size then return nil end
  local stream, volume = self:digest(index, 1), volume_of(self, index)
  local main = self:author_number(index)
  local book = { index = index, volume = volume, author_numbers = { main } }
  book.title = volume and volume.is_numbered
    and ("%s, Volume %d"):format(volume.series, volume.number)
    or phrases.book_titles[self.title_numbers:number(index) + 1]
  if stream:chance(12) then
    local other = stream:below(#phrases.book_authors)
    if other ~= main then book.author_numbers[2] = other end
  end
  book.subtitle = not volume and stream:chance(30) and stream:pick(words.subtitles) or nil
  book.year = 1950 + stream:below(74)
  book.language = stream:pick(words.languages)
  local count = 1 + stream:below(4)
  book.subject = stream:pick(words.subjects)
  book.authors, book.editions = {}, {}
  for place, number in ipairs(book.author_numbers) do
    book.authors[place] = phrases.book_authors[number + 1]
  end
  for number = 0, count - 1 do book.editions[number + 1] = edition_of(self, book, number) end
  return book
end

--- Whether a service lacks a book.
function Books:lacks(index, service)
  local own = Books.service(service)
  return self:digest(index, own.salt):below(own.lacks) == 0
end

--- Whether a service knows an edition of the book at a place by its number.
function Books:is_listed(index, edition, service)
  local own = Books.service(service)
  local stream = self:digest(index * isbn.a_book + edition.number, 7 + own.salt)
  return edition.is_listed and not stream:chance(own.unlisted)
end

--- Returns the book and the edition of an ISBN; nil where there is none.
function Books:by_isbn(text)
  local index, number = isbn.read(text)
  local book = index and self:book(index)
  local edition = book and book.editions[number + 1]
  if edition then return book, edition end
end

--- Returns the places of the books by an author's number.
function Books:by_author(number)
  local blocks, list = (self.size + books_an_author - 1) // books_an_author, {}
  for _, block in ipairs(self.author_numbers:places(number, blocks, 1000)) do
    for index = block * books_an_author, (block + 1) * books_an_author - 1 do
      if index < self.size then list[#list + 1] = index end
    end
  end
  return list
end

--- Returns the places of the books with a title's number, at most `limit`.
function Books:by_title(number, limit)
  return self.title_numbers:places(number, self.size, limit)
end

--- Returns the books of a seed, `size` of them.
return function(seed, size)
  local books = setmetatable({ seed = seed, size = size }, Books)
  local stream = books:digest(0, 0)
  books.title_numbers = numbering(#phrases.book_titles, stream)
  books.author_numbers = numbering(#phrases.book_authors, stream)
  return books
end
