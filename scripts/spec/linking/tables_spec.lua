-- Tables as people have them: what cannot be read costs no other row its number.

local tables = require("lib.linking.tables")

local function opened(name, text)
  local path = mix.fs.data("spec/" .. name)
  assert(mix.fs.write(path, text))
  return tables.open(path)
end

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
    assert.are.equal(2, #found.passed)
    assert.are.equal(2, found.passed[1].row)
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

  it("may have lines above its header, which do not count as rows", function()
    local found = assert(opened("above.csv",
      "My songs\n2024\nTitle;Artist\nHalo;A\nHello;B;x\n"))
    assert.are.same({ "Title", "Artist" }, found.header)
    assert.are.same({ "Halo", "Hello" }, titles(found))
    assert.are.same({ count = 1, first = 5 }, found.longer)
    found = assert(opened("sep.csv", "sep=;\nTitle;Artist\nHalo;A\n"))
    assert.are.same({ "Title", "Artist" }, found.header)
    assert.are.same({ "Halo" }, titles(found))
  end)

  it("has a header of one column above longer rows", function()
    local found = assert(opened("one.csv", "title\nHello, World\nHalo\n"))
    assert.are.same({ "title" }, found.header)
    found = assert(opened("unknown.csv", "words\nHello, World\nHalo\n"))
    assert.are.same({ "words" }, found.header)
  end)

  it("is neither a workbook nor packed", function()
    local words = { ["a.csv.gz"] = "gzip", ["a.xlsx"] = "workbook", ["a.zip"] = "zip" }
    for name, word in pairs(words) do
      assert.matches(word, select(2, opened(name, "x")), 1, true)
    end
    assert.matches("packed (gzip)", select(2, opened("g.csv", "\x1f\x8b\8\0\0\0")), 1, true)
    assert.matches("workbook", select(2, opened("w.csv", "PK\3\4\0\0")), 1, true)
  end)

  it("is named where a file of another kind has its name", function()
    for start, kind in pairs({
      ["%PDF-1.4\n%\xe2\xe3\n"] = "a PDF", ["\x89PNG\r\n\x1a\n"] = "a picture",
      ["\xff\xd8\xff\xe0\0"] = "a picture", ["SQLite format 3\0"] = "a database (SQLite)",
      ["PAR1\x15\0"] = "a Parquet file", ["{\\rtf1\\ansi Halo}"] = "a document (RTF)",
      ["\u{FEFF}\n<!DOCTYPE html>\n<p>Halo"] = "a web page (HTML)",
      ["<html lang=\"en\"><table>"] = "a web page (HTML)",
    }) do
      local _, reason = opened("other.csv", start)
      assert.matches("it is " .. kind .. ", not a table", reason, 1, true)
    end
    assert(opened("title.csv", "%PDF,title\nx,Halo\n"))
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

  it("is a file with a header", function()
    local found, reason = tables.open(mix.fs.data("spec"))
    assert.is_nil(found)
    assert.matches("a folder, not a table", reason, 1, true)
    found, reason = opened("empty.csv", "")
    assert.is_nil(found)
    assert.matches("the table is empty", reason, 1, true)
  end)
end)
