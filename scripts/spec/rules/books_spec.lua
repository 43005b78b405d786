-- Decisions and searches of match/books/standard.
local rules = mix.rules.load("match/books/standard")
local changed = require("lib.changed")
local expect = require("cases").decisions(rules)

describe("match/books/standard", function()
  local function book(fields)
    return changed({ title = "Salt Roads", author = "Ada Lune" }, fields)
  end

  expect("the same", "matched", book(), book())
  expect("nothing but words for it", "none", { title = "Unknown", author = "Unknown" },
    { title = "Unknown", author = "Unknown" })
  expect("a novel", "matched", book({ title = "Salt Roads: A Novel" }), book())
  expect("series", "matched", book({ title = "Salt Roads (Tides, #1)" }), book())
  expect("Last, First", "matched", book({ author = "Lune, Ada" }), book())
  expect("initials", "matched", book({ author = "A. Lune" }), book())
  expect("a play that says so", "matched", book({ title = "Salt Roads: A Play in Two Acts" }),
    book())
  expect("a companion", "none", book({ title = "Salt Roads: The Official Companion" }), book())
  expect("a box in French", "none", book({ title = "Salt Roads: Coffret" }), book())
  expect("a bracket in the series' bracket", "matched",
    book({ title = "Salt Roads (Tides (UK), #3)" }), book())
  expect("volumes in other words", "matched", book({ title = "Salt Roads. Том 2" }),
    book({ title = "Salt Roads, т. 2" }))
  expect("other volumes in other words", "none", book({ title = "Salt Roads, tome 2" }),
    book({ title = "Salt Roads, T3" }))
  expect("full-width digits", "matched", book({ title = "塩の道（３）" }), book({ title = "塩の道 3" }))
  expect("a volume in its column", "matched", book({ position = "7" }),
    book({ title = "Salt Roads 7" }))
  expect("another volume in its column", "none", book({ position = "7" }),
    book({ title = "Salt Roads", position = "8" }))
  expect("another edition in its column", "uncertain", book({ edition = "3rd" }),
    book({ edition = "4" }))
  expect("another edition in the title", "uncertain", book({ title = "Salt Roads, 3rd ed." }),
    book({ title = "Salt Roads (Fourth Edition)" }))
  expect("an edition on one side", "matched", book({ edition = "3rd" }), book())
  expect("who also drew it", "matched", book({ author = "written and illustrated by Ada Lune" }),
    book())
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
    "0306406152; 9780441013593", "ISBN-13: 978-0-306-40615-7", "0306406152 9780306406157" }) do
    expect("one ISBN, written " .. number, "matched", one,
      { title = "Paper Boats", author = "Cleo Ray", isbn = number })
    it("is read of " .. number, function()
      assert.equal("9780306406157", rules:search({ title = "T", isbn = number })[1].isbn)
    end)
  end
  expect("the second ISBN of a cell", "matched", one,
    { title = "Boats", author = "Cleo Ray", isbn = { "9780441013593", "0306406152" } })
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
  -- Numbers by what they count, wherever they stand.
  for _, pair in ipairs({
    { "Fog Letters: Issue 150", "Fog Letters: Issue 151" }, { "Harald VIII", "Harald VII" },
    { "Salt Days: Thirty-First Report", "Salt Days: Thirty-Second Report" },
    { "Tide Tables: Norway 2022", "Tide Tables: Norway 2023" },
    { "Salt Roads, Part One: North", "Salt Roads, Part Two: South" },
    { "Proceedings of the 12th Salt Days", "Proceedings of the 13th Salt Days" },
    { "Salt Roads Box Set (Books 1-2)", "Salt Roads Box Set (Books 3-4)" },
    { "Harald VI, Part 1", "King Harald the Sixth, Third Part" },
  }) do
    expect(pair[1] .. ", " .. pair[2], "none", book({ title = pair[1] }), book({ title = pair[2] }))
  end
  for _, pair in ipairs({
    { "Fog Letters 150", "Fog Letters: Issue 150" }, { "Harald XIV", "Harald the Fourteenth" },
    { "Harald VI, Part 2", "King Harald the Sixth, Second Part" },
    { "Salt Roads, Parts One and Two", "Salt Roads: Parts I & II" },
    { "Salt Roads", "Salt Roads I-II." }, { "Tides 3", "Salt Roads (Tides #3)" },
    { "Salt Roads", "Salt Roads, Queen of Trade" }, { "Salt Roads", "Salt Roads. A history" },
    { "The Strange History of Salt Roads", "Salt Roads" },
    { "The Most Lamentable Tragedy of King Harald the Second", "Harald II" },
    { "Tides: Book 1: Salt Roads", "Salt Roads (Tides, #1)" },
    { "The Third Part of Harald the Sixth", "Harald VI, Part 3" },
    { "Ada Fowl and the Lost Sea", "The Lost Sea (Ada Fowl, #2)" },
    { "Salt Roads: Tides of Ice: Book Four", "Salt Roads (Tides of Ice, #4)" },
    { "Salt Roads (Tides, Book 1) Unabridged Audiobook", "Salt Roads" },
    { "The Salt Roads TP Vol 02 North", "The Salt Roads, Vol. 2: North" },
    { "Salt Roads, Vol. 2", "Salt Roads Volume Two TPB" },
    { "Salt Roads", "Salt Roads (2 Volumes)" },
    { "Salt Roads", "Salt Roads: The Tides Trilogy: Book 2" },
  }) do
    expect(pair[1] .. ", " .. pair[2], "matched", book({ title = pair[1] }),
      book({ title = pair[2] }))
  end
  expect("an issue and a volume", "uncertain", book({ title = "Salt Roads #1" }),
    book({ title = "Salt Roads, Vol. 1" }))

  expect("a place in a series and a half", "uncertain", book({ title = "Salt Roads (Tides, #1)" }),
    book({ title = "Salt Roads, Part 1" }))
  expect("a series of its own", "uncertain", book({ title = "Salt Roads: North, Vol. 1" }),
    book({ title = "Salt Roads, Vol. 1" }))
  expect("halves in Japanese", "none", book({ title = "硝子の港 (上)" }), book({ title = "硝子の港 (下)" }))
  expect("the first of three", "none", book({ title = "Salt, Amber, Tin" }),
    book({ title = "Salt" }))
  it("takes the volume before the series", function()
    local found = mix.match.best(book({ title = "Salt Roads, Vol. 1" }), {
      book(), book({ title = "Salt Roads, Vol. 2" }), book({ title = "Salt Roads, Volume One" }),
    }, rules)
    assert.are.same({ "matched", 3 }, { found.decision, found.index })
  end)

  -- Remarks.
  expect("comic and novel", "none", book({ title = "Salt Roads (comic)" }),
    book({ title = "Salt Roads (novel)" }))
  expect("manga and light novel", "none", book({ title = "Salt Roads 2 (manga)" }),
    book({ title = "Salt Roads 2 (light novel)" }))
  expect("a manga with an artist", "uncertain", book(),
    book({ title = "Salt Roads (manga)", author = "Ada Lune, Bo Mar" }))
  expect("subtitles of other words", "uncertain", book({ title = "Salt Roads: Norway" }),
    book({ title = "Salt Roads: Normandy" }))
  expect("a subtitle of a list", "uncertain", book({ title = "Salt Roads: Rome, Tyre, Cairo" }),
    book({ title = "Salt Roads: Cairo" }))
  expect("subtitles of which each has its word", "uncertain",
    book({ title = "Salt Roads: Northern Ways" }), book({ title = "Salt Roads: Southern Ways" }))
  for _, edition in ipairs({ "Movie Tie-In Edition", "Board Book", "- Color Edition" }) do
    expect("an edition: " .. edition, "matched", book(), book({ title = "Salt Roads " .. edition }))
  end
  expect("an edition of volumes", "uncertain", book({ title = "Salt Roads, Vol. 1" }),
    book({ title = "Salt Roads Deluxe Edition, Vol. 1" }))
  expect("a volume with another person", "uncertain", book(),
    book({ title = "Salt Roads, Vol. 1", author = "Ada Lune, Bo Mar" }))
  expect("a word more", "uncertain", book({ title = "Salt Roads of Norway Z" }),
    book({ title = "Salt Roads of Norway" }))
  expect("a box and its list", "matched", book({ title = "Salt Boxed Set: North, South" }),
    book({ title = "Salt Box Set: Books 1-2" }))
  for _, title in ipairs({
    "Salt Roads: A Gripping Thriller with a Twist", "Salt Roads, Revised and Updated",
    "Salt Roads: The 1818 Text", "Salt Roads; or, The Caravan", "Salt Roads: A New Translation",
    "Salt Roads (New and Expanded)", "Salt Roads: Cookbook", "Salt Roads by Ada Lune",
    "Ada Lune's Salt Roads", "Ada Lune: Salt Roads", "Salt Roads - Ada Lune",
    "Salt Roads of Ada Lune",
  }) do
    expect(title, "matched", book(), book({ title = title }))
  end
  expect("two subtitles that only praise", "matched", book({ title = "Salt Roads: A Novel" }),
    book({ title = "Salt Roads: a gripping thriller that you cannot put down" }))
  for _, title in ipairs({
    "Salt Roads: Screenplay", "Study Guide: Salt Roads", "Salt Roads (Summary)",
    "Salt Roads, Retold", "Salt Roads: The Musical", "Salt Roads 4 Book Collection",
  }) do
    expect(title, "none", book(), book({ title = title }))
  end
  expect("a word within a word", "matched", book({ title = "A Play Indoors" }),
    book({ title = "A Play Indoors: Memories" }))

  -- People who are not named.
  local long = "The Long Roads of Salt and Amber"
  expect("a long title without authors", "matched", { title = long }, { title = long })
  expect("a short one with a year", "matched", { title = "Salt Roads", year = 2014 },
    { title = "Salt Roads", year = 2014 })
  expect("a word with a year", "uncertain", { title = "Salt", year = 2014 },
    { title = "Salt", year = 2014 })
  expect("the author in the title", "matched", { title = "Salt Roads by Ada Lune" }, book())
  expect("a translator and nobody", "matched", book({ author = "Anonymous" }),
    book({ author = "Bo Mar (translator)" }))
  expect("a translator and an author", "uncertain", book(),
    book({ author = "Bo Mar (translator)" }))
  expect("nobody twice", "matched", book({ author = "Various" }), book({ author = "Anonymous" }))
  expect("another script", "uncertain", { title = "硝子の港", author = "Ada Lune" }, book())
  expect("broken letters", "matched", book({ title = "The MakerÛªs Road" }),
    book({ title = "The Makerâ€™s Road" }))

  expect("a relative", "uncertain", book(), book({ author = "Cleo Lune" }))
  expect("another subtitle", "uncertain", book({ title = "Salt Roads: A History of Trade" }),
    book({ title = "Salt Roads: How Caravans Crossed the Sands" }))
  expect("Cyrillic", "matched", { title = "Стекло (Книга 1)", author = "Лунина, Ада" },
    { title = "Стекло", author = "Ада Лунина" })
  expect("Japanese", "none", { title = "硝子の港", author = "阿田" }, { title = "夜の雨", author = "阿田" })
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

  for _, title in ipairs({ "01 Salt Roads", "01 - Salt Roads", "#1 Salt Roads", "1. Salt Roads",
    "[Tides 01] Salt Roads", "Tides 01 Salt Roads", "Salt Roads_ Book One of the Tides" }) do
    expect("a number before: " .. title, "matched", book({ title = title }),
      book({ title = "Salt Roads" }))
  end
  expect("an ISBN alone", "matched", { isbn = "0306406152" },
    book({ title = "Salt Roads", isbn = "9780306406157" }))
  expect("another ISBN alone", "none", { isbn = "0306406152" },
    book({ title = "Salt Roads", isbn = "9780141439587" }))
  expect("a number in a title", "none", book({ title = "13 Salt Roads" }),
    book({ title = "Salt Roads" }))
  expect("another volume before", "none", book({ title = "Tides 01 Salt Roads" }),
    book({ title = "Salt Roads (Tides #2)" }))
  expect("marks of a page", "matched", book({ title = "<i>Salt</i> Roads" }),
    book({ title = "Salt Roads" }))
  for _, nobody in ipairs({ "Unknown", "nan", "Not Available", "Onbekend", "佚名" }) do
    expect("author " .. nobody, "uncertain", book({ author = nobody }), book())
  end
  local short = { title = "Salt", author = "A. B. Lune" }
  for _, title in ipairs({
    "Salt by A.B. Lune", "Salt, by A. B. Lune", "Salt by Lune", "Salt (A.B. Lune)",
    "Salt / A.B. Lune", "Salt - A. B. Lune", "A.B. Lune - Salt", "A.B. Lune: Salt",
    "Lune, A.B.: Salt", "Salt von A.B. Lune", "Salt par A.B. Lune", "Salt de A.B. Lune",
    "A.B. Lune - Salt.epub",
  }) do
    expect(title, "matched", { title = title }, short)
  end
  expect("with the author and an apostrophe", "matched", { title = "L'Orée d'Ada Lune" },
    { title = "L'Orée", author = "Ada Lune" })
  expect("with the author of another book", "none", { title = "Salt Roads by A.B. Lune" },
    { title = "Paper", author = "A. B. Lune" })
  expect("with another author", "none", { title = "Salt by Cleo Ray" }, short)
  expect("a summary with the author", "none", { title = "Summary of Salt by A.B. Lune" }, short)

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

describe("books as people write them", function()
  local function book(fields)
    return changed({ title = "Salt Roads", author = "Ada Lune" }, fields)
  end

  -- Catalogues have the place in a series in a column of its own.
  local third = book({ title = "The Lost Sea", series = "Tides", position = "3" })
  for _, title in ipairs({ "Tides 3", "Tides, Book 3", "Tides III", "Tides 3 - The Lost Sea",
    "Tides 3 Lost Sea", "Tides: The Lost Sea", "The Lost Sea (Tides 3)" }) do
    expect(title, "matched", book({ title = title }), third)
  end
  expect("another place in the series", "none", book({ title = "Tides 2" }), third)
  expect("another title of that place", "none", book({ title = "Tides 3 Salt Roads" }), third)
  for _, name in ipairs({ "Tides Cycle", "The Adventures of Tides", "Tides and Lamps" }) do
    expect("a series in short: " .. name, "matched", book({ title = "Tides 3" }),
      changed(third, { series = name }))
  end
  local last = book({ title = "Tides", series = "Tides", position = "7", year = 2004 })
  expect("the last of a series, by its name and year", "matched",
    book({ title = "Tides", year = 2004 }), last)
  expect("the last of a series, by its name", "uncertain", book({ title = "Tides" }), last)
  expect("a single letter counts before a subtitle", "matched", book({ title = "The Lost Sea" }),
    book({ title = "Tides I: The Lost Sea" }))
  expect("the letters of a series", "matched",
    { title = "LOTR: The Two Towers", author = "Tolkien" },
    { title = "The Two Towers", author = "J. R. R. Tolkien" })
  -- The bracket repeats the title because it names the series.
  for _, title in ipairs({ "Salt-Roads", "Salt-Roads (Salt-Roads, #1)" }) do
    expect("another of the series: " .. title, "none", book({ title = title }),
      book({ title = "Salt and Roads at Night (Salt-Roads)" }))
  end
  expect("nobody, and an unknown author with the translator", "matched",
    book({ author = "Anonymous" }), book({ author = "Unknown, Bo Mar" }))
  for _, title in ipairs({ "Tides #1: The Lost Sea", "Tides 1" }) do
    expect("the issue, if no volume is there: " .. title, "matched", book({ title = "Tides 1" }),
      book({ title = title }))
  end
  it("takes the volume of a number before the issue", function()
    local found = mix.match.best(book({ title = "Tides 1" }),
      { book({ title = "Tides #1: The Lost Sea" }), book({ title = "Tides, Vol. 1" }) }, rules)
    assert.are.same({ "matched", 2 }, { found.decision, found.index })
  end)
  expect("another of that place, under its own title", "none",
    book({ title = "Tides 1: The Lost Sea" }), book({ title = "Salt Roads (Tides, #1)" }))
  expect("three books and two of them", "none", book({ title = "Tides / The Lost Sea / Lamps" }),
    book({ title = "Tides / The Lost Sea" }))
  expect("two books in one", "none", book({ title = "Tides / The Lost Sea" }),
    book({ title = "The Lost Sea (Tides, #2)" }))
  expect("a book about the book", "uncertain", book(),
    { title = "Salt Roads by Ada Lune (Thoughts on a Book)" })
  expect("one that follows the book", "uncertain", book({ title = "How to Sail an Old Boat" }),
    book({ title = "How to Sail an Old Boat in the Winter" }))
  expect("an opening and a comma", "matched", book({ title = "Harlet" }),
    book({ title = "The Tragedy of Harlet, Prince of Lamps" }))
  expect("an unknown author and the translator", "matched", book({ author = "Unknown, Bo Mar" }),
    book({ author = "Bo Mar" }))
  expect("a family name more, of one title", "matched", book({ author = "Ada Lune Mar" }), book())
  expect("one of the series of that name", "matched", book({ title = "Tides: Tides and Lamps" }),
    book({ title = "Tides and Lamps" }))

  for _, title in ipairs({ "Salt Roads, Part 1", "Salt Roads (1 of 2)" }) do
    expect("a part for the whole: " .. title, "uncertain", book({ title = title, year = 2015 }),
      book({ year = 2015 }))
  end
  for _, title in ipairs({ "Salt Roads. Volume I", "Salt Roads, tome 1" }) do
    expect("a volume for the whole: " .. title, "uncertain", book(), book({ title = title }))
  end
  expect("words that changed places", "none", book({ title = "Salt and Sea" }),
    book({ title = "Sea and Salt" }))
  expect("a part of two", "matched", book({ title = "Salt Roads, Part 1" }),
    book({ title = "Salt Roads (1 of 2)" }))
  local novel = book({ title = "Tides, Vol. 5 (light novel)" })
  local manga = book({ title = "Tides, Vol. 5 (manga)", author = "Ada Lune; Bo Mar" })
  it("leaves the novel and the manga of one number in doubt", function()
    local found = mix.match.best(book({ title = "Tides vol. 5" }), { manga, novel }, rules)
    assert.equal("uncertain", found.decision)
  end)
  expect("the novel alone", "matched", book({ title = "Tides vol. 5" }), novel)
  expect("the manga that is named", "matched", book({ title = "Tides vol. 5 manga" }), manga)
  expect("a volume in another script", "uncertain", { title = "Voyna i mir 2", author = "Tolstoy" },
    { title = "Война и мир", author = "Лев Толстой" })

  for wanted, found in pairs({
    ["The Long Way"] = "The Long Way to a Small Harbour",
    ["The Old Man of the Salt Roads"] = "The Old Man of the Salt Roads Who Went Home",
    ["80 Days around the Salt World"] = "Around the Salt World in Eighty Days",
    ["Boats in the Lake"] = "Boats on the Lake",
    ["The Lamps"] = "Salt Roads aka The Lamps",
    ["Salt Roads (The Old Lamps)"] = "The Old Lamps",
    ["Candide"] = "Candide, ou l'Optimisme",
    ["Salz. Eine Geschichte"] = "Salz",
    ["Salt Roads 20th anniversary ed"] = "Salt Roads",
    ["Hundred Salt Roads"] = "One Hundred Salt Roads",
    ["Salt Roads: The Lamps of May (Tides #1)"] = "Salt Roads : The Lamps of May: A Novel",
    ["Tides, Part 4: The Long Way Home"] = "Tides: The Long Way Home (Tides Series)",
    ["Salt Roads:A Novel"] = "Salt Roads: A Short History of Lamps",
    ["Three Boats (Three Boats #1)"] = "Three Boats, to Say Nothing of the Sea!",
  }) do
    expect(wanted, "matched", book({ title = wanted }), book({ title = found }))
  end
  for wanted, found in pairs({
    ["Salt Roads"] = "Salt Roads: Das Erfolgsjournal",
    ["The Long Salt Roads of Ada"] = "The Long Salt Roads of Ada Companion",
    ["Robinson Lune"] = "The Farther Adventures of Robinson Lune",
  }) do
    expect("another work: " .. found, "none", book({ title = wanted }), book({ title = found }))
  end
  expect("three words of more", "uncertain", book({ title = "Zen Salt Roads" }),
    book({ title = "Zen Salt Roads Maintenance" }))
  expect("abridged in French", "matched", book(), book({ title = "Salt Roads (texte abrégé)" }))

  for wanted, found in pairs({
    ["Bulgakov, Mikhail"] = "Михаил Афанасьевич Булгаков",
    ["F. M. Dostoevskij"] = "Фёдор Михайлович Достоевский",
    ["Augustine"] = "Augustine of Hippo", ["Mark Aurel"] = "Marcus Aurelius",
  }) do
    expect(wanted, "matched", book({ author = wanted }), book({ author = found }))
  end
  expect("other initials in another script", "none", book({ author = "A. N. Dostoevskij" }),
    book({ author = "Фёдор Михайлович Достоевский" }))
  expect("a short family name and the year", "matched",
    { title = "Salt", author = "Mar", year = 1977 },
    { title = "Salt", author = "Ada Mar", year = 1977 })
  expect("a short family name", "uncertain", { title = "Salt", author = "Mar" },
    { title = "Salt", author = "Ada Mar" })
end)
