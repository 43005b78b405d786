-- Books out of Calibre's folders: the metadata.opf beside each.

local importing = require("programs.books.lib.importing")
local opf = require("programs.books.lib.exports.opf")
local opf_books = require("programs.books.lib.opf_books")

local root = mix.fs.data("spec/calibre")

local function put(name, text) assert(mix.fs.write(root .. "/" .. name, text)) end

local function records(path)
  local file = assert(importing.open({ path = path }, {}))
  local list, problems = {}, {}
  while true do
    local record, problem = file:next()
    if record then
      list[#list + 1] = record
    elseif problem then
      problems[#problems + 1] = problem
    else
      return list, problems, file
    end
  end
end

describe("a book's metadata.opf", function()
  it("comes back as it was written", function()
    local work = {
      id = 7, title = "Salt & \"Roads\"", creators = { "Ada Lune", "Bo Mar" }, year = 2003,
      publisher = "Penwith", language = "de", series = "Tides", series_position = 2.5,
      description = "<p>Salt, sea & sand.</p>",
      extra = { bookshelves = "sea, salt", my_rating = 4 },
      identifiers = { isbn13 = "9780306406157", isbn10 = "0306406152", goodreads = "11",
        olid = "OL7W", asin = "B07XJ8C8F5", calibre = "0f1e2d3c-aaaa-4bbb-8ccc-1234567890ab" },
    }
    put("one.opf", opf.text(work, "cover.jpg"))
    local record = records(root .. "/one.opf")[1]
    for _, field in ipairs({ "title", "creators", "year", "publisher", "language", "series",
      "series_position", "description", "identifiers" }) do
      assert.are.same(work[field], record[field], field)
    end
    assert.are.same({ tags = "sea, salt", rating = 8, pubdate = "2003-01-01T00:00:00+00:00" },
      record.extra)
  end)

  it("is read as Calibre writes it", function()
    put("calibre.opf", [[
<?xml version='1.0' encoding='utf-8'?>
<package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id" version="2.0">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
    <dc:identifier opf:scheme="calibre" id="calibre_id">3</dc:identifier>
    <dc:identifier opf:scheme="uuid">0f1e2d3c-aaaa-4bbb-8ccc-1234567890ab</dc:identifier>
    <dc:title>Salt &amp; Sand</dc:title>
    <dc:creator opf:file-as="Lune, Ada" opf:role="aut">Ada Lune</dc:creator>
    <dc:creator opf:role="trl">Cleo Fern</dc:creator>
    <dc:contributor opf:role="bkp">calibre (6.13.0) [https://calibre-ebook.com]</dc:contributor>
    <dc:date>0101-01-01T00:00:00+00:00</dc:date>
    <dc:language>eng</dc:language>
    <dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>
    <dc:subject>Sea</dc:subject>
    <meta name="calibre:timestamp" content="2020-01-02T03:04:05+00:00"/>
    <meta name="calibre:title_sort" content="Salt &amp; Sand"/>
  </metadata>
  <guide><reference type="cover" title="Cover" href="cover.jpg"/></guide>
</package>]])
    assert.are.same({
      row = 1, title = "Salt & Sand", creators = { "Ada Lune" }, language = "en",
      identifiers = { isbn13 = "9780306406157", isbn10 = "0306406152",
        calibre = "0f1e2d3c-aaaa-4bbb-8ccc-1234567890ab" },
      extra = { tags = "Sea", timestamp = "2020-01-02T03:04:05+00:00", title_sort = "Salt & Sand" },
    }, records(root .. "/calibre.opf")[1])
  end)

  it("may be of EPUB 3", function()
    put("three.opf", [[
<package version="3.0"><metadata>
  <dc:identifier>urn:isbn:9780306406157</dc:identifier>
  <dc:identifier>urn:uuid:0f1e2d3c</dc:identifier>
  <dc:title>Salt</dc:title><dc:language>de-AT</dc:language>
  <dc:creator id="t">Cleo Fern</dc:creator><meta refines="#t" property="role">trl</meta>
  <dc:creator id="c">Ada Lune</dc:creator><meta refines="#c" property="role">aut</meta>
  <meta property="belongs-to-collection" id="s">Tides</meta>
  <meta refines="#s" property="group-position">2</meta>
</metadata></package>]])
    local record = records(root .. "/three.opf")[1]
    assert.are.same({ "Ada Lune" }, record.creators)
    assert.are.same({ "Salt", "Tides", 2, "de", "9780306406157" }, { record.title, record.series,
      record.series_position, record.language, record.identifiers.isbn13 })
  end)

  it("may have editors in place of authors, and a number without its scheme", function()
    local function read(more)
      put("edited.opf", "<package><metadata><identifier>9780306406157</identifier><title>Salt"
        .. '</title><creator role="edt">Cleo Fern</creator>' .. more .. "</metadata></package>")
      return records(root .. "/edited.opf")[1]
    end
    local record = read("<identifier>17</identifier>")
    assert.are.same({ { "Cleo Fern" }, "9780306406157" },
      { record.creators, record.identifiers.isbn13 })
    assert.are.same({ "Ada Lune" }, read("<creator>Ada Lune</creator>").creators)
  end)
end)

describe("a folder of books", function()
  it("has names that every file system takes", function()
    local cover_files = require("programs.books.lib.cover_files")
    local titles = { ("\u{1F469}"):rep(100), "CON", "com1.txt", "../a/b", "x. ", "a\u{202E}b",
      ("\u{672C}"):rep(100) }
    local works = {}
    for id, title in ipairs(titles) do
      works[id] = { id = id, title = title, creators = { "NUL" } }
      local name = cover_files.name({ id = id, title = "a" .. title })
      assert(utf8.len(name), name)
    end
    local place = 0
    local count = opf.write_folder(function()
      place = place + 1
      return works[place]
    end, root .. "/named")
    assert.equal(#titles, count)
    local names = assert(mix.fs.list(root .. "/named/_NUL"))
    table.sort(names)
    assert.are.same({ "_CON (2)", "_a_b (4)", "_com1.txt (3)", "a b (6)", "x (5)" },
      table.move(names, 1, 5, 1, {}))
    for _, name in ipairs(names) do assert(utf8.len(name) and #name < 256, name) end
  end)
end)

describe("a library of Calibre", function()
  it("is read book by book; a damaged one is named", function()
    put("library/Ada/Salt (1)/metadata.opf", opf.text({ id = 1, title = "Salt" }))
    put("library/Ada/Ebb (2)/metadata.opf", "<package><metadata>")
    put("library/Ada/Nameless (3)/metadata.opf", "<package><metadata/></package>")
    put("library/.caltrash/b/metadata.opf", opf.text({ id = 9, title = "Gone" }))
    put("library/metadata.db", "SQLite format 3")
    local list, problems, file = records(root .. "/library/")
    assert.are.same({ 1, 3, "calibre", "utf-8" },
      { #list, file.count, file.format, file:encoding() })
    assert.equal("Salt", list[1].title)
    assert.matches("Ada/Ebb (2)/metadata.opf: ", problems[1], 1, true)
    assert.equal("Ada/Nameless (3)/metadata.opf: the title is empty", problems[2])
  end)

  it("is named when there is none", function()
    put("empty/a.txt", "x")
    local file, problem = opf_books.open(root .. "/empty")
    assert.is_nil(file)
    assert.matches("no metadata.opf is in it or below it", problem, 1, true)
    file, problem = importing.open({ path = "/x/metadata.db" }, {})
    assert.is_nil(file)
    assert.matches("give the folder that it is in", problem, 1, true)
  end)
end)
