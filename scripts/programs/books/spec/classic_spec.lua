-- The rules of document 002 in the program: the records of the library as they are, the points of
-- its table, the threshold, the first result that reaches it.

local enrichment = require("programs.books.lib.enrichment")

local search = "GET https://openlibrary.org/search.json*"

-- The program's result for a work when the catalogue answers so.
local function find(work, docs, rules)
  mix.test.mock_http({
    [search] = { json = { docs = mix.json.array(docs), numFound = #docs } },
    ["GET https://openlibrary.org/works/*"] = { json = { description = "Sea." } },
  })
  local finder = assert(enrichment.open({ concurrency = 1, rules = rules or "classic" }))
  return enrichment.find(finder, work)
end

local function doc(title, author, year, key)
  return { key = key or "/works/OL7W", title = title, author_name = author and { author },
    first_publish_year = year }
end

local dune = { title = "Dune", creators = { "Frank Herbert" }, year = 1965 }

describe("classic in the program", function()
  before_each(function() mix.test.clock() end)

  it("gives the points of the document's table, and accepts from 60 on", function()
    local cases = {
      { doc("dune", "FRANK HERBERT", 1965), 180 }, -- 100 + 50 + 30
      { doc("Dune", "Frank Herbert", 1967), 165 }, -- 100 + 50 + 15
      { doc("Dune", "Frank Herbert", 1968), 150 }, -- 100 + 50
      { doc("Dune", "Herbert", 1965), 155 }, -- 100 + 25 + 30
      { doc("Dune Messiah", "Frank Herbert", 1969), 100 }, -- 50 + 50
      { doc("Dune Messiah", "Herbert", 1969), 75 }, -- 50 + 25
      { doc("Dune", "Someone Else", 1990), 100 },
      { doc("Whipping Star", "Frank Herbert", 1965), 80 }, -- 50 + 30: another book, accepted
      { doc("Whipping Star", "Frank Herbert", 1967), 65 }, -- 50 + 15
    }
    for _, case in ipairs(cases) do
      local result = assert(find(dune, { case[1] }))
      assert.are.same({ "enriched", case[2] }, { result.status, result.score })
    end
    for _, none in ipairs({
      doc("Whipping Star", "Frank Herbert", 1970), -- 50
      doc("Dune Messiah", "Someone Else", 1990), -- 50
      doc("Whipping Star", "Herbert", 1965), -- 25 + 30
      doc("Emma", "Jane Austen", 1815),
    }) do
      assert.equal("not_found", assert(find(dune, { none })).status)
    end
  end)

  it("takes the first result that reaches 60, not the best, and is never uncertain", function()
    local result = assert(find(dune, {
      doc("Emma", "Jane Austen", 1815, "/works/OL1W"),
      doc("Whipping Star", "Frank Herbert", 1966, "/works/OL2W"),
      doc("Dune", "Frank Herbert", 1965, "/works/OL3W"),
    }))
    assert.are.same({ "enriched", "OL2W" }, { result.status, result.fields.identifiers.olid })
  end)

  it("looks for the first of a book's authors among those of the result", function()
    local omens = { title = "Good Omens", creators = { "Terry Pratchett", "Neil Gaiman" },
      year = 1990 }
    local result = assert(find(omens, { { key = "/works/OL7W", title = "Good Omens",
      author_name = { "Neil Gaiman", "Terry Pratchett" }, first_publish_year = 1990 } }))
    assert.equal(180, result.score)
    result = assert(find(omens, { doc("Good Omens", "Neil Gaiman", 1990) }))
    assert.equal(130, result.score)
  end)

  it("searches once, for the cleaned title and the first author", function()
    find({ title = "The Long Way Vol. 2: A Tale (Tides, #1)", creators = { "Ada Lune", "Bo Mar" } },
      {})
    local requests = mix.test.requests()
    assert.equal(1, #requests)
    assert.matches("title=The%20Long%20Way%20Vol.%202&", requests[1].url .. "&", 1, true)
    assert.matches("author=Ada%20Lune", requests[1].url, 1, true)
  end)

  it("asks nobody for a title of which nothing is left; author and year may be missing", function()
    local result = assert(find({ title = "(Book One)", creators = { "Ada Lune" } }, {}))
    assert.are.same({ "not_found", "nothing is left of the title to search for" },
      { result.status, result.reason })
    assert.equal(0, #mix.test.requests())
    assert.equal(100, assert(find({ title = "Dune" }, { doc("Dune", "Frank Herbert") })).score)
  end)

  it("is not what standard does", function()
    local result = assert(find(dune, { doc("Whipping Star", "Frank Herbert", 1965) }, "standard"))
    assert.equal("not_found", result.status)
  end)
end)
