-- Lists of books as JSON: of LibraryThing, of programs of people's own.

local reading = require("programs.books.lib.reading")

local function read(name, text)
  local file = assert(reading.open_text(name, text, { format = "auto" }))
  local found = {}
  for record in function() return file:next() end do found[#found + 1] = record end
  return found
end

describe("a list of books as JSON", function()
  it("has the fields of its members, whichever a book lacks", function()
    local found = read("mine.json", [[ [{"title": "Ebb", "authors": ["Ada Lune", "Bo Ray"]},
      {"isbn": "978-0-306-40615-7", "title": "Tides", "year": 1999, "authors": []}] ]])
    assert.are.same({ "Ada Lune", "Bo Ray" }, found[1].creators)
    assert.are.same({ "Tides", 1999, "9780306406157" },
      { found[2].title, found[2].year, found[2].identifiers.isbn13 })
  end)

  it("may be of catalogues of libraries: CSL, Open Library's shelves", function()
    local found = read("zotero.json", [[ [{"type": "book", "title": "Ebb", "ISBN": "9780306406157",
      "author": [{"family": "Lune", "given": "Ada"}, {"family": "Ray"}],
      "issued": {"date-parts": [ [1999, 5] ]}}] ]])[1]
    assert.are.same({ { "Ada Lune", "Ray" }, 1999, "9780306406157" },
      { found.creators, found.year, found.identifiers.isbn13 })
    found = read("shelf.json", [[ {"reading_log_entries": [{"work": {"title": "Ebb",
      "author_names": ["Ada Lune"], "first_publish_year": 1965}}]} ]])[1]
    assert.are.same({ { "Ada Lune" }, 1965 }, { found.creators, found.year })
  end)

  it("may be of reference managers: BibTeX and RIS, without what is not a book", function()
    local file = assert(reading.open_text("mine.bib", "@book{a, title={Ebb {\\&} Flow},\n"
      .. "author={Lune, Ada and Ray, Bo}, year=1999, isbn={9780306406157}, series={Old Kingdom},\n"
      .. "volume=2, edition={2nd}, publisher={Tide}}\n@article{b, title={On Tides}}\n",
      { format = "auto" }))
    local found = file:next()
    assert.are.same({ "bibtex", "Ebb & Flow", { "Ada Lune", "Bo Ray" }, 1999, "9780306406157",
      "Old Kingdom", 2.0, "2nd", "Tide" }, { file.format, found.title, found.creators, found.year,
      found.identifiers.isbn13, found.series, found.series_position, found.edition,
      found.publisher })
    local _, reason, row = file:next()
    assert.are.same({ "it is a journal article, not a book", 4 }, { reason, row })
    found = read("mine.txt", "TY  - BOOK\nTI  - Ebb\nA1  - Lune, Ada\nPY  - 1999\nER  - \n")[1]
    assert.are.same({ "Ebb", { "Ada Lune" }, 1999 }, { found.title, found.creators, found.year })
  end)

  it("may be a book a line", function()
    local found = read("mine.ndjson", '{"title": "Ebb"}\n{"title": "Tides"}\n')
    assert.equal("Ebb Tides", found[1].title .. " " .. found[2].title)
  end)

  it("may have its books by number, as LibraryThing's has", function()
    local found = read("librarything.json", [[ {"7": {"books_id": "7", "title": "Tides",
      "primaryauthor": "Lune, Ada", "authors": []}, "12": {"books_id": "12", "title": "Ebb",
      "authors": [{"lf": "Lune, Ada", "fl": "Ada Lune", "role": "Author"}], "pages": "512 ",
      "isbn": {"0": "0306406152", "2": "9780306406157"}, "language": ["English"]}} ]])
    assert.equal("Tides", found[1].title)
    assert.are.same({ "Ada Lune" }, found[1].creators)
    assert.are.same({ "Ada Lune" }, found[2].creators)
    assert.are.same({ "9780306406157", 512, "en" },
      { found[2].identifiers.isbn13, found[2].pages, found[2].language })
  end)

  it("may be an export of mixhost, with all that it has", function()
    local found = read("own.json", [[ [{"id": 3, "kind": "book", "status": "pending",
      "title": "Ebb", "creators": ["Ada Lune", "Bo, Ray"], "series_position": 2,
      "edition": "2nd", "added": 1.5,
      "identifiers": {"isbn13": "9780306406157"}, "extra": {"author": "as printed", "tags": "sea"},
      "sources": {"title": {"source": "csv", "time": 1.5, "user": true}}}] ]])
    assert.are.same({ title = "Ebb", creators = { "Ada Lune", "Bo, Ray" }, series_position = 2,
      row = 1, edition = "2nd", identifiers = { isbn13 = "9780306406157" },
      extra = { author = "as printed", tags = "sea" } }, found[1])
  end)

  it("costs a damaged record alone, by its line", function()
    local file = assert(reading.open_text("mine.ndjson",
      '{"title": "Ebb"}\n{"tit\n{"title": "Tides"}\n', { format = "auto" }))
    local record, reason, row = file:next()
    assert.is_nil(record)
    assert.equal("2 invalid JSON at 1:6: unexpected end of text in a string",
      ("%d %s"):format(row, reason))
    assert.equal("Ebb", file:next().title)
    assert.equal(3, file:next().row)
    local list = assert(reading.open_text("mine.json", '[null, {"title": "Ebb"}]',
      { format = "auto" }))
    assert.equal("a record is an object, not null", select(2, list:next()))
    assert.equal("Ebb", list:next().title)
  end)

  it("is named by its form, and by its program where that is known", function()
    for text, form in pairs({ ['[{"title": "Ebb"}]'] = "json", ['{"title": "Ebb"}'] = "json",
      ['{\n "books": [\n {"title": "Ebb"}]}'] = "json",
      ['{"title": "Ebb"}\n{"title": "Tides"}'] = "ndjson" }) do
      assert.equal(form, assert(reading.open_text("x", text, { format = "auto" })).format, text)
    end
    local named = assert(reading.open_text("x.json", "title\nEbb", { format = "auto" }))
    assert.equal("csv", named.format)
    local line = '{"title": "Ebb"}'
    assert.equal("ndjson", assert(reading.open_text("x.jsonl", line, { format = "auto" })).format)
  end)

  it("is read in a file of any name", function()
    local path = mix.fs.data("spec/books.csv")
    assert(mix.fs.write(path, '[{"title": "Ebb", "author": "Ada Lune"}]'))
    assert.equal("Ebb", assert(reading.open(path, { format = "auto" })):next().title)
  end)

  it("may be UTF-16", function()
    local path = mix.fs.data("spec/wide.json")
    local bytes = "\xFF\xFE" .. ('[{"title": "Ebb"}]'):gsub(".", "%0\0")
    assert(mix.fs.write(path, bytes))
    assert.equal("Ebb", assert(reading.open(path, { format = "auto" })):next().title)
  end)

  it("has the numbers and the day of Google Books", function()
    local found = read("volumes.json", [[ {"kind": "books#volumes", "items": [{"id": "a",
      "volumeInfo": {"title": "Ebb", "authors": ["Ada Lune"], "publishedDate": "1999-05",
        "pageCount": 212, "industryIdentifiers": [
          {"type": "ISBN_10", "identifier": "0306406152"},
          {"type": "ISBN_13", "identifier": "9780306406157"}]}},
      {"volumeInfo": {"title": "Tides",
        "industryIdentifiers": [{"type": "OTHER", "identifier": "UOM:1"}]}}]} ]])
    assert.equal("9780306406157", found[1].identifiers.isbn13)
    assert.are.same({ 1999, 212 }, { found[1].year, found[1].pages })
    assert.are.same({ other = "UOM:1" }, found[2].extra)
    assert.is_nil(found[2].identifiers.isbn13)
  end)

  it("is refused where no record has anything", function()
    for text, wanted in pairs({ ["{}"] = "x: the file is empty", ["[]"] = "x: the file is empty",
      ["[1, 2]"] = "x:1: a record is an object, not a number",
      ['{"playlist": {"track": [{"title": "Ebb", "creator": "Ada"}]}}']
        = "x: it is a playlist (JSPF), not a list of books",
      ["#EXTM3U\nEbb.mp3\n"] = "x: it is a playlist, not a list of books",
      ['<?xml version="1.0"?><opml/>'] = "x: it is a list of feeds (OPML), not a list of books",
    }) do
      assert.equal(wanted, select(2, reading.open_text("x", text, { format = "auto" })), text)
    end
  end)

  it("is refused by the place of its fault", function()
    local file, reason = reading.open_text("mine.json", '[{"title": "Ebb"},', { format = "auto" })
    assert.is_nil(file)
    assert.equal("mine.json: invalid JSON at 1:19: unexpected end of text", reason)
  end)
end)

describe("the standard input", function()
  -- The titles of a text that comes in pieces, and the format.
  local function taken(text)
    local given, place = io.read, 1
    rawset(io, "read", function()
      local piece = text:sub(place, place + 9)
      place = place + #piece
      return piece ~= "" and piece or nil
    end)
    local file, reason = reading.open("-", { format = "auto", encoding = "auto" })
    rawset(io, "read", given)
    local titles = {}
    for fields in function() return file and file:next() end do
      titles[#titles + 1] = fields.title
    end
    return table.concat(titles, ", "), file and file.format or reason
  end

  it("is read by its bytes as files are", function()
    for text, format in pairs({
      ['[{"title": "Ebb"}, {"title": "Fl\u{f6}w"}]'] = "json",
      ['{"title": "Ebb"}\n{"title": "Fl\u{f6}w"}\n'] = "ndjson",
      ["title,author\nEbb,Ada\nFl\xf6w,Bo\n"] = "csv",
      ["My list\ntitle;author\nEbb;Ada\nFl\u{f6}w;Bo\n"] = "csv",
    }) do
      assert.are.same({ "Ebb, Fl\u{f6}w", format }, { taken(text) }, text)
    end
    assert.matches("^%-: it is a workbook or an archive", select(2, taken("PK\3\4xx")))
    for _, blank in ipairs({ "", "\n \n", ";;\n", "sep=;\n" }) do
      assert.matches("^%-: the file is empty: a header and ", select(2, taken(blank)))
    end
    assert.equal("", mix.fs.read(mix.fs.data("books/standard-input")))
  end)
end)
