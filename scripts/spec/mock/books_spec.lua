-- The books that all mocked book services share, their export, and what it is worth.

local export = require("lib.mock.export")
local find = require("lib.mock.catalogue.book_search")
local google_ids = require("lib.mock.volume_ids")
local isbn = require("lib.mock.catalogue.isbn")
local listings = require("lib.mock.catalogue.listings")
local make_books = require("lib.mock.catalogue.books")
local score = require("lib.mock.score")

describe("a mock's book", function()
  it("is the same in a catalogue of any size", function()
    local books, larger = make_books(1, 5000), make_books(1, 1000000)
    for index = 0, 299 do
      assert.equal(books:book(index).title, larger:book(index).title)
      assert.equal((isbn.of(index, 0)), larger:book(index).editions[1].isbn13)
    end
    assert.not_equal(books:book(7).title, make_books(2, 5000):book(7).title)
    assert.is_nil(books:book(5000))
  end)

  it("has near misses beside it, by others and by its author", function()
    local books, seen = make_books(1, 5000), {}
    for index = 0, 299 do
      for _, listing in ipairs(listings.of(books, books:book(index), "openlibrary")) do
        seen[listing.kind] = true
        assert.equal(listing.title, listings.get(books, listing.number, "openlibrary").title)
      end
    end
    assert.same({ work = true, sequel = true, summary = true, workbook = true, boxSet = true },
      seen)
  end)

  it("is known by its ISBNs, whose check digits are right", function()
    for book = 0, 39 do
      local long, short = isbn.of(book * 997, book % 4)
      assert.same({ book * 997, book % 4 }, { isbn.read(long) })
      assert.same({ book * 997, book % 4 }, { isbn.read(short) })
      assert.is_nil(isbn.read(long:sub(1, 12) .. (long:sub(-1) == "0" and "1" or "0")))
    end
    assert.same({ "9781000000009", "1000000001" }, { isbn.of(0, 0) })
    assert.is_nil(isbn.read("978-1000000009"))
    assert.is_nil(isbn.read("9780000000000"))
  end)

  it("is known by its identifier at Google Books", function()
    for _, number in ipairs({ 0, 1, 7, 4095, 800007, 79999999 }) do
      assert.equal(12, #google_ids.of(number))
      assert.equal(number, google_ids.number(google_ids.of(number)))
    end
    assert.is_nil(google_ids.number("x"))
  end)
end)

it("a mock's search for books wants every word, in title or author", function()
  local books = make_books(1, 5000)
  local book
  for index = 0, 200 do
    book = books:book(index)
    if not book.subtitle and not books:lacks(index, "openlibrary") then break end
  end
  local function first_of(query)
    for _, listing in ipairs(find(books, query, "openlibrary", 50)) do
      if listing.kind == "work" and listing.book.index == book.index then return true end
    end
    return false
  end
  local title, author = book.title, book.authors[1]
  assert.is_true(first_of({ title = title, author = author }))
  assert.is_true(first_of({ any = title .. " " .. author }))
  assert.is_false(first_of({ title = title .. " (Some Other Saga, #1)", author = author }))
  assert.same({}, find(books, {}, "openlibrary", 50))
  for _, listing in ipairs(find(books, { author = author }, "openlibrary", 50)) do
    local names = {}
    for _, each in ipairs(listing.authors) do names[each.name] = true end
    assert.is_true(names[author])
  end
end)

describe("an export of the mock", function()
  local books = make_books(1, 100000)

  it("has different books, spelled as exports spell them", function()
    local order, ids, titles, seen, counts = export.order(books), {}, {}, {}, {
      ids = 0, titles = 0, numberless = 0 }
    for row = 0, 2999 do
      local fields = export.fields(books, order, row)
      assert.equal(#export.header, #fields)
      local key = ("%s|%s"):format(fields[2], fields[4])
      counts.ids = counts.ids + (ids[fields[1]] and 0 or 1)
      counts.titles = counts.titles + (titles[key] and 0 or 1)
      ids[fields[1]], titles[key] = true, true
      if fields[7] == '=""' then counts.numberless = counts.numberless + 1 end
      seen.mark = seen.mark or fields[2]:find("#1)", 1, true)
      seen.subtitle = seen.subtitle or fields[2]:find(": ", 1, true)
      seen.article = seen.article or fields[2]:find(", The$")
      seen.reversed = seen.reversed or fields[3] == fields[4] and fields[3]:find(", ", 1, true)
    end
    assert.equal(3000, counts.ids)
    assert.is_true(counts.titles >= 2980)
    assert.is_true(counts.numberless >= 1300 and counts.numberless <= 1800)
    for _, name in ipairs({ "mark", "subtitle", "article", "reversed" }) do
      assert.is_truthy(seen[name], name)
    end
  end)

  local function work(index, status, listing)
    local identifiers = { goodreads = tostring(export.id(index)) }
    if listing then identifiers.olid = ("OL%dW"):format(10000000 + listing) end
    return { status = status, identifiers = identifiers }
  end

  local function first(is_wanted)
    for index = 0, books.size - 1 do
      if is_wanted(index) then return index end
    end
  end

  it("is held against the truth: right, another work, uncertain, missed, rightly not found",
    function()
      local known = first(function(index) return not books:lacks(index, "openlibrary") end)
      local nowhere = first(function(index)
        return books:lacks(index, "openlibrary") and books:lacks(index, "google_books")
      end)
      local google = work(known, "enriched")
      google.identifiers.google = google_ids.of(known * 8)
      local text = mix.json.encode(mix.json.array({
        work(known, "enriched", known * 8), google, work(known, "enriched", known * 8 + 1),
        work(known, "enriched"), work(known, "uncertain"), work(known, "failed"),
        work(known, "not_found"), work(nowhere, "not_found"),
        { status = "enriched", title = "somebody else's" },
      }))
      assert.same({ right = 3, wrong_matched = 2, uncertain = 1, missed = 2, foreign = 1 },
        score.count(books, text))
      assert.same(score.count(books, text), score.count(books, ('{"works":%s}'):format(text)))
    end)

  it("is refused where it is something else", function()
    for _, text in ipairs({ "<html>", "{}", "[1]", '[{"status":1}]', '[{"identifiers":[1]}]' }) do
      local counts, err = score.count(books, text)
      assert.is_nil(counts, text)
      assert.matches("no export of works as JSON", err)
    end
  end)
end)
