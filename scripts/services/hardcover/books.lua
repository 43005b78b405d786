-- Converts what Hardcover says of books to their shape. A value of the wrong type counts as none.

local answers = require("lib.book_answers")
local identifiers = require("lib.identifiers")
local languages = require("lib.languages")
local values = require("lib.json_values")

local books = {}

-- ISBNs of thirteen digits, each once. Users type these numbers: some are cut short, some end with
-- a small x, and most stand there with ten digits and with thirteen.
local function numbers_of(list) return values.distinct(list, identifiers.isbn) end

-- The authors among those who took part; narrators and translators are none.
local function authors_of(list, names)
  local found = values.each(list, function(entry)
    local part = values.object(entry)
    local is_author = (answers.text(part.contribution) or "Author"):lower():find("author") ~= nil
    return is_author and answers.text(values.object(part.author).name) or nil
  end)
  return found[1] and found or answers.texts(names)
end

-- A book of a search's document, or of an edition.
local function book_of(raw, contributions, image)
  local id, title = values.id(raw.id), answers.title(raw.title)
  local cover = values.secure(values.object(image).url)
  return id and title and {
    source = "hardcover", key = id, title = title, subtitle = answers.title(raw.subtitle),
    author = authors_of(contributions, raw.author_names), publishers = {},
    year = answers.year(raw.release_year) or answers.year(raw.release_date),
    description = answers.about(raw.description), cover = cover, cover_check = cover,
    numbers = numbers_of(raw.isbns), pages = answers.pages(raw.pages),
  } or nil
end

--- Converts a hit of a search, which names neither language nor publisher; nil for anything else.
function books.of_hit(hit)
  local document = values.object(values.object(hit).document)
  local book = book_of(document, document.contributions, document.image)
  -- Of a translated book these are the names of its editions.
  if book then
    book.other_titles = values.each(document.alternative_titles, function(title)
      return answers.title(title) and { title = answers.title(title) } or nil
    end)
  end
  return book
end

--- Converts an edition with its book; nil for anything else.
function books.of_edition(raw)
  local edition = values.object(raw)
  local from = values.object(edition.book)
  local book = book_of(from, from.cached_contributors, from.cached_image)
  if not book then return nil end
  local title = answers.title(edition.title)
  book.other_titles = title and { { title = title, subtitle = answers.title(edition.subtitle) } }
  book.numbers = numbers_of(mix.json.array({ edition.isbn_13 or "", edition.isbn_10 or "" }))
  book.edition_isbn, book.pages = book.numbers[1], answers.pages(edition.pages)
  book.edition_publisher = answers.text(values.object(edition.publisher).name)
  book.publishers = { book.edition_publisher }
  book.language = languages.code(values.object(edition.language).code2)
  book.edition_language = book.language
  return book
end

return books
