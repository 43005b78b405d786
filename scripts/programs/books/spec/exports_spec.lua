-- Exports for other programs: what comes back when they give it to mixhost again.

local calibre = require("programs.books.lib.exports.calibre")
local changed = require("lib.changed")
local formats = require("programs.books.lib.formats")
local goodreads = require("programs.books.lib.exports.goodreads")
local opf = require("programs.books.lib.exports.opf")
local storygraph = require("programs.books.lib.exports.storygraph")
local table_text = require("programs.books.lib.exports.table_text")

local function list_of(list)
  return function() return table.remove(list, 1) end
end

-- The works as text, and the records of that text.
local function there_and_back(export, works)
  local text = {}
  table_text.write(export.columns, list_of(works), function(part) text[#text + 1] = part end)
  local rows = assert(mix.csv.parse(table.concat(text), { header = false }))
  local format = assert(formats.open(rows[1], "auto"))
  local records = {}
  for place = 2, #rows do
    rows[place].row = place
    records[#records + 1] = assert(format:read(rows[place]))
  end
  return records, format.name
end

local function work(fields)
  return changed({
    id = 7, title = "Salt Roads", creators = { "Ada Lune", "Bo Mar" }, year = 2003, pages = 300,
    publisher = "Penwith", language = "de", series = "Tides", series_position = 2,
    description = "<p>Salt,\nsea & \"sand\".</p>",
    identifiers = { isbn13 = "9780306406157", isbn10 = "0306406152", goodreads = "11" },
    extra = { my_rating = 4, exclusive_shelf = "read", date_read = "2020/10/25",
      bookshelves = "sea, salt", my_review = "Fine,\n\"really\"." },
    sources = { year = { source = "goodreads", user = true } },
  }, fields)
end

describe("an export for Goodreads", function()
  it("comes back as it was", function()
    local records, format = there_and_back(goodreads, { work() })
    local record = records[1]
    assert.equal("goodreads", format)
    assert.are.same(
      { "Salt Roads (Tides, #2)", { "Ada Lune", "Bo Mar" }, 2003, 300, "Penwith", "Tides", 2 },
      { record.title, record.creators, record.year, record.pages, record.publisher, record.series,
        record.series_position })
    assert.are.same({ isbn13 = "9780306406157", isbn10 = "0306406152", goodreads = "11" },
      record.identifiers)
    assert.are.same({ my_rating = 4, exclusive_shelf = "read", date_read = "2020/10/25",
      bookshelves = "sea, salt", my_review = "Fine,\n\"really\"." }, record.extra)
  end)

  it("has whole stars, dates and shelves of readers who came from elsewhere", function()
    local function row(fields) return there_and_back(goodreads, { work(fields) })[1].extra end
    assert.equal(4, row({ extra = { star_rating = 4.25 } }).my_rating)
    assert.equal(3, row({ extra = { rating = 6 },
      sources = { ["extra.rating"] = { source = "calibre" } } }).my_rating)
    assert.is_nil(row({ extra = {} }).my_rating)
    local library_thing = row({ extra = { collections = "To read", date_read = "[2007-05-08]",
      rating = 4.5, tags = "sea" } })
    local stopped = row({ extra = { shelf = "stopped-reading", finish_date = "2024-03-09" } })
    assert.are.same({ "did-not-finish", "2024/03/09" },
      { stopped.exclusive_shelf, stopped.date_read })
    assert.are.same({ "to-read", "2007/05/08", 5, "sea" }, {
      library_thing.exclusive_shelf, library_thing.date_read, library_thing.my_rating,
      library_thing.bookshelves,
    })
  end)

  it("keeps a title that a spreadsheet would run, and a number with a wrong check digit", function()
    local record = there_and_back(goodreads, { work({ title = "=1+1", series = false,
      identifiers = {}, extra = { isbn = "0306406153" } }) })[1]
    assert.are.same({ "=1+1", "0306406153" }, { record.title, record.extra.isbn })
  end)
end)

describe("an export for StoryGraph", function()
  it("comes back as it was", function()
    local own = { read_status = "did-not-finish", star_rating = 4.25, review = "<div>Fine.</div>",
      dates_read = "2021/05/20-2021/06/01", last_date_read = "2021/06/01", tags = "sea",
      format = "audio", owned = "No", moods = "dark" }
    local records, format = there_and_back(storygraph, { work({ extra = own }),
      work({ identifiers = { asin = "B07XJ8C8F5" }, extra = {} }) })
    assert.equal("storygraph", format)
    assert.are.same(own, records[1].extra)
    assert.are.same({ "Ada Lune", "Bo Mar" }, records[1].creators)
    assert.equal("9780306406157", records[1].identifiers.isbn13)
    assert.equal("B07XJ8C8F5", records[2].identifiers.asin)
  end)

  it("knows four states only", function()
    local function status(shelf)
      return there_and_back(storygraph, { work({ extra = { exclusive_shelf = shelf } }) })[1]
        .extra.read_status
    end
    assert.equal("currently-reading", status("currently-reading"))
    assert.equal("to-read", status("lent to Cleo"))
    for _, shelf in ipairs({ "unfinished", "DNF", "Abgebrochen", "gave-up",
      "couldn-t-finish", "started, not finished", "lost-interest", "niet uitgelezen" }) do
      assert.equal("did-not-finish", status(shelf), shelf)
    end
    assert.equal("read", there_and_back(storygraph, { work({ extra = { statut = "Lu" } }) })[1]
      .extra.read_status)
    for said, day in pairs({ ["January 05, 2023 14:21"] = "2023/01/05", ["5.1.2023"] = "2023/01/05",
      ["13/03/2025"] = "2025/03/13", ["2023-01-05T23:00:00-05:00"] = "2023/01/05",
      ["1999"] = "1999", ["2019/03"] = "2019/03", ["March 2020"] = "March 2020",
      ["04/05/2023"] = "04/05/2023", ["45581"] = "2024/10/16", ["45581,75"] = "2024/10/16",
      ["20230501"] = "2023/05/01", ["1682899200"] = "2023/05/01", ["2023-05-00"] = "2023/05",
      ["Mon May 01 2023 00:30:00 GMT+0200 (CEST)"] = "2023/05/01" }) do
      assert.equal(day, there_and_back(storygraph, { work({ extra = { read_status = "read",
        date_finished = said } }) })[1].extra.last_date_read, said)
    end
    assert.is_nil(there_and_back(storygraph, { work({ extra = { date_finished = "0000-00-00" } }) })
      [1].extra.last_date_read)
    for extra, days in pairs({
      [{ start_date = "2025-03-12", finish_date = "2025-03-21" }] = "2025/03/12-2025/03/21",
      [{ start_date = "2025-03-12", stopped_date = "2025-03-20" }] = "2025/03/12-2025/03/20",
      [{ date_started = "2025-03", date_finished = "2025-03-20" }] = false,
    }) do
      assert.equal(days or nil, there_and_back(storygraph, { work({ extra = extra }) })[1].extra
        .dates_read)
    end
    local finished = work({ extra = { exclusive_shelf = "lent", date_read = "2020/10/25" } })
    assert.equal("read", there_and_back(storygraph, { finished })[1].extra.read_status)
  end)
end)

it("a rating is read in every scale and sign, and says that a book was read", function()
  for said, stars in pairs({ ["9/10"] = "4.5", ["4 / 5"] = "4", ["85 %"] = "4.25", ["4,5"] = "4.5",
    ["4 out of 5"] = "4", ["8 von 10"] = "4", ["3\u{BD}"] = "3.5", ["3 1/2"] = "3.5",
    ["4.5 Sterne"] = "4.5", ["1 star"] = "1", ["\u{2605}\u{2605}\u{2605}\u{2606}\u{2606}"] = "3",
    ["\u{2B50}\u{FE0F}\u{2B50}\u{FE0F}\u{BD}"] = "2.5", ["****"] = "4", ["3/4"] = "",
    ["0"] = "", ["-1"] = "", ["7"] = "", ["not yet"] = "", ["\u{2606}\u{2606}"] = "" }) do
    local extra = there_and_back(storygraph, { work({ extra = { rating = said } }) })[1].extra
    assert.are.same({ tonumber(stars), stars == "" and "to-read" or "read" },
      { extra.star_rating, extra.read_status }, said)
  end
  local extra = there_and_back(goodreads, { work({ extra = { bewertung = "3,5" } }) })[1].extra
  assert.are.same({ 4, "read" }, { extra.my_rating, extra.exclusive_shelf })
end)

describe("an export for Calibre", function()
  it("comes back as it was", function()
    local own = { pubdate = "2003-05-01T00:00:00+00:00", tags = "Fiction, Sea", rating = 8,
      timestamp = "2020-01-02T03:04:05+00:00", title_sort = "Salt Roads",
      author_sort = "Lune, Ada & Mar, Bo" }
    local numbers = { isbn13 = "9780306406157", isbn10 = "0306406152", goodreads = "11",
      olid = "OL7W", asin = "B07XJ8C8F5", calibre = "0f1e2d3c-aaaa-4bbb-8ccc-1234567890ab" }
    local records, format = there_and_back(calibre, { work({
      extra = own, identifiers = numbers, sources = { ["extra.rating"] = { source = "calibre" } },
    }) })
    local record = records[1]
    assert.equal("calibre", format)
    assert.are.same(own, record.extra)
    assert.are.same(numbers, record.identifiers)
    assert.are.same({ "Salt Roads", { "Ada Lune", "Bo Mar" }, 2003, "Penwith", "de", "Tides", 2,
      "<p>Salt,\nsea & \"sand\".</p>" }, {
      record.title, record.creators, record.year, record.publisher, record.language,
      record.series, record.series_position, record.description,
    })
  end)

  it("sorts titles and names, and has half stars", function()
    local text = {}
    table_text.write(calibre.columns, list_of({ work({ title = "The Sea" }) }),
      function(part) text[#text + 1] = part end)
    local row = assert(mix.csv.parse(table.concat(text)))[1]
    assert.are.same({ "Sea, The", "Lune, Ada & Mar, Bo", "8", "2003-01-01T00:00:00+00:00", "deu" },
      { row.title_sort, row.author_sort, row.rating, row.pubdate, row.languages })
  end)
end)

it("an export as CSV comes back as it was, without what is of one library alone", function()
  local header = { "id", "kind", "status", "score", "decision", "error", "title", "creators",
    "year", "pages", "series", "series_position", "description", "extra.my_rating",
    "extra.bcid", "extra.my_review", "goodreads", "isbn10", "isbn13", "original_title" }
  local format = assert(formats.open(header, "auto"))
  assert.equal("mixhost", format.name)
  local record, remarks = format:read({ row = 2, "7", "book", "enriched", "0.97", "", "",
    "'=1+1", "Ada Lune; Bo Mar", "-380", "300", "Tides", "2.5", "Sea.", "4", "123",
    "'- \"fine\"", "11", "0306406152", "9780306406157", "1+1" })
  assert.are.same({}, remarks)
  assert.are.same({
    row = 2, title = "=1+1", creators = { "Ada Lune", "Bo Mar" }, year = -380, pages = 300,
    series = "Tides", series_position = 2.5, description = "Sea.",
    identifiers = { goodreads = "11", isbn10 = "0306406152", isbn13 = "9780306406157" },
    extra = { my_rating = 4, bcid = "123", my_review = "- \"fine\"" },
  }, record)
end)

-- The fields of the book in it: opf_spec.lua.
describe("a metadata.opf", function()
  it("names the cover, and the book by a number made of it", function()
    local text = opf.text(work({ title = "Salt\1" }), "cover.jpg")
    assert.is_table(mix.xml.decode(text))
    assert.matches('href="cover.jpg"', text, 1, true)
    assert.matches(">%x+%-%x%x%x%x%-8%x%x%x%-a%x%x%x%-%x+<", text)
  end)

  it("is the same each time, and has Calibre's own number where there is one", function()
    assert.equal(opf.text(work()), opf.text(work()))
    local own = "0f1e2d3c-aaaa-4bbb-8ccc-1234567890ab"
    assert.matches(own, opf.text(work({ identifiers = { calibre = own } })), 1, true)
    assert.is_nil(opf.text({ id = 1, title = "A" }):find("guide", 1, true))
  end)
end)
