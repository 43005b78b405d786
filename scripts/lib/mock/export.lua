-- Books as a reader's export from Goodreads spells them.

local make_books = require("lib.mock.catalogue.books")
local numbering = require("lib.mock.catalogue.numbering")
local digest = require("lib.mock.digest")

local export = {}

export.header = {
  "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
  "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
  "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
  "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
  "Read Count", "Owned Copies",
}

local first_id, id_step = 1000000, 7

--- Returns the `Book Id` of the book at a place.
function export.id(index) return first_id + index * id_step end

--- Returns the place of the book with a `Book Id`; nil for another number.
function export.index(id)
  local distance = id - first_id
  return distance >= 0 and distance % id_step == 0 and distance // id_step or nil
end

local imprints = { "Penwith Classics", "Harbour Modern Library", "Gannet Books" }
local remarks = {
  " (Paperback)", " (Kindle Edition)", " [Hardcover]", " (Unabridged)", ", Second Edition",
}
local numerals = { "One", "Two", "Three", "Four", "Five", "Six" }

-- The mark of a series; one in twenty does without.
local function mark_of(volume, stream)
  local series, number, case = volume.series, volume.number, stream:below(100)
  if case < 80 then return (" (%s, #%d)"):format(series, number) end
  if case < 86 then return (" (%s #%d)"):format(series, number) end
  if case < 90 then return (" (%s Book %d)"):format(series, number) end
  if case < 93 then return (" [%s %d]"):format(series, number) end
  return case < 95 and (": Book %s of %s"):format(numerals[number], series) or ""
end

local function title_of(books, book)
  local stream, volume, title = books:digest(book.index, 22), book.volume, book.title
  if volume and volume.is_numbered and stream:chance(60) then
    title = title:gsub(", Volume ", ", Vol. ")
  end
  if title:find("^The ") and stream:chance(3) then title = title:sub(5) .. ", The" end
  if book.subtitle then
    if stream:chance(60) then title = ("%s: %s"):format(title, book.subtitle) end
  elseif not volume and stream:chance(6) then
    title = title .. ": A Novel"
  end
  local case = stream:below(100)
  if case < 3 then
    title = title .. stream:pick(remarks)
  elseif case < 5 then
    title = ("%s (%s)"):format(title, stream:pick(imprints))
  end
  return title .. (volume and mark_of(volume, stream) or "")
end

-- The two ISBNs. Half of the rows have none, as those of e-books; one in 200 has a wrong check
-- digit.
local function numbers_of(edition, stream)
  local case, long = stream:below(200), edition.isbn13
  if case < 104 then return '=""', '=""' end
  if case == 104 then
    return '=""', ('="%s%s"'):format(long:sub(1, 12), long:sub(-1) == "5" and "6" or "5")
  end
  if case < 112 then return '=""', ('="%s"'):format(long) end
  return ('="%s"'):format(edition.isbn10), ('="%s"'):format(long)
end

-- Most exports have "First Last"; one row in 150 lost its author.
local function authors_of(book, stream)
  local name = book.authors[1]
  local first, last = name:match("^(%S+) (.*)$")
  local reversed, case = ("%s, %s"):format(last, first), stream:below(150)
  if case == 0 then return "", "" end
  return case < 10 and reversed or name, reversed
end

--- Returns the fields of a row, from 0, in the order of the header.
function export.fields(books, order, row)
  -- Rows come in pairs of neighbours, so that a shelf holds volumes of one series.
  local place = order:number(row // 2) * 2 + row % 2
  local book = books:book(math.min(place, books.size - 1))
  local stream = books:digest(book.index, 21)
  local edition = book.editions[stream:below(#book.editions) + 1]
  local author, reversed = authors_of(book, stream)
  local isbn10, isbn13 = numbers_of(edition, stream)
  local rating, is_read = stream:below(6), stream:chance(70)
  local year = 2010 + stream:below(15)
  local month = 1 + stream:below(9)
  local date = ("%d/0%d/%d"):format(year, month, 10 + stream:below(19))
  local shelf = is_read and "read" or stream:chance(80) and "to-read" or "currently-reading"
  local original = stream:chance(85) and tostring(book.year) or ""
  local title = title_of(books, book)
  local whole = 3 + stream:below(2)
  local mean = ("%d.%d"):format(whole, 10 + stream:below(90))
  local pages = stream:chance(90) and tostring(edition.pages) or ""
  local published = stream:chance(92) and tostring(edition.year) or ""
  return {
    tostring(export.id(book.index)), title, author, reversed,
    table.concat(book.authors, ", ", 2), isbn10, isbn13, tostring(rating), mean,
    edition.publisher, edition.binding, pages, published, original, is_read and date or "", date,
    is_read and "" or shelf, is_read and "" or ("%s (#%d)"):format(shelf, row + 1), shelf,
    stream:chance(4) and 'Slow start,\nthen "wow".<br/><br/>Would read again.' or "", "", "",
    is_read and "1" or "0", "0",
  }
end

local function line_of(fields)
  local texts = {}
  for place, field in ipairs(fields) do
    local is_quoted = field:find('[,"\r\n]')
    texts[place] = is_quoted and ('"%s"'):format(field:gsub('"', '""')) or field
  end
  return table.concat(texts, ",") .. "\n"
end

--- Returns the order in which an export lists books.
function export.order(books)
  return numbering(math.max(2, books.size // 2), digest.of(books.seed, 0, 131))
end

--- Returns the text of `count` rows, from `first` on; the header comes before row 0.
function export.text(first, count)
  local books = make_books(mix.mock.option("seed"), mix.mock.option("books"))
  local order, lines = export.order(books), {}
  first, count = math.tointeger(tonumber(first)), math.tointeger(tonumber(count))
  if first == 0 then lines[1] = line_of(export.header) end
  for row = first, first + count - 1 do
    lines[#lines + 1] = line_of(export.fields(books, order, row))
  end
  return table.concat(lines)
end

return export
