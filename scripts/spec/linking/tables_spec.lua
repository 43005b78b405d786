-- Tables as people have them: what cannot be read costs no other row its number.

local table_reader = require("lib.table_reader")
local tables = require("lib.linking.tables")
local written = require("spec.written")

local function opened(name, text) return tables.open(written(name, text)) end

local function titles(opened_table)
  local found = {}
  for rows in opened_table.next do
    for _, cells in ipairs(rows) do found[#found + 1] = cells[1] or "none" end
  end
  return found
end

describe("a table", function()
  it("keeps the numbers of rows after one that cannot be read", function()
    local long = ("x"):rep(1000000)
    local found = assert(opened("long.csv", "title,artist\nHalo,A\n" .. long .. ",B\nHello,C\n"))
    assert.are.same({ "Halo", "none", "Hello" }, titles(found))
    assert.are.equal(1, #found.passed)
    found = assert(opened("last.csv", "title,artist\nHalo,A\n" .. long .. ",B\n"))
    assert.are.same({ "Halo", "none" }, titles(found))
    found = assert(opened("only.csv", "title,artist\n" .. long .. ",B\n"))
    assert.are.same({ "none" }, titles(found))
  end)

  it("keeps them where the reader reports such a row early", function()
    local found = assert(opened("nul.csv", "title,artist\nHa\0lo,A\nHello,B\nHa\0,C\n"))
    assert.are.same({ "none", "Hello", "none" }, titles(found))
    assert.are.same({ 2, 2 }, { #found.passed, found.passed[1].row })
    local _, reason = opened("nul-header.csv", "ti\0tle,artist\nHalo,A\n")
    assert.matches("nul-header.csv: the header cannot be read: ", reason, 1, true)
  end)

  it("may be a list in words without a header", function()
    local found = assert(opened("words.csv", "Ada – Ebb\nBo - Flow\n"))
    assert.are.same({ "title" }, found.header)
    assert.are.same({ "Ada – Ebb", "Bo - Flow" }, titles(found))
    found = assert(opened("both.csv", "Artist - Title\nAda - Ebb\n"))
    assert.are.same({ "Artist - Title" }, found.header)
  end)

  it("may be a list of identifiers without a header", function()
    for first, field in pairs({ ["9780306406157"] = "isbn", ["0-306-40615-2"] = "isbn",
      tt0000007 = "imdb_id", ["https://www.imdb.com/title/tt0000007/"] = "imdb_id",
      GBAAA1234567 = "isrc", ["Boats (1984)"] = "title", ["Boats.1984.1080p.mkv"] = "file" }) do
      local found = assert(opened("codes.csv", first .. "\n" .. first .. "\n"))
      assert.are.same({ field }, found.header)
      assert.are.same({ first, first }, titles(found))
    end
    for _, first in ipairs({ "isbn", "1984", "2001: a 0306406152", "tt1" }) do
      assert.are.same({ first }, assert(opened("codes.csv", first .. "\nx\n")).header)
    end
  end)

  it("may have lines above its header, which do not count as rows", function()
    local found = assert(opened("above.csv", "My songs\n2024\nTitle;Artist\nHalo;A\nHello;B;x\n"))
    assert.are.same({ "Title", "Artist" }, found.header)
    assert.are.same({ "Halo", "Hello" }, titles(found))
    assert.are.same({ count = 1, first = 5 }, found.longer)
    -- Groups of columns are not columns.
    found = assert(opened("groups.csv",
      "My songs\nWas,,,Wo\nTitle,Artist,Year,Shelf\nHalo,A,1,x\n"))
    assert.are.same({ "Title", "Artist", "Year", "Shelf" }, found.header)
    assert.are.same({ "Halo" }, titles(found))
    found = assert(opened("sep.csv", "sep=;\nTitle;Artist\nHalo;A\n"))
    assert.are.same({ "Title", "Artist" }, found.header)
    assert.are.same({ "Halo" }, titles(found))
    -- A damaged row is none of the header's.
    found = assert(opened("below.csv", "My songs\nTitle;Artist\nHalo;A\n\"x\"y;\"z\n"))
    assert.are.same({ "Title", "Artist" }, found.header)
  end)

  it("has a header of one column above longer rows", function()
    local found = assert(opened("one.csv", "title\nHello, World\nHalo\n"))
    assert.are.same({ "title" }, found.header)
    found = assert(opened("unknown.csv", "words\nHello, World\nHalo\n"))
    assert.are.same({ "words" }, found.header)
  end)

  it("is neither a workbook nor packed", function()
    local zip, ole = "PK\3\4\20\0\0\0", "\xd0\xcf\x11\xe0\xa1\xb1"
    local gzip, xml = "\x1f\x8b\8\0\0\0", '<?xml version="1.0"?>\n'
    local words = {
      ["a.csv.gz"] = { gzip, "packed (gzip)" }, ["a.zip"] = { zip, "packed (zip)" },
      ["a.xlsx"] = { zip, "it is a workbook, not a text: save the sheet as CSV" },
      ["a.numbers"] = { zip, "Numbers: File, Export To, CSV" },
      ["a.xls"] = { ole, "Excel: File, Save As, CSV UTF-8" },
      ["a.csv"] = { ole, "it is a workbook, not" }, ["g.csv"] = { gzip, "packed (gzip)" },
      ["w.csv"] = { zip, "it is a workbook or an archive, not a text: unpack it, or save" },
      ["b.xls"] = { "<html><body><table><tr><td>title</td>", "it is a web page, not a table" },
      ["b.csv"] = { "<!DOCTYPE html>\n<html><head>", "it is a web page, not a table" },
      ["c.xls"] = { xml .. '<?mso-application progid="Excel.Sheet"?>', "a workbook" },
    }
    for name, case in pairs(words) do
      assert.matches(case[2], select(2, opened(name, case[1])) or "read", 1, true)
    end
  end)

  it("may have a title above its header that is as wide as the table", function()
    for _, above in ipairs({ "My songs;;\n", "My songs;;\n;;\n", "\nMy songs;;\n" }) do
      local text = above .. "Title;Artist;Note\nHalo;A;4,5\nStay;B;\n"
      local found = assert(opened("wide.csv", text))
      assert.are.same({ "Title", "Artist", "Note" }, found.header)
      assert.are.same({ "Halo", "Stay" }, titles(found))
    end
  end)

  it("may be one of Markdown", function()
    local found = assert(opened("list.md", "| title | artist |\n|:--|---|\n| Halo | A |\n"))
    assert.are.same({ "", "title", "artist", "_2" }, found.header)
    local rows = found.next()
    assert.are.same({ 1, " Halo ", " A " }, { #rows, rows[1][2], rows[1][3] })
    -- A title of dashes further down is a row.
    found = assert(opened("dashes.csv", "title,artist\nHalo,A\n---,---\n"))
    assert.are.same({ "Halo", "---" }, titles(found))
  end)

  it("that cannot be read is named once", function()
    local open = table_reader.open
    table_reader.open = function(path) return nil, { message = "cannot read " .. path } end
    local _, reason = opened("closed.csv", "title\nHalo\n")
    table_reader.open = open
    assert.equal("cannot read " .. mix.fs.data("spec/closed.csv"), reason)
  end)

  it("is what its text says, whatever its name", function()
    for name, text in pairs({
      ["a.xlsx"] = "artist,title\nA,Halo\n", ["a.xls"] = "artist\ttitle\nA\tHalo\n",
      ["a.gz"] = "artist;title\nA;Halo\n", ["list.csv"] = '[{"title": "Halo", "artist": "A"}]',
      ["list.txt"] = '{"title": "Halo", "artist": "A"}\n',
    }) do
      local found = assert(opened(name, text))
      assert.are.same({ "artist", "title" }, found.header, name)
      assert.are.same({ "A" }, titles(found), name)
    end
    local found = assert(opened("bracket.csv", "[title],artist\nHalo,A\n"))
    assert.are.same({ "Halo" }, titles(found))
  end)

  it("is named where a file of another kind has its name", function()
    for start, kind in pairs({
      ["%PDF-1.4\n%\xe2\xe3\n"] = "a PDF", ["\x89PNG\r\n\x1a\n"] = "a picture",
      ["\xff\xd8\xff\xe0\0"] = "a picture", ["SQLite format 3\0"] = "a database (SQLite)",
      ["PAR1\x15\0"] = "a Parquet file", ["{\\rtf1\\ansi Halo}"] = "a document (RTF)",
      ["\u{FEFF}\n<!DOCTYPE html>\n<p>Halo"] = "a web page",
      ["<html lang=\"en\"><table>"] = "a web page",
    }) do
      local _, reason = opened("other.csv", start)
      assert.matches("it is " .. kind .. ", not a table", reason, 1, true)
    end
    assert(opened("title.csv", "%PDF,title\nx,Halo\n"))
  end)

  it("may be a playlist, and no other list in XML or lines", function()
    local list = "#EXTM3U\n#EXTINF:61,Ada - Ebb\nebb.mp3\nBo/Tides/02 Flow.mp3\n"
    for _, name in ipairs({ "list.m3u8", "list.txt" }) do
      local found = assert(opened(name, list))
      assert.are.same({ "artist", "duration", "title", "uri", "album" }, found.header)
      assert.are.same({ { "Ada", "61", "Ebb", "ebb.mp3", row = 1 },
        { "Bo", nil, "Flow", "Bo/Tides/02 Flow.mp3", "Tides", row = 2 } }, found.next())
    end
    local xspf = '<?xml version="1.0"?><playlist><trackList><track><title>Ebb</title></track>'
      .. "</trackList></playlist>"
    assert.are.same({ "title" }, assert(opened("list.xml", xspf)).header)
    for text, kind in pairs({ ['<?xml version="1.0"?><opml/>'] = "a list of feeds (OPML)",
      ["BEGIN:VCALENDAR\n"] = "a calendar", ['<?xml version="1.0"?><a/>'] = "XML" }) do
      local _, reason = opened("list.txt", text)
      assert.matches(("list.txt: it is %s, not a table"):format(kind), reason, 1, true)
    end
    local _, reason = opened("list.xspf", "<a/>")
    assert.matches("list.xspf cannot be read as XSPF: its root is <a>", reason, 1, true)
    assert.are.same({ "# no", "title" }, assert(opened("list.csv", "# no,title\n1,Ebb\n")).header)
  end)

  it("counts rows with more fields than the header", function()
    local found = assert(opened("longer.csv", "title,artist\nHalo,A,,\nHello,B,,x\nHurt,C,y\n"))
    assert.are.same({ "Halo", "Hello", "Hurt" }, titles(found))
    assert.are.same({ count = 2, first = 3 }, found.longer)
    local _, reason = opened("none.json", "[]")
    assert.matches("none.json: the table is empty", reason, 1, true)
  end)

  it("has each name of its header once", function()
    local found = assert(opened("twice.csv", "title,title,title_2\na,b,c\n"))
    assert.are.same({ "title", "title_2", "title_2_2" }, found.header)
    found = assert(opened("many.csv", ("a,"):rep(4000):sub(1, -2) .. "\n1\n"))
    assert.equal("a_4000", found.header[4000])
  end)

  it("has no more columns than a row of the output may have", function()
    local _, reason = opened("wide.csv", ("a,"):rep(60000) .. "\n1\n")
    assert.matches("wide.csv: 60001 columns, and a table may have 20000", reason, 1, true)
    local list = {}
    for number = 1, 20001 do list[number] = { ["k" .. number] = 1 } end
    _, reason = opened("wide.json", mix.json.encode(list))
    assert.matches("wide.json: 20001 columns", reason, 1, true)
  end)

  it("leaves a damaged record out, and the others keep their numbers", function()
    local damaged = assert(opened("damaged.ndjson", '{"a":1}\n7\n{"a"\n{"a":4}\n'))
    assert.are.same({ 2, 3 }, { damaged.passed[1].row, damaged.passed[2].row })
    assert.equal("record 2: a record is an object, not a number", damaged.passed[1].reason)
    local array = assert(opened("array.json", '[[1, 2], {"a": 1}, []]'))
    assert.are.same({ "a" }, array.header)
    assert.equal("record 1: a record is an object, not an array", array.passed[1].reason)
    local rows = damaged.next()
    assert.are.same({ "1", "4" }, { rows[1][1], rows[4][1] })
    assert.is_nil(rows[2][1])
    local _, reason = opened("none.json", "[null]")
    assert.matches("record 1: a record is an object, not null", reason, 1, true)
  end)

  it("of JSON has cells for what its records say", function()
    local found = assert(opened("some.json", '[{"b":1,"a":null},{"a":["x"]},{}]'))
    assert.are.same({ "a", "b" }, found.header)
    assert.are.same({ { "", "1", row = 1 }, { { "x" }, row = 2 }, { row = 3 } }, found.next())
  end)

  it("cannot be the standard input, which can be read once only", function()
    local found, reason = tables.open("-")
    assert.is_nil(found)
    assert.matches("^%-: a table is read more than once, .*: save it as a file", reason)
  end)

  it("is a file with a header", function()
    local found, reason = tables.open(mix.fs.data("spec"))
    assert.is_nil(found)
    assert.matches("a folder, not a table", reason, 1, true)
    for _, blank in ipairs({ "", "\n\n  \n", ",,\n,,\n" }) do
      found, reason = opened("empty.csv", blank)
      assert.is_nil(found)
      assert.matches("the table is empty: a header and a row for each entry, or ", reason, 1, true)
    end
  end)
end)
