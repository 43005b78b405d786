-- The second lane of a run: descriptions and covers of decided books, and the notes of books that
-- lack them.

local changed = require("lib.changed")
local failure = require("lib.failure")
local editing = require("programs.books.lib.editing")
local enrichment = require("programs.books.lib.enrichment")
local lacking = require("programs.books.lib.lacking")
local library_run = require("programs.books.lib.library_run")
local searches = require("programs.books.lib.searches")
local secrets = require("lib.spec.secrets")

local search = "GET https://openlibrary.org/search.json*"
local page = "GET https://openlibrary.org/works/OL7W.json"
local picture = "GET https://covers.openlibrary.org/*"
local volumes = "GET https://www.googleapis.com/books/v1/volumes*"

-- A picture of 30 by 40 points.
local png = "\x89PNG\r\n\x1A\n" .. ("\0"):rep(8) .. string.pack(">I4I4", 30, 40)

local function docs(changes)
  local doc = changed({ key = "/works/OL7W", title = "Salt Roads", author_name = { "Ada Lune" },
    first_publish_year = 2003, cover_i = 12, isbn = { "9780306406157" }, language = { "eng" },
  }, changes)
  return { json = { docs = { doc }, numFound = 1 } }
end

describe("the second lane", function()
  local id

  local function begin()
    mix.library.reset()
    id = assert(mix.library.import({ { title = "Salt Roads", creators = { "Ada Lune" } } })).ids[1]
  end

  before_each(function()
    mix.test.clock()
    begin()
  end)

  -- A run against answers; where they have one of a second service, its key is set.
  local function run(answers, options)
    mix.test.mock_http(answers)
    secrets.are_set = answers[volumes] ~= nil
    local finder = assert(enrichment.open({ concurrency = 1, rules = "standard" }))
    assert(library_run.fill_queue({}))
    local summary, ids = library_run.work(finder, nil, {})
    return library_run.complete(finder, summary, ids, options or {}), mix.library.get(id), finder
  end

  it("brings the description and the cover after the match", function()
    local result, work = run({
      [search] = docs(), [page] = { json = { description = "**Sea** tales." } },
      [picture] = { body = png },
    })
    assert.are.same({ "Sea tales.", "https://covers.openlibrary.org/b/id/12-L.jpg", "enriched" },
      { work.description, work.cover, work.status })
    assert.are.same({ 1, 1, 0 }, { result.asked, result.filled, result.lacking })
    assert.matches("search.json", mix.test.requests()[1].url)
    assert.is_nil(work.error)
  end)

  it("costs the description alone where the page is gone", function()
    for _, status in ipairs({ 404, 410 }) do
      local _, work = run({ [search] = docs(), [page] = { status = status, body = "" },
        [picture] = { body = png } })
      assert.are.same({ "enriched", 2003, "lacks a description: no catalogue has one" },
        { work.status, work.year, work.error })
      assert.is_not_nil(work.cover)
      begin()
    end
  end)

  it("says why, and asks again after what may pass", function()
    local answers = { [search] = docs({ cover_i = 0 }), [page] = { error = "timeout" } }
    local result, work = run(answers)
    assert.equal(1, result.lacking)
    assert.matches("^lacks a description and a cover: .*%(run asks again%)$", work.error)
    answers[page] = { json = { description = "Sea.", covers = { 5 } } }
    answers[picture] = { body = png }
    result, work = run(answers)
    assert.are.same({ 1, "Sea." }, { result.filled, work.description })
    assert.is_nil(work.error)
    assert.is_nil(run(answers), "nothing is left to ask about")
  end)

  it("does not ask again for what nobody has", function()
    local answers = { [search] = docs({ cover_i = 0 }), [page] = { json = {} } }
    local result, work = run(answers)
    assert.are.same({ { { reason = "no catalogue has one", count = 1 } }, false },
      { result.reasons, lacking.read(work).is_again })
    assert.are.same(result.reasons, lacking.reasons())
    assert.is_nil(run(answers))
  end)

  it("does not bring back what the user took away", function()
    local answers = { [search] = docs({ cover_i = 0 }), [page] = { json = { description = "S." } } }
    local _, work = run(answers)
    assert(editing.save(work, {}, { "description" }, false))
    assert.is_nil(run(answers))
    assert.is_nil(mix.library.get(id).description)
    mix.library.undo({ last = true })
    assert.equal("S.", mix.library.get(id).description)
  end)

  it("asks the second service for the rest, and once where it refuses the key", function()
    mix.library.import({ { title = "Salt Roads II", creators = { "Ada Lune" } } })
    local refused = { status = 400, json = { error = { message = "API key not valid.",
      errors = { { reason = "badRequest" } } } } }
    local _, work, finder = run({ [search] = docs({ cover_i = 0 }), [page] = { json = {} },
      [volumes] = refused })
    assert.matches("Google Books refuses the key: API key not valid", work.error, 1, true)
    assert.equal("lasting", failure.class(finder.refusals.google_books))
    local asked = 0
    for _, request in ipairs(mix.test.requests()) do
      if request.url:find("googleapis", 1, true) then asked = asked + 1 end
    end
    assert.equal(1, asked)
    local volume = { id = "g1", volumeInfo = { title = "Salt Roads", authors = { "Ada Lune" },
      description = "<p>Sea &amp; salt</p>" } }
    _, work = run({ [search] = docs({ cover_i = 0 }), [page] = { json = {} },
      [volumes] = { json = { items = { volume } } } })
    assert.are.same({ "Sea & salt", "g1", "google_books" },
      { work.description, work.identifiers.google, work.sources.description.source })
  end)

  it("is left where a service asks for a pause, without a note for each book", function()
    local limit = { status = 403, json = { error = { message = "Rate Limit Exceeded",
      errors = { { reason = "userRateLimitExceeded" } } } } }
    mix.library.import({ { title = "Salt Roads", creators = { "Ada Lune" }, year = 1 } })
    local result = run({ [search] = docs({ cover_i = 0 }), [page] = { json = {} },
      [volumes] = limit })
    assert.matches("limit of Google Books", result.reasons[1].reason, 1, true)
  end)
end)

it("searches leave out titles whose rest is a remark on the edition", function()
  local function titles(...)
    local steps = {}
    for place, title in ipairs({ ... }) do steps[place] = { title = title, author = "A" } end
    local found = {}
    local finder = { rules = { search = function() return steps end } }
    for place, step in ipairs(searches.of(finder, {})) do found[place] = step.title end
    return found
  end
  assert.are.same({ "Salt" }, titles("Salt (Paperback)", "Salt"))
  assert.are.same({ "Salt" }, titles("Salt: A Novel (Kindle Edition)", "Salt"))
  assert.are.same({ "Salt: Tales", "Salt" }, titles("Salt: Tales", "Salt"))
end)

it("the note of a book stands behind what was said before", function()
  local work = { error = "chosen by mine: the same" }
  work.error = lacking.note(work, { "cover" }, "none", true)
  assert.equal("chosen by mine: the same; lacks a cover: none (run asks again)", work.error)
  assert.are.same({ reason = "none", is_again = true }, lacking.read(work))
  assert.equal("chosen by mine: the same", lacking.note(work, {}, "", false))
  assert.equal("no description and no cover yet: mixhost books run asks for it",
    lacking.text({ status = "enriched" }))
  assert.is_nil(lacking.text({ status = "enriched", description = "a", cover = "b",
    error = "lacks a cover: none" }))
end)

describe("the edition of a book", function()
  local function record(changes)
    return enrichment.record(changed({ source = "openlibrary", key = "OL7W", title = "A",
      author = {}, publishers = {}, numbers = {} }, changes))
  end

  it("gives its ISBN and publisher; those of all editions give none", function()
    local many = { "9783608938043", "9780306406157" }
    local made = record({ numbers = many, publishers = { "Klett", "Tor" } })
    assert.are.same({}, { made.identifiers.isbn13, made.publisher })
    made = record({ numbers = { "0306406152", "9780306406157" }, publishers = { "Tor" } })
    assert.are.same({ "9780306406157", "Tor" }, { made.identifiers.isbn13, made.publisher })
    made = record({ numbers = many, edition_isbn = many[2], edition_publisher = "Tor",
      edition_language = "en" })
    assert.are.same({ many[2], "Tor", "en" },
      { made.identifiers.isbn13, made.publisher, made.language })
    assert.equal(many[1], record({ numbers = many, isbn = many[1] }).identifiers.isbn13)
  end)
end)
