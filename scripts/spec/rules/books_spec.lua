-- Decisions and searches of match/books/standard.
local rules = mix.rules.load("match/books/standard")
local expect = require("cases").decisions(rules)

describe("match/books/standard", function()
  local function book(fields)
    local record = { title = "Salt Roads", author = "Ada Lune" }
    for name, value in pairs(fields or {}) do record[name] = value end
    return record
  end

  expect("the same", "matched", book(), book())
  expect("a novel", "matched", book({ title = "Salt Roads: A Novel" }), book())
  expect("series", "matched", book({ title = "Salt Roads (Tides, #1)" }), book())
  expect("Last, First", "matched", book({ author = "Lune, Ada" }), book())
  expect("initials", "matched", book({ author = "A. Lune" }), book())
  expect("another author", "none", book(), book({ author = "Cleo Ray" }))
  expect("another title of the author", "none", book(), book({ title = "Glass Harbour" }))
  expect("the same year and author do not make a title", "none", book({ year = 2014 }),
    book({ title = "Glass Harbour", year = 2014 }))
  expect("one other word", "none", book({ title = "A Guide to World History" }),
    book({ title = "A Guide to Roman History" }))
  expect("a letter wrong", "matched", book({ title = "Remembrance of Salt" }),
    book({ title = "Rememberance of Salt" }))
  expect("other volumes", "none", book({ title = "Salt Roads (Tides, #1)" }),
    book({ title = "Salt Roads (Tides, #2)" }))
  local volume = { title = "Naruto", series = "Naruto", position = "3" }
  expect("other volumes in their column", "none", book(volume),
    book({ title = "Naruto", series = "Naruto", position = 4 }))
  expect("a volume in its column and one in the title", "none", book(volume),
    book({ title = "Naruto, Vol. 1" }))
  expect("the volume in its column", "matched", book(volume), book({ title = "Naruto, Vol. 3" }))
  expect("places in two series", "matched", book({ series = "Tides", position = 2 }),
    book({ series = "Ada's World", position = 7 }))
  local one = { title = "Paper Boats", author = "Cleo Ray", isbn = "9780306406157" }
  for _, number in ipairs({ "9780306406157.0", "٩٧٨٠٣٠٦٤٠٦١٥٧", "978‑0‑306‑40615‑7",
    "0306406152; 9780441013593" }) do
    expect("one ISBN, written " .. number, "matched", one,
      { title = "Paper Boats", author = "Cleo Ray", isbn = number })
    it("is read of " .. number, function()
      assert.equal("9780306406157", rules:search({ title = "T", isbn = number })[1].isbn)
    end)
  end
  it("searches for the volume", function()
    assert.equal("Naruto, Vol. 3", rules:search(book(volume))[1].title)
  end)
  expect("a volume spelled out", "matched", book({ title = "Salt Roads Vol. 2: The Ford" }),
    book({ title = "Salt Roads, Volume 2: The Ford" }))
  expect("other volumes in the title", "none", book({ title = "Salt Roads Vol. 2: The Ford" }),
    book({ title = "Salt Roads Vol. 3: The Ferry" }))
  expect("other years in the title", "none", book({ title = "Salt Guide 2018" }),
    book({ title = "Salt Guide 2019" }))
  expect("a short year", "matched", book({ title = "June 63" }), book({ title = "June 1963" }))
  expect("a summary", "none", book(), book({ title = "Summary of Salt Roads" }))
  expect("editions", "matched", book({ title = "Salt Roads, Second Edition" }),
    book({ title = "Salt Roads (Paperback)", year = 2001 }))
  expect("no author", "uncertain", { title = "Salt Roads" }, book())
  for _, name in ipairs({ "Unknown", "Anonymous", "N/A", "Unbekannter Autor" }) do
    expect("the author is " .. name, "uncertain", book({ author = name }), book())
    expect("both: " .. name, "matched", book({ author = name }), book({ author = name }))
  end
  expect("a cookbook by its subtitle", "matched", book(),
    book({ title = "Salt Roads: A Cookbook" }))
  expect("a graphic novel of another book", "none", book(),
    book({ title = "Salt Roads: A Graphic Novel" }))
  expect("a graphic novel", "matched", { title = "Smile", author = "Raina Telgemeier" },
    { title = "Smile (A Graphic Novel)", author = "Raina Telgemeier" })
  expect("ordinals", "matched", book({ title = "1st to Sail" }), book({ title = "First to Sail" }))
  expect("other ordinals", "none", book({ title = "First Salt" }), book({ title = "One Salt" }))
  for _, box in ipairs({ "Boxset", "Boxed Set", "Box-Set", "(Box Set)" }) do
    expect("a box: " .. box, "matched", book({ title = "Salt Roads Box Set" }),
      book({ title = "Salt Roads " .. box }))
    expect("no box: " .. box, "none", book(), book({ title = "Salt Roads " .. box }))
  end
  expect("a relative", "uncertain", book(), book({ author = "Cleo Lune" }))
  expect("another subtitle", "uncertain", book({ title = "Salt Roads: A History of Trade" }),
    book({ title = "Salt Roads: How Caravans Crossed the Sands" }))
  expect("Cyrillic", "matched", { title = "Стекло (Книга 1)", author = "Лунина, Ада" },
    { title = "Стекло", author = "Ада Лунина" })
  expect("Japanese", "none", { title = "硝子の港", author = "阿田" },
    { title = "夜の雨", author = "阿田" })
  expect("ISBN", "matched", { title = "Salz", author = "Ada Lune", isbn = "0-306-40615-2" },
    book({ isbn = "9780306406157" }))
  expect("ISBN of another book", "uncertain",
    { title = "Sand", author = "Bo", isbn = "0306406152" }, book({ isbn = "9780306406157" }))
  expect("another ISBN is another edition", "matched", book({ isbn = "080442957X" }),
    book({ isbn = "9780306406157" }))
  expect("no title", "none", { title = "", author = "Ada Lune" }, book({ title = "" }))

  expect("numbers and lists", "matched", { title = 1984, author = { "Ada Lune", "Bo Mar" } },
    book({ title = "1984", author = "Bo Mar", year = "soon" }))
  for _, text in ipairs({ ("x"):rep(1 << 20), ("( "):rep(1 << 18), ("a: "):rep(1 << 18),
    "\xff\xfe(" .. (", 2nd edition"):rep(1 << 16) }) do
    expect("a very long title", "none", book({ title = text, author = text }), book())
  end

  local editions = mix.match.best(book({ title = "Salt Roads: A Novel" }),
    { book({ year = 2012 }), book({ year = 2001 }) }, rules)
  it("editions are not rivals", function() assert.equal("matched", editions.decision) end)
  it("the first edition", function() assert.equal(2, editions.index) end)

  it("searches", function()
    local query = { title = "It: A Novel (Tides, #1)", author = "Lune, Ada", isbn = "0306406152" }
    assert.are.same({
      { isbn = "9780306406157" }, { title = "It: A Novel", author = "Ada Lune" },
      { title = "It", author = "Ada Lune" },
    }, rules:search(query))
  end)
  it("one search", function()
    assert.are.same({ { title = "It" } }, rules:search({ title = "It" }))
  end)
end)
