-- Examples of rules.lib.booktitles.
local cases = require("cases")
local set = cases.set
local booktitles = require("rules.lib.booktitles")

describe("titles of books", function()
  local examples = {
    { "The Glass Harbour", { canonical = "The Glass Harbour", main = "glass harbour", sub = "" } },
    -- Series marks: the only thing that the canonical title drops.
    { "The Glass Harbour (Tidewater, #1)", {
      canonical = "The Glass Harbour", series = "Tidewater", number = "1",
    } },
    { "The Glass Harbour (Tidewater Series #2)", { series = "Tidewater", number = "2" } },
    { "The Glass Harbour (Book One)", { canonical = "The Glass Harbour", number = "1" } },
    { "Glass Harbour [Tidewater Trilogy Book II]", { series = "Tidewater Trilogy", number = "2" } },
    { "The Glass Harbour, Book 3", { canonical = "The Glass Harbour", number = "3" } },
    { "The Glass Harbour: Book Three of the Tides", { short = "The Glass Harbour", number = "3" } },
    { "The Glass Harbour (Harbour Mysteries)", { series = "Harbour Mysteries", number = false } },
    { "The Glass Harbour (1.5)", { canonical = "The Glass Harbour (1.5)", number = false } },
    { "The Glass Harbour (2)", { canonical = "The Glass Harbour", number = "2" } },
    { "The Glass Harbour (2018)", { canonical = "The Glass Harbour (2018)", number = false } },
    { "Glass Harbour (Part 2 of 3)", { main = "glass harbour", number = "2" } },
    { "Glass Harbour: Tome 2 sur 3", { main = "glass harbour", number = "2" } },
    { "Glass Harbour (Book 3 of the Tides)", { number = "3", series_key = "tides" } },
    { "(Book One)", { canonical = "(Book One)", main = "book one", number = false } },
    { "Part 2", { canonical = "Part 2", main = "part 2", number = false } },
    { "Стекло (Книга 1)", { canonical = "Стекло", number = "1" } },
    { "硝子の港 (潮 #4)", { canonical = "硝子の港", main = mix.text.fold("硝子の港"), number = "4" } },
    -- Subtitles are an alternative, not dropped.
    { "It: A Novel", {
      canonical = "It: A Novel", short = "It", main = "it", sub = "a novel", generic = true,
    } },
    { "Salt Roads - A History", { canonical = "Salt Roads - A History", short = "Salt Roads" } },
    { "Salt Roads: A History", { sub = "a history", generic = false } },
    { "Salt Roads (Tides #1): A History", {
      main = "salt roads", sub = "a history", number = "1",
    } },
    -- Editions.
    { "Salt Roads (Unabridged)", {
      canonical = "Salt Roads (Unabridged)", core = "salt roads", editions = set("unabridged"),
    } },
    { "Salt Roads [Large Print] (Tides Book 2)", {
      core = "salt roads", editions = set("large print"), number = "2",
    } },
    { "Salt Roads (Spanish Edition)", { core = "salt roads", language = "es" } },
    { "Salt Roads, Second Edition: A Guide", { main = "salt roads", sub = "a guide" } },
    { "Salt Roads 2nd Edition", { core = "salt roads" } },
    { "Salt Roads, 3rd ed.", { core = "salt roads" } },
    { "Salt Roads Vol. 2: The Ford", { core = "salt roads the ford", number = "2" } },
    { "Salt Roads / Edition 3", { core = "salt roads" } },
    { "Salt Roads - 20th Anniversary Edition", { core = "salt roads", short = "Salt Roads" } },
    { "Salt Roads, 2018 Edition", { core = "salt roads 2018" } },
    { "Salt Roads (Harbour Classics)", { core = "salt roads", extra = "harbour classics" } },
    -- Spelling.
    { "Harbour, The", { main = "harbour" } },
    { "The U.S. Navy", { main = "us navy" } },
    { "1984", { main = "1984" } },
    { "Salt &amp Roads", { main = "salt and amp roads" } },
    { "", { canonical = "", full = "" } },
    { "Summary of Salt Roads", { derived = "summary" } },
    { "Salt Roads Workbook", { derived = "workbook" } },
  }
  for _, case in ipairs(examples) do
    it(case[1], function() cases.has_fields(case[2], booktitles.parse(case[1])) end)
  end

  -- An import asks each title for series and number alone: they are those of the whole reading.
  for _, title in ipairs({
    "Harbour", "Ten", "Book Two", "Salt Roads", "Salt Roads Ten", "Salt Roads Volume Two",
    "Salt Roads vol ii", "Salt Roads Saga", "Salt Roads (Tides #2)", "Salt Roads: Volume Two",
    "Adas Harbour's", "Harbour'ii", "Salt Roads Volume Two ", "Tides Book Three: Salt Roads", "",
  }) do
    local whole = booktitles.parse(title)
    it("the series of " .. title, function()
      assert.are.same({ whole.series, whole.number }, { booktitles.series(title) })
    end)
  end
  it("a title that is not UTF-8", function()
    for _, title in ipairs({ "第2巻\xff", "Tides \xe4\xb8 第2巻", "Tides (\xe4\xb8 第2巻\xc3)" }) do
      assert.is_true(pcall(booktitles.parse, title), title)
    end
    assert.equal("2", booktitles.parse("\xb8 Tides 第2巻").number)
  end)
  it("a volume of words", function()
    assert.are.same({ "", "2" }, { booktitles.series("Salt Roads Volume Two") })
  end)
  it("the first of several series", function()
    assert.are.same({ "Tides", "4" }, { booktitles.series("Ebb (Tides, #4; Lamps, #1)") })
  end)
end)
