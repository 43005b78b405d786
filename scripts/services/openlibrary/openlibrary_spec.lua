-- The provider of Open Library against made-up and recorded answers.

local openlibrary = require("services.openlibrary.provider")

local search = "GET https://openlibrary.org/search.json*"

describe("Open Library", function()
  local service

  before_each(function()
    mix.test.clock()
    service = openlibrary.open({ concurrency = 2 })
  end)

  local function find(answer, step)
    mix.test.mock_http({ [search] = answer })
    return service:search(step or { title = "Salt Roads", author = "Ada Lune" })
  end

  it("gives candidates in the service's order", function()
    local list = find({ json = { docs = {
      { key = "/works/OL7W", title = "Salt Roads", author_name = { "Ada Lune" },
        first_publish_year = 2003, isbn = { "9780306406157" }, cover_i = 12, language = { "eng" },
        number_of_pages_median = 300, publisher = { "Penwith" } },
      { key = "/works/OL8W", title = "Salt", language = { "eng", "fre" } },
    } } })
    assert.equal(2, #list)
    local first = list[1]
    assert.are.same({ "OL7W", "Salt Roads", 2003, 300, "en" },
      { first.key, first.title, first.year, first.pages, first.language })
    assert.equal("https://covers.openlibrary.org/b/id/12-L.jpg", first.cover)
    assert.is_nil(list[2].language)
    local asked = mix.test.requests()[1].url
    assert.matches("title=Salt%20Roads", asked, 1, true)
    assert.matches("author=Ada%20Lune", asked, 1, true)
  end)

  it("marks those of the ISBN that is looked for as the same edition", function()
    local docs = { { key = "/works/OL7W", title = "A", isbn = { "9780306406157" } } }
    local step = { title = "A", known_isbn = "9780306406157" }
    assert.equal("9780306406157", find({ json = { docs = docs } }, step)[1].isbn)
    assert.is_nil(find({ json = { docs = docs } }, { title = "A", known_isbn = "1" })[1].isbn)
  end)

  it("asks for several ISBNs at once and keeps what it said of each", function()
    local docs = {
      { key = "/works/OL7W", title = "A", isbn = { "9780306406157", "0306406152" } },
      { key = "/works/OL8W", title = "B", isbn = { "9780198526636" } },
    }
    mix.test.mock_http({ [search] = { json = { docs = docs, numFound = 2 } } })
    service:prefetch({ "9780306406157", "9780198526636", "9781234567897", "9780306406157" })
    assert.equal("OL7W", service:search({ isbn = "9780306406157" })[1].key)
    assert.equal("9780198526636", service:search({ isbn = "9780198526636" })[1].isbn)
    local none, info = service:search({ isbn = "9781234567897" })
    assert.are.same({}, none)
    assert.is_true(info.cached)
    service:prefetch({ "9780306406157", "9781234567897" })
    assert.equal(1, #mix.test.requests())
    local query = "q=isbn%3A%289780306406157%20OR%209780198526636%20OR%209781234567897%29"
    assert.matches(query, mix.test.requests()[1].url, 1, true)
  end)

  it("asks one by one for what an answer without room left out, or did not say", function()
    local cut = { json = { docs = { { key = "/works/OL7W", title = "A", isbn = { "1" } } },
      numFound = 90 } }
    mix.test.mock_http({ [search] = {
      cut, { status = 404 }, { json = { docs = mix.json.array({}) } },
    } })
    service:prefetch({ "1", "2" })
    service:prefetch({ "2", "3" })
    assert.equal("OL7W", service:search({ isbn = "1" })[1].key)
    local requests = #mix.test.requests()
    assert.are.same({}, service:search({ isbn = "2" }))
    assert.equal(requests + 1, #mix.test.requests())
  end)

  it("passes over what has the wrong type", function()
    local list = find({ json = { docs = { 1, "x", {}, { title = 5, key = 7 }, {
      key = "/works/OL7W", title = "Salt Roads", author_name = { x = 1 }, isbn = "no",
      cover_i = "abc", first_publish_year = "MCM", language = 3, number_of_pages_median = -5,
      publisher = { 5, "Penwith" },
    } } } })
    assert.equal(1, #list)
    assert.are.same({}, list[1].author)
    assert.are.same({ "Penwith" }, list[1].publishers)
    assert.is_nil(list[1].pages)
    assert.is_nil(list[1].year)
    assert.is_nil(list[1].cover)
  end)

  it("says what is wrong with a malformed answer", function()
    local answers = {
      ["a web page"] = { "<html>", "<!DOCTYPE html><html>" },
      ["not a JSON object"] = { "", '{"docs":[', "[]", "5" },
      ["docs"] = { "{}", '{"docs":"x"}', '{"docs":{"a":1}}' },
    }
    for said, bodies in pairs(answers) do
      for _, body in ipairs(bodies) do
        local list, err = find({ body = body })
        assert.is_nil(list)
        assert.matches(said, err.message, 1, true)
      end
    end
    local list, err = find({ status = 503, body = "" })
    assert.is_nil(list)
    assert.are.same({ 503, "server", "openlibrary" }, { err.status, err.kind, err.provider })
  end)

  it("says which edition fits, in the language that is looked for", function()
    local docs = { { key = "/works/OL7W", title = "A", editions = { docs = { {
      isbn = { "9783608938043" }, publisher = { "Klett" }, language = { "ger" },
    } } } } }
    local step = { title = "A", language = "de" }
    local found = find({ json = { docs = docs } }, step)[1]
    assert.are.same({ "9783608938043", "Klett", "de" },
      { found.edition_isbn, found.edition_publisher, found.edition_language })
    assert.matches("lang=de", mix.test.requests()[1].url, 1, true)
    step.language = "en"
    assert.is_nil(find({ json = { docs = docs } }, step)[1].edition_isbn)
  end)

  it("reads descriptions in both of their forms", function()
    for _, description in ipairs({ "Sea.", { type = "/type/text", value = "Sea." } }) do
      mix.test.mock_http({
        ["GET https://openlibrary.org/works/OL7W.json"] = { json = { description = description } },
      })
      service = openlibrary.open({ concurrency = 1 })
      local found = { key = "OL7W" }
      assert.equal(found, (service:complete(found)))
      assert.equal("Sea.", found.description)
    end
  end)
end)

require("lib.spec.answers").hold("openlibrary")
require("lib.spec.contract").check("openlibrary", {
  empty = { "complete" }, gone_adds_nothing = true,
})
