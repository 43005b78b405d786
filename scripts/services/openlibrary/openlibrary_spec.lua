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

  it("is asked for title, author and language", function()
    find({ json = { docs = {} } }, { title = "Salt Roads", author = "Ada Lune", language = "de" })
    local asked = mix.test.requests()[1].url
    for _, part in ipairs({ "title=Salt%20Roads", "author=Ada%20Lune", "lang=de" }) do
      assert.matches(part, asked, 1, true)
    end
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

  it("is asked again after a week about what it did not have", function()
    local clock = mix.test.clock()
    local none = { json = { docs = mix.json.array({}), numFound = 0 } }
    local found = { json = { docs = { { key = "/works/OL7W", title = "Salt Roads" } } } }
    mix.test.mock_http({ [search] = { none, { status = 500 }, found } })
    local function count()
      return #assert(service:search({ title = "Salt Roads", author = "Ada Lune" }))
    end
    assert.equal(0, count())
    clock:advance("150h")
    assert.equal(0, count())
    assert.equal(1, #mix.test.requests())
    clock:advance("48h")
    assert.equal(1, count())
    clock:advance("300h")
    local requests = #mix.test.requests()
    assert.equal(1, count())
    assert.equal(requests, #mix.test.requests())
  end)

  it("takes a search that failed for no answer", function()
    local none, err = find({ json = { docs = mix.json.array({}), numFound = 0, error = "Bad" } })
    assert.are.same({ "nil", "server", "Open Library: the search failed: Bad" },
      { tostring(none), err.kind, err.message })
  end)

  it("takes a search that ran out of time for no answer, and keeps none of it", function()
    local late = { json = { docs = mix.json.array({}), numFound = 0, numFoundExact = false } }
    local found = { json = { docs = { { key = "/works/OL7W", title = "A", isbn = { "1" } } },
      numFound = 1, numFoundExact = true } }
    local none, err = find({ late, found })
    assert.is_nil(none)
    assert.are.same({ "server", "Open Library: the search failed: it ran out of time" },
      { err.kind, err.message })
    assert.equal("OL7W", service:search({ title = "Salt Roads", author = "Ada Lune" })[1].key)
    mix.test.mock_http({ [search] = { { json = { docs = found.json.docs, numFound = 1,
      numFoundExact = false } }, late, found } })
    service:prefetch({ "1", "2" })
    assert.is_nil((service:search({ isbn = "2" })))
  end)

  it("calls a translation by its title, unless a book by the author has just that", function()
    local own = { key = "/works/OL7W", title = "Salzwege", author_name = { "Ada Lune" },
      editions = { docs = { { title = "Salt Roads" } } } }
    local other = { key = "/works/OL8W", title = "Salt Roads", author_name = { "Bo Mar" } }
    assert.equal("Salt Roads", find({ json = { docs = { own, other } } })[1].title)
    other.author_name = { "Lune, A.", "Bo Mar" }
    assert.equal("Salzwege", find({ json = { docs = { own, other } } })[1].title)
  end)
end)

require("lib.spec.answers").hold("openlibrary")
require("lib.spec.contract").check("openlibrary", {
  empty = { "complete" }, gone_adds_nothing = true,
})
