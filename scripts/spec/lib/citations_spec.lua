-- BibTeX and RIS, as reference managers write them.

local bibtex = require("lib.citations.bibtex")
local citations = require("lib.citations")
local latex_text = require("lib.citations.latex_text")
local tables = require("lib.linking.tables")
local written = require("spec.written")

local bib = [[
% Encoding: UTF-8
@comment{a remark}
@string{press = "Tide Press"}

@book{lune,
  author = {Lune, Ada and {\"O}zg{\"u}r, Bo and others},
  title = {The {\'E}t{\'e} of {Boats} \& ``Tides''},
  subtitle = "A {"}Study{"}",
  year = 1999, publisher = press # " Ltd", isbn = {978-0-306-40615-7},
  series = {Old Kingdom}, volume = {2}, edition = {2nd}, pages = {312},
}
@book{broken, title = {Ebb
@Book(second, title = "Flow" editor = {Cy Ray}, date = {2004-05-01})
@article{a, title = {On Tides}, author = {Lune, Ada}, pages = {1--20}}
]]

local ris = "TY  - BOOK\r\nAU  - Lune, Ada\r\nAU  - Ray, Bo\r\nTI  - Ebb and\r\n  Flow\r\n"
  .. "PY  - 1999/05/01\r\nSN  - 978-0-306-40615-7\r\nT3  - Old Kingdom\r\nVL  - 2\r\nER  - \r\n"
  .. "TY  - JOUR\r\nTI  - Lost\r\n\r\nTY  - CHAP\r\nTI  - Part\r\nSN  - 1234\r\n"

it("LaTeX is read as text", function()
  for code, text in pairs({
    ["{\\\"O}de \\`a l'\\'{e}t\\'e"] = "Öde à l'été",
    ["Stra{\\ss}e na\\\"{\\i}ve"] = "Straße naïve",
    ["\\v{C}apek \\c{c} \\H{o} \\aa{} \\o"] = "Čapek ç ő å ø", ["a--b---c ~ d"] = "a–b—c d",
    ["50\\% \\$5 \\{x\\}"] = "50% $5 {x}", ["\\emph{Ebb} and \\textit{Flow}"] = "Ebb and Flow",
    ["$O(n)$"] = "O(n)", ["\\d{s}"] = "s\u{323}", ["plain  text"] = "plain text",
  }) do
    assert.equal(text, latex_text.plain(code), code)
  end
end)

describe("names in BibTeX", function()
  it("have the family name first or last, and braces around those of bodies", function()
    assert.are.same({ "Ada Lune", "Bo Ray Jr", "Sea and Sand, Inc.", "Ursula Le Guin" },
      bibtex.names("Lune, Ada and Ray, Jr, Bo AND {Sea and Sand, Inc.} and\nLe Guin, Ursula"))
    assert.are.same({}, bibtex.names(""))
  end)
end)

describe("a text of a reference manager", function()
  it("is known by its beginning", function()
    assert.equal("bibtex", citations.form(bib))
    assert.equal("ris", citations.form("\u{feff}" .. ris))
    for _, text in ipairs({ "", "title,author\n", "@ada,followers\n", "@ada {x}\n", "TY,X\n" }) do
      assert.is_nil(citations.form(text), text)
    end
  end)

  it("of BibTeX has the fields of books, and loses what does not end", function()
    local bad = {}
    local list = citations.read(bib, "bibtex", bad)
    assert.are.same({ record = { title = "The Été of Boats & “Tides”", subtitle = 'A "Study"',
      author = { "Ada Lune", "Bo Özgür" }, year = "1999", publisher = "Tide Press Ltd",
      isbn = "978-0-306-40615-7", series = "Old Kingdom", volume = "2", edition = "2nd",
      pages = "312" }, line = 5 }, list[1])
    assert.are.same({ title = "Flow", author = { "Cy Ray" }, year = "2004" }, list[2].record)
    assert.are.same({ title = "On Tides", author = { "Ada Lune" }, itemtype = "journal article" },
      list[3].record)
    assert.are.same({ { row = 12, reason = "the value of title does not end" } }, bad)
  end)

  it("of RIS has them, too", function()
    local bad = {}
    local list = citations.read(ris, "ris", bad)
    assert.are.same({ title = "Ebb and Flow", author = { "Lune, Ada", "Ray, Bo" }, year = "1999",
      isbn = "978-0-306-40615-7", series = "Old Kingdom", volume = "2" }, list[1].record)
    assert.are.same({ "Part", "book section" }, { list[2].record.title, list[2].record.itemtype })
    assert.are.same({ { row = 11, reason = "the entry has no end (ER)" } }, bad)
  end)

  it("is read in time of its length", function()
    local text = ("@book{x, title = {a\n"):rep(20000)
    local start = mix.time.monotonic()
    assert.equal(0, #citations.read(text, "bibtex", {}))
    citations.read(("@book{x, title = {" .. ("{"):rep(200000)), "bibtex", {})
    assert.is_true(mix.time.monotonic() - start < 5)
  end)

  it("is a table for match and link, whatever its name", function()
    for name, text in pairs({ ["a.bib"] = bib, ["a.txt"] = bib, ["a.ris"] = ris,
      ["b.txt"] = ris }) do
      local found = assert(tables.open(written(name, text)))
      local places = {}
      for place, column in ipairs(found.header) do places[column] = place end
      local first = found.next()[1]
      assert.equal("978-0-306-40615-7", first[places.isbn], name)
      assert.equal("2", first[places.volume], name)
    end
    local _, reason = tables.open(written("none.bib", "hello\n"))
    assert.matches("none.bib: no entry of BibTeX (@book{…}) or RIS (TY  - BOOK) is in it", reason,
      1, true)
  end)
end)
