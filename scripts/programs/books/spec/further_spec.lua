-- Books with a slip in title or author: what is asked after the first searches found nothing.

local enrichment = require("programs.books.lib.enrichment")

local book = { title = "The Quiet Paradise", authors = "Ava Zimmermann" }

-- The result for a work and what was asked, of a catalogue with one book that finds whole words.
local function find(work, rules)
  mix.test.clock()
  mix.cache.clear()
  local asked = 0
  local doc = { key = "/works/OL7W", title = book.title, author_name = { book.authors },
    first_publish_year = 1951 }
  mix.test.mock_http({
    ["GET https://openlibrary.org/search.json*"] = function(request)
      asked = asked + 1
      local fits = not (request.url:find("Pardise", 1, true)
        or request.url:find("Zimmerman$") or request.url:find("Zimmerman[^n]"))
      local docs = mix.json.array({ fits and doc or nil })
      return { json = { docs = docs, numFound = #docs } }
    end,
  })
  local finder = assert(enrichment.open({ concurrency = 1, rules = rules or "standard" }))
  return assert(enrichment.find(finder, work)), asked
end

it("a book is found by its title alone, or by its author alone", function()
  for _, work in ipairs({
    { title = "The Quiet Paradise", creators = { "Ava Zimmerman" } },
    { title = "The Quiet Pardise", creators = { "Ava Zimmermann" } },
  }) do
    local result = find(work)
    assert.are.same({ "enriched", "OL7W" },
      { result.status, result.fields and result.fields.identifiers.olid })
  end
end)

it("at most two questions more are asked", function()
  local work = { title = "The Quiet Pardise", creators = { "Ava Zimmerman" } }
  local result, asked = find(work)
  assert.are.same({ "not_found", 3 }, { result.status, asked })
  assert.equal(1, select(2, find({ title = book.title, creators = { book.authors } })))
end)

it("rules that take the first result ask their own questions alone", function()
  local work = { title = "The Quiet Pardise", creators = { "Ava Zimmermann" } }
  local result, asked = find(work, "classic")
  assert.are.same({ "not_found", 1 }, { result.status, asked })
end)
