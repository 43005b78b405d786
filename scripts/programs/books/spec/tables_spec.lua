-- Tables that people write by hand, and what spreadsheets do to them.

local formats = require("programs.books.lib.formats")
local importing = require("programs.books.lib.importing")
local isbn = require("programs.books.lib.isbn")
local record = require("programs.books.lib.record")
local written = require("spec.written")

local function read(header, cells)
  local format = assert(formats.open(header, "auto"))
  cells.row = 2
  return assert(format:read(cells))
end

describe("a table of a program", function()
  it("of Hardcover has the place behind the series", function()
    local fields = read({ "Title", "Author", "Series", "Status", "Hardcover Book ID", "ISBN 10",
      "ISBN 13", "Publish Date" }, { "Lirael", "Garth Nix", "Old Kingdom (#2)", "Stopped", "7",
      "0306406152", "9780306406157", "2001-04-01" })
    assert.are.same({ "Old Kingdom", 2, 2001 },
      { fields.series, fields.series_position, fields.year })
    assert.are.same({ isbn13 = "9780306406157", isbn10 = "0306406152" }, fields.identifiers)
    assert.equal("Stopped", fields.extra.status)
  end)

  it("of StoryGraph, Hardcover or Goodreads has names in their order", function()
    local fields = read({ "Title", "Authors", "ISBN/UID", "Read Status" },
      { "Ebb", "Homer, Bo Ray (Translator), Sam Lune, Jr., Plato", "", "read" })
    assert.are.same({ "Homer", "Sam Lune Jr.", "Plato" }, fields.creators)
    fields = read({ "Title", "Author", "Hardcover Book ID" }, { "Ebb", "Homer, Plato", "7" })
    assert.are.same({ "Homer", "Plato" }, fields.creators)
    fields = read({ "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN",
      "Exclusive Shelf" }, { "7", "Ebb", "Ada Lune", "Lune, Ada", "Homer, Plato", "", "read" })
    assert.are.same({ "Ada Lune", "Homer", "Plato" }, fields.creators)
  end)

  it("of LibraryThing has authors and editors, and keeps others with their roles", function()
    local header = { "Book Id", "Title", "Primary Author", "Secondary Author",
      "Secondary Author Roles", "ISBNs" }
    local fields = read(header, { "7", "Ebb", "Lune, Ada", "Rook, Bo|Mar, Cy|Fen, Di",
      "Translator|Editor|", "" })
    assert.are.same({ "Ada Lune", "Cy Mar", "Di Fen" }, fields.creators)
    assert.are.same({ secondary_author = "Rook, Bo|Mar, Cy|Fen, Di",
      secondary_author_roles = "Translator|Editor|" }, fields.extra)
    fields = read(header, { "7", "Ebb", "Lune, Ada", "Rook, Bo", "", "" })
    assert.are.same({ { "Ada Lune", "Bo Rook" }, {} }, { fields.creators, fields.extra })
  end)

  it("of OpenReads or a spreadsheet has names in one word, or of two lines", function()
    local fields = read({ "Title\n(main)", "authorName", "publicationYear", "lot" },
      { "Ebb", "Ada Lune", "1999", "book" })
    assert.are.same({ "Ebb", 1999 }, { fields.title, fields.year })
    local format = assert(formats.open({ "title", "lot" }, "auto"))
    assert.equal("it is a movie, not a book", select(2, format:read({ "Boats", "movie", row = 2 })))
  end)

  it("of Libib has books, and films that are rejected", function()
    local header = { "item_type", "title", "creators", "ean_isbn13", "publish_date", "length" }
    local fields = read(header, { "book", "Sabriel", "Garth Nix", "9780306406157", "1995-01-01",
      "491" })
    assert.are.same({ "Garth Nix" }, fields.creators)
    assert.are.same({ 1995, 491 }, { fields.year, fields.pages })
    local film = { "movie", "Boats", "Ada Lune", "", "", "100", row = 3 }
    local none, reason = assert(formats.open(header, "auto")):read(film)
    assert.is_nil(none)
    assert.equal("it is a movie, not a book", reason)
  end)

  it("is refused when it lists films, songs or albums", function()
    local function opened(text) return importing.open({ name = "x.csv", text = text }, {}) end
    local _, reason = opened("Letterboxd list export v7\nDate,Name,Tags,URL,Description\n"
      .. ",Mine,,,\n\nPosition,Name,Year,URL,Description\n1,Boats,1984,,\n")
    assert.matches("it is a list of films out of letterboxd, not of books", reason, 1, true)
    _, reason = opened("Track URI,Track Name,Artist Name(s)\nx,Boats,Ada\n")
    assert.matches("it is a list of tracks out of exportify", reason, 1, true)
  end)
end)

describe("a table of other programs", function()
  it("has words for nothing where there is nothing", function()
    for _, word in ipairs({ "NULL", "nan", "\\N", "N/A", "None", "<NA>" }) do
      local fields, remarks = read({ "title", "author", "isbn", "year", "series" },
        { "Boats", word, word, word, word })
      assert.are.same({}, remarks, word)
      assert.are.same({ title = "Boats", creators = {}, identifiers = {}, extra = {}, row = 2 },
        fields, word)
    end
    assert.equal("None", read({ "title" }, { "None" }).title)
  end)

  it("has titles without the marks of a page", function()
    assert.equal("The Iliad of Homer", read({ "title" }, { "The <i>Iliad</i> of Homer" }).title)
    assert.equal("I <3 Boats", read({ "title" }, { "I <3 Boats" }).title)
    assert.equal("Bold H2O", read({ "title" }, { "&lt;b&gt;Bold&lt;/b&gt; H2O" }).title)
  end)

  it("has lists of names in their own writing", function()
    for list, names in pairs({
      ["Herbert, Frank:Lune, Ada:"] = { "Frank Herbert", "Ada Lune" },
      ["['Ada Lune', 'Bo Mar']"] = { "Ada Lune", "Bo Mar" },
    }) do
      assert.are.same(names, read({ "Title", "Authors" }, { "Boats", list }).creators, list)
    end
  end)

  it("has years in the brackets of libraries", function()
    for text, year in pairs({ ["[1999?]"] = 1999, ["[1999]"] = 1999, ["c1999]."] = 1999 }) do
      local fields, remarks = read({ "title", "year" }, { "Boats", text })
      assert.equal(year, fields.year, text)
      assert.are.same({}, remarks)
    end
  end)

  it("of Open Library has the year of the work", function()
    local fields = read({ "Work ID", "Title", "Authors", "First Publish Year",
      "Edition Publish Year", "Bookshelf" },
      { "OL1W", "Boats", "Ada Lune;Bo Mar", "1965", "2005", "Already Read" })
    assert.equal(1965, fields.year)
    assert.are.same({ "Ada Lune", "Bo Mar" }, fields.creators)
  end)

  it("of audio books and of catalogues on phones have names of their own", function()
    for header, cells in pairs({
      ["asin,title,authors,series_title,series_sequence,release_date"] =
        { "B002V1OF70", "Boats", "Ada Lune", "Tides", "2", "2006-12-31" },
      ["AudibleProductId,Title,AuthorNames,SeriesNames,SeriesOrder"] =
        { "B002V1OF70", "Boats", "Ada Lune", "Tides", "2 : Tides" },
      ["asin,title,author,series,sequence,publishedYear"] =
        { "B002V1OF70", "Boats", "Ada Lune", "Tides", "2", "1984" },
      ["asin,Title,author_details,series_details,date_published"] =
        { "B002V1OF70", "Boats", "Lune, Ada|", "Tides(2)", "1984-01-02" },
      ["ASIN,Book Title,Book Author,Series Name,Series Number"] =
        { "B002V1OF70", "Boats", "Ada Lune", "Tides", "2" },
    }) do
      local fields = read(mix.csv.parse(header, { header = false })[1], cells)
      assert.are.same({ "Boats", { "Ada Lune" }, "Tides", 2, { asin = "B002V1OF70" } },
        { fields.title, fields.creators, fields.series, fields.series_position,
          fields.identifiers }, header)
      assert.equal(header:find("ublished") and 1984 or nil, fields.year, header)
    end
  end)

  it("may have the place in a series behind it", function()
    for text, wanted in pairs({ ["Tides #2"] = { "Tides", 2 }, ["Tides, Book 2"] = { "Tides", 2 },
      ["Tides (2)"] = { "Tides", 2 }, ["Tides (#1.5)"] = { "Tides", 1.5 },
      ["Area 51"] = { "Area 51" }, ["Tides"] = { "Tides" } }) do
      local fields = read({ "title", "series" }, { "Boats", text })
      assert.are.same(wanted, { fields.series, fields.series_position }, text)
    end
  end)

  it("may have other things than books, which are refused by their names", function()
    local header = { "title", "media_type" }
    assert.equal("book", read(header, { "Boats", "book" }).extra.media_type)
    local none, reason = assert(formats.open(header, "auto")):read({ "Boats", "movie", row = 2 })
    assert.is_nil(none)
    assert.equal("it is a movie, not a book", reason)
  end)

  it("of Goodreads has the first of several series", function()
    local fields = read({ "title" }, { "Ebb (Tides, #4; Lamps, #1)" })
    assert.are.same({ "Tides", 4 }, { fields.series, fields.series_position })
  end)

  it("that has ISBNs alone is named as a list of them", function()
    for _, header in ipairs({ { "ISBN" }, { "9780306406157" } }) do
      local none, _, advice = formats.open(header, "auto")
      assert.is_nil(none)
      assert.matches("books add --isbn-list FILE", advice, 1, true)
    end
  end)
end)

describe("a table in another language", function()
  local expected = {
    title = "A", subtitle = "B", creators = { "C D", "E F" }, year = 2003, publisher = "P",
    pages = 300, language = "es", series = "S", series_position = 2,
    identifiers = { isbn13 = "9780306406157", isbn10 = "0306406152" }, extra = {}, row = 2,
  }
  local headers = {
    German = { "Titel", "Untertitel", "Autor(in)", "Erscheinungsjahr", "Verlag", "Seitenzahl",
      "Sprache", "Reihe", "Band", "ISBN" },
    French = { "TITRE", "Sous-titre", "Auteur(s)", "Année de publication", "Maison d’édition",
      "Nombre de pages", "Langue", "Série", "Tome", "ISBN-13" },
    Spanish = { "Título", "Subtítulo", "Autores", "Año", "Editorial", "Páginas", "Idioma", "Saga",
      "Número", "isbn" },
  }
  local languages = { German = "Spanisch", French = "espagnol", Spanish = "Español" }

  for language, header in pairs(headers) do
    it("is read: " .. language, function()
      assert.are.same(expected, read(header, { "A", "B", "C D; E F", "2003", "P", "300",
        languages[language], "S", "2", "978-0-306-40615-7" }))
    end)
  end

  it("has columns of its own that are kept", function()
    local fields = read({ "Titel", "Regal" }, { "A", "oben links" })
    assert.are.same({ regal = "oben links" }, fields.extra)
  end)
end)

describe("a table with lines above its header", function()
  local function first(text)
    local file, problem = importing.open({ path = written("above.csv", text) }, {})
    return file and file:next(), problem
  end

  it("is read, whatever parts its fields", function()
    for _, text in ipairs({ "My books\nTitle,Author\nSalt,Ada Lune\n",
      "My books\n\n2024\nTitle;Author\nSalt;Ada Lune\n",
      "Mine\nTitle\tAuthor\nSalt\tAda Lune\n",
      "Mine\nBook,,Shop,\nTitle,Author,Place,Code\nSalt,Ada Lune,x,y\n" }) do
      local book = assert(first(text))
      assert.are.same({ "Salt", { "Ada Lune" } }, { book.title, book.creators })
    end
  end)

  it("is refused where no line is a header", function()
    assert.matches("no column is named \"title\"; the columns are: Was, Wer",
      select(2, first("Was,Wer\nTitle,Author\n")), 1, true)
  end)
end)

it("a table that is dropped may have a row of groups above its header", function()
  local file = assert(importing.open({ name = "x.csv",
    text = "Book,,Shop,\nTitle,Author,Place,Code\nSalt,Ada Lune,x,y\n" }, {}))
  assert.equal("Salt", file:next().title)
end)

it("a table of Markdown has no book in the line below its header", function()
  local file = assert(importing.open({ name = "x.md",
    text = "| Title | Author |\n| --- | :--: |\n| Ebb | Ada Lune |\n" }, {}))
  local book = file:next()
  assert.are.same({ "Ebb", "Ada Lune" }, { book.title, book.creators[1] })
  assert.is_nil(file:next())
end)

it("a row with more fields than the header is named", function()
  local format = assert(formats.open({ "Title", "Author" }, "auto"))
  local fields, remarks = format:read({ "Salt", "Lune", "Ada", row = 2 })
  assert.are.same({ column_3 = "Ada" }, fields.extra)
  assert.are.same({ "the row has 3 fields, the header 2: its columns may have shifted" }, remarks)
  assert.are.same({}, select(2, format:read({ "Salt", "Lune", "", row = 3 })))
end)

describe("a column of volumes", function()
  it("has one of many names", function()
    for _, name in ipairs({ "Vol.", "Bd.", "Book Number", "Number in Series", "Series #", "Teil",
      "巻", "Том", "Nr." }) do
      local fields = read({ "Title", "Series", name }, { "Tides", "Tides", "3" })
      assert.equal(3, fields.series_position, name)
    end
  end)

  it("may count the rows of a table without series", function()
    assert.is_nil(read({ "Nr.", "Title" }, { "3", "Tides" }).series_position)
  end)
end)

it("a list of one column has titles", function()
  assert.equal("Tides by Ada", read({ "Book" }, { "Tides by Ada" }).title)
end)

describe("a column of days", function()
  it("is not taken as the year of publication, and is named once", function()
    local format = assert(formats.open({ "Titel", "Autor", "Datum" }, "auto"))
    local remarks = {}
    for _, day in ipairs({ "03.02.2024", "2024-03-11", "March 12, 2024", "12. März 2024",
      "2024-03", "03/2024" }) do
      local fields, said = format:read({ "T", "A", day, row = 2 })
      assert.is_nil(fields.year)
      assert.equal(day, fields.extra.datum)
      table.move(said, 1, #said, #remarks + 1, remarks)
    end
    assert.equal(1, #remarks)
    assert.matches("the days of the column Datum are kept as text", remarks[1], 1, true)
  end)

  it("is one where it has years, or says so", function()
    assert.equal(2003, read({ "Titel", "Datum" }, { "T", "2003" }).year)
    assert.equal(2003, read({ "Titel", "Erscheinungsdatum" }, { "T", "01.05.2003" }).year)
  end)
end)

it("a title has no marks of a library's sorting", function()
  for _, title in ipairs({ "\u{98}Der\u{9C} Hafen", "<<Der>> Hafen", "&#152;Der&#156; Hafen",
    "&lt;&lt;Der&gt;&gt; Hafen" }) do
    assert.equal("Der Hafen", read({ "Title" }, { title }).title)
  end
end)

describe("a text with HTML entities", function()
  it("is read", function()
    local fields = read({ "Title", "Author" }, { "Tristan &amp; Isolde", "Ann O&#39;Hara" })
    assert.are.same({ "Tristan & Isolde", { "Ann O'Hara" } }, { fields.title, fields.creators })
    assert.equal("Don't & Do", read({ "Title" }, { "Don&amp;#39;t &amp;amp; Do" }).title)
  end)

  it("is left in HTML", function()
    local fields = read({ "Title", "About" }, { "T", "<p>1 &lt; 2</p>" })
    assert.equal("<p>1 &lt; 2</p>", fields.extra.about)
  end)
end)

it("an export of BookWyrm has authors, numbers and a shelf", function()
  local fields = read({ "title", "author_text", "remote_id", "goodreads_key", "isbn_13", "shelf",
    "rating" }, { "Sabriel", "Garth Nix, Ursula K. Le Guin", "https://b.example/11", "518848",
    "9780306406157", "stopped-reading", "4.5" })
  assert.are.same({ "Garth Nix", "Ursula K. Le Guin" }, fields.creators)
  assert.are.same({ goodreads = "518848", isbn13 = "9780306406157", isbn10 = "0306406152" },
    fields.identifiers)
  assert.are.same({ "stopped-reading", 4.5 }, { fields.extra.shelf, fields.extra.rating })
end)

describe("a number that a spreadsheet had", function()
  it("is read with decimals, other digits and other hyphens", function()
    for _, text in ipairs({ "9780306406157.0", "9780306406157,00", "٩٧٨٠٣٠٦٤٠٦١٥٧",
      "978‑0‑306‑40615‑7", "\u{200E}978–0306406157", "９７８０３０６４０６１５７" }) do
      assert.equal("9780306406157", isbn.read(text), text)
    end
  end)

  it("is not alone in its cell", function()
    local fields = read({ "Title", "ISBN" }, { "T", "9780306406157, 9780441013593" })
    assert.are.same({ isbn13 = "9780306406157", isbn10 = "0306406152" }, fields.identifiers)
    assert.are.same({ other_isbns = "9780441013593" }, fields.extra)
  end)

  it("gets its zero back", function()
    assert.are.same({ "9780306406157", "0306406152" }, { isbn.read("306406152") })
    assert.is_nil((isbn.read("306406153")))
  end)

  it("is not guessed when it was rounded", function()
    for _, text in ipairs({ "9.78031E+12", "9,78031E+12", "9.78E12" }) do
      assert.matches("a spreadsheet has rounded", select(2, isbn.read(text)), 1, true)
    end
  end)

  it("may have words around it", function()
    for _, text in ipairs({ "'9780306406157", "ISBN 978-0-306-40615-7", "ISBN-13: 9780306406157",
      "ISBN: 0306406152", "978-0-306-40615-7 (paperback)", "urn:isbn:9780306406157",
      "https://books.example/isbn/9780306406157" }) do
      assert.equal("9780306406157", (isbn.read(text)))
    end
  end)
end)

it("a day as people write it has a year", function()
  for _, text in ipairs({ "01.05.2003", "5/1/2003", "2003-05-01", "Mai 2003", "May 1, 2003",
    "c2003", "2003 [2005]" }) do
    local making = record.new(2)
    record.take_year(making, "Date", text)
    assert.equal(2003, making.fields.year, text)
    assert.equal(text, making.fields.extra.date)
  end
end)
