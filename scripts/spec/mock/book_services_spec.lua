-- The mocks of Open Library and Google Books.

local running = require("spec.mock.running")

describe("the mock of Open Library", function()
  -- Book 2 of seed 1, which the service lists, with a cover that can be seen.
  local title, author, work = "A Island for the Fire", "Oscar Bright", "/works/OL10000016W"
  local isbn_13, isbn_10 = "9781000000160", "1000000168"
  local mock = running({ "openlibrary" }, { books = 5000 })

  local function search(query)
    local answer = mock:get("openlibrary/search.json", query)
    assert.equal(200, answer.status)
    return answer.json
  end

  local function keys(found)
    local list = {}
    for place, document in ipairs(found.docs) do list[place] = document.key end
    return list
  end

  it("searches by title and author, by words, by ISBN", function()
    for _, query in ipairs({
      { title = title, author = author }, { q = title .. " " .. author }, { isbn = isbn_13 },
      { isbn = isbn_10 }, { q = "isbn:" .. isbn_13 },
    }) do
      local found = search(query)
      assert.matches(work, table.concat(keys(found), " "), 1, true)
      assert.is_true(found.numFound >= #found.docs)
    end
  end)

  it("finds each work once by several ISBNs", function()
    local found = search({ q = ("isbn:(%s OR 9781234567890 OR %s)"):format(isbn_13, isbn_10) })
    assert.same({ work }, keys(found))
    assert.equal(1, found.numFound)
  end)

  it("finds nothing by a mark of a series, an unknown word or a wrong number", function()
    local marked = search({ title = title .. " (Some Other Saga, #1)", author = author })
    assert.equal(0, marked.numFound)
    assert.same({}, keys(search({ isbn = "9781234567890" })))
    assert.equal(422, mock:status("openlibrary/search.json"))
  end)

  it("sends the fields and as many works as it is asked for", function()
    local all = search({ author = author })
    assert.is_true(all.numFound >= 4)
    for _, document in ipairs(all.docs) do
      assert.is_truthy(document.author_name)
      assert.is_nil(document.isbn)
    end
    local two = keys(search({ author = author, limit = 2, offset = 1 }))
    assert.same({ all.docs[2].key, all.docs[3].key }, two)
    local with_isbn = false
    for _, document in ipairs(search({ author = author, fields = "key,title,isbn" }).docs) do
      assert.is_nil(document.author_name)
      with_isbn = with_isbn or document.isbn ~= nil
    end
    assert.is_true(with_isbn)
  end)

  it("leads from an ISBN to its edition, and from there to work and author", function()
    local redirect = mock:get(("openlibrary/isbn/%s.json"):format(isbn_13))
    assert.same({ 302, "/books/OL20000016M.json" }, { redirect.status, redirect.headers.Location })
    local page = mock:get("openlibrary/books/OL20000016M.json").json
    assert.same({ isbn_13 }, page.isbn_13)
    local its_work = mock:get(("openlibrary%s.json"):format(page.works[1].key)).json
    assert.equal(title, its_work.title:sub(1, #title))
    assert.equal(author, mock:get(("openlibrary%s.json"):format(page.authors[1].key)).json.name)
    for _, missing in ipairs({ "isbn/9780000000000.json", "works/OL1W.json", "books/x.json" }) do
      assert.equal(404, mock:status("openlibrary/" .. missing))
    end
  end)

  it("has covers in sizes; without one a point, or 404 where that is asked for", function()
    local cover = mock:get("covers/b/id/8000002-L.jpg")
    assert.equal("image/png", cover.headers["Content-Type"])
    local edge = tonumber(cover.body:match("^PNG .* (%d+) %d+$"))
    local medium = mock:get(("covers/b/isbn/%s-M.jpg"):format(isbn_13)).body
    assert.is_true(tonumber(medium:match("^PNG .* (%d+) %d+$")) < edge)
    local point = mock:get("covers/b/isbn/9780000000000-L.jpg")
    assert.equal("image/gif", point.headers["Content-Type"])
    assert.equal("GIF89a\1\0\1\0", point.body:sub(1, 10))
    assert.equal(404, mock:status("covers/b/isbn/9780000000000-L.jpg", { default = "false" }))
  end)
end)

describe("the mock of Google Books", function()
  local mock = running({ "google_books" }, { books = 5000 })

  local function volumes(term)
    local answer = mock:get("google_books/volumes", { q = term, key = "k" })
    assert.equal(200, answer.status)
    return answer.json
  end

  it("searches by title and author, or by ISBN, and has a volume by its identifier", function()
    -- Book 0 of seed 1.
    local found = volumes('intitle:"The Perfect Window" inauthor:"Oscar Bright"')
    assert.equal("books#volumes", found.kind)
    local volume
    for _, item in ipairs(found.items) do
      volume = volume or item.volumeInfo.title == "The Perfect Window" and item
    end
    assert.equal("AAAAAAEACAAJ", volume.id)
    assert.same({ "Oscar Bright" }, volume.volumeInfo.authors)
    local links = volume.volumeInfo.imageLinks
    if links then assert.matches("^http://", links.thumbnail) end
    assert.equal(200, mock:status("google_books/volumes/" .. volume.id, { key = "k" }))
    local numbers = volume.volumeInfo.industryIdentifiers
    if numbers then
      assert.equal(volume.id, volumes("isbn:" .. numbers[#numbers].identifier).items[1].id)
    end
  end)

  it("has no member items without a match, and no answer without a key", function()
    local none = volumes('intitle:"no such book anywhere"')
    assert.equal(0, none.totalItems)
    assert.is_nil(none.items)
    for _, case in ipairs({
      { { q = "harbour" }, 429 }, { { key = "k" }, 400 },
      { { key = "k", q = "harbour", maxResults = 41 }, 400 },
    }) do
      local answer = mock:get("google_books/volumes", case[1])
      assert.equal(case[2], answer.status)
      assert.is_truthy(answer.json.error)
    end
    assert.equal(404, mock:status("google_books/volumes/x", { key = "k" }))
  end)

  it("does not know keys that begin with refused", function()
    local answer = mock:get("google_books/volumes", { q = "dune", key = "refused-key" })
    assert.equal(400, answer.status)
    assert.matches("API key not valid", answer.body, 1, true)
  end)
end)
