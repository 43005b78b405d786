-- The Reconciliation Service API about a table: answers of the specification's shapes, firm
-- decisions alone as matches, and what is wrong named.

local connected = require("lib.connected")
local program = require("programs.reconcile.connected")
local protocol = require("programs.reconcile.lib.protocol")
local schemas = require("programs.reconcile.spec.schemas")
local sources = require("programs.reconcile.lib.sources")
local written = require("spec.written")

local adjectives = { "Silver", "Hollow", "Crimson", "Quiet", "Wandering", "Broken", "Golden",
  "Distant", "Frozen", "Velvet" }
local nouns = { "River", "Lantern", "Harbour", "Mirror", "Garden", "Engine", "Winter", "Anthem",
  "Compass", "Orchard", "Signal", "Feather" }
local artists = { "Ada Marlow", "The Tin Foxes", "Jonas Brandt", "Mirela Costa", "Low Tide Club" }

local function song(number)
  return { title = adjectives[number % 10 + 1] .. " " .. nouns[number // 10 % 12 + 1],
    artist = artists[number % 7 % 5 + 1] }
end

local function write(name, lines) return written(name, table.concat(lines, "\n") .. "\n") end

local function catalogue(name)
  local lines = { "id,Title,Artist,Mood" }
  for number = 0, 119 do
    local of = song(number)
    lines[#lines + 1] = ("s%03d,%s,%s,<calm>"):format(number, of.title, of.artist)
  end
  return write(name or "catalogue.csv", lines)
end

local function encoded(text)
  return (text:gsub("[^%w]", function(byte) return ("%%%02X"):format(byte:byte()) end))
end

-- Asks by a form, as clients do.
local function posted(path, name, value)
  local text = type(value) == "string" and value or mix.json.encode(value)
  return protocol.answer(sources.of(path), connected.request({ method = "POST",
    body = name .. "=" .. encoded(text),
    headers = { ["content-type"] = "application/x-www-form-urlencoded" } }))
end

local function got(path, rest, query)
  return protocol.answer(sources.of(path), connected.request({ path = rest, query = query }))
end

local function first_of(answer, key) return answer.json[key].result[1] end

describe("reconcile", function()
  it("has a manifest of the specification's shape", function()
    local answer = got(catalogue(), "")
    assert.is_nil(schemas.fault("manifest", answer.json))
    assert.same({ { id = "track", name = "Track" } }, answer.json.defaultTypes)
  end)

  it("answers the next draft of the specification", function()
    local path = catalogue()
    local function sent(rest, value)
      return protocol.answer(sources.of(path), connected.request({ method = "POST", path = rest,
        body = mix.json.encode(value), headers = { ["content-type"] = "application/json" } }))
    end
    local of = song(7)
    local answer = sent("/match", { queries = {
      { type = "track", limit = 1, conditions = {
        { matchType = "name", propertyValue = of.title },
        { matchType = "property", propertyId = "Artist", propertyValue = of.artist },
        { matchType = "property", propertyId = "Nope", propertyValue = "x" },
      } },
      { conditions = { { matchType = "id", propertyValue = "s009" } } },
      { conditions = { 5, { matchType = "property", propertyId = "Artist", propertyValue = "x",
        matchQuantifier = "none" } } }, mix.json.null, 6,
    } }).json.results
    assert.same({ "s007", true }, { answer[1].candidates[1].id, answer[1].candidates[1].match })
    assert.same({ "unknown property: Nope" }, answer[1].messages)
    assert.equal("s009", answer[2].candidates[1].id)
    for place = 3, 5 do assert.same({}, answer[place].candidates) end
    assert.same({ "matchType takes name, id or property",
      "matchQuantifier takes any or all: nothing is compared to differ",
      "a query is an object with query or properties" }, answer[3].messages)
    assert.is_nil(sent("/match", { queries = { { conditions = { { matchType = "property",
      propertyId = "Artist", propertyValue = { of.artist, mix.json.null } } } } } })
      .json.results[1].messages)
    local rows = sent("/extend", { ids = { "s007", "nope" }, properties = { { id = "Artist" } } })
    assert.same({
      { id = "s007", properties = { { id = "Artist", values = { { str = of.artist } } } } },
      { id = "nope", properties = { { id = "Artist", values = {} } } },
    }, rows.json.rows)
    local two = { { id = "Artist" } }
    for _, wrong in ipairs({ { ids = { { id = "s007" } }, properties = two },
      { ids = { mix.json.null }, properties = two }, { ids = { a = "s007" }, properties = two },
      { ids = { "s007" }, properties = { a = two[1] } }, {} }) do
      assert.equal(400, sent("/extend", wrong).status)
    end
    assert.same({ 400, 400, 400 }, { sent("/match", {}).status, sent("/match", "x").status,
      sent("/match", { queries = { a = {} } }).status })
    assert.equal(2, #got(path, "/extend/propose", "type=track&limit=2").json.properties)
    local many = {}
    for place = 1, 1001 do many[place] = { conditions = {} } end
    assert.equal(413, sent("/match", { queries = many }).status)
  end)

  -- 500 queries, a part in each test.
  for part = 0, 4 do
    it(("answers part %d of 500 queries in their shape, and is sure of what is the same"):format(
      part + 1), function()
      local path = catalogue()
      for batch = part * 2, part * 2 + 1 do
        local queries = {}
        for place = 0, 49 do
          local of = song((batch * 50 + place) % 120)
          queries["q" .. place] = { query = of.title:lower(), type = "track", limit = 5,
            properties = { { pid = "Artist", v = of.artist:upper() } } }
        end
        local answer = posted(path, "queries", queries)
        assert.is_nil(schemas.fault("results", answer.json))
        for place = 0, 49 do
          local found = answer.json["q" .. place].result
          assert.is_true(#found >= 1 and #found <= 5)
          for index, candidate in ipairs(found) do
            assert.is_true(candidate.score >= 0 and candidate.score <= 100)
            assert.equal(index == 1, candidate.match)
          end
          assert.equal(song((batch * 50 + place) % 120).title, found[1].name)
        end
      end
    end)
  end

  it("judges by the properties, and is unsure without them", function()
    local path = write("namesakes.csv", { "id,title,artist", "a,Halo,Beyoncé", "b,Halo,Keane" })
    local answer = posted(path, "queries", { plain = { query = "Halo" },
      told = { query = "Halo", properties = { { pid = "artist", v = { { id = "x",
        name = "Beyonce" } } } } } })
    assert.is_true(first_of(answer, "told").match)
    assert.equal("a", first_of(answer, "told").id)
    assert.equal(2, #answer.json.plain.result)
    for _, candidate in ipairs(answer.json.plain.result) do assert.is_false(candidate.match) end
    local found = answer.json.told.result
    assert.is_true(found[1].score > 90)
    local features = {}
    for _, feature in ipairs(found[1].features) do features[feature.id] = feature.value end
    assert.equal(1, features.artist)
  end)

  it("names what it does not know, and answers the rest", function()
    local answer = posted(catalogue(), "queries", {
      a = { query = "Silver River", properties = { { pid = "Colour", v = "red" },
        { pid = "Artist", v = "Ada Marlow" } }, limit = 0 },
      b = { query = "Silver River", type = "painting" }, c = {}, d = 7,
      e = { query = "Silver River", type = { "painting" }, type_strict = "should" },
    })
    assert.is_nil(schemas.fault("results", answer.json))
    assert.same({ "unknown property: Colour", "limit takes 1 to 100" }, answer.json.a.messages)
    assert.equal("s000", first_of(answer, "a").id)
    assert.same({ "unknown type: painting" }, answer.json.b.messages)
    assert.same({}, answer.json.b.result)
    assert.equal("a query is an object with query or properties", answer.json.c.messages[1])
    assert.equal("a query is an object with query or properties", answer.json.d.messages[1])
    assert.equal("s000", first_of(answer, "e").id)
  end)

  it("finds books by ISBNs in place of titles, and takes forms' empty and worded values", function()
    local path = write("books.csv", { "id,title,author,isbn", "a,Boats,Ada Lune,9780306406157",
      "b,Lamps,Bo Mar," })
    local answer = posted(path, "queries", { isbn = { query = "0-306-40615-2" },
      form = { query = "Boats", type = "", limit = "1", properties = {
        { pid = "author", v = "Ada Lune" } } } })
    assert.is_true(first_of(answer, "isbn").match)
    assert.equal("a", first_of(answer, "isbn").id)
    assert.is_true(first_of(answer, "form").match)
    assert.is_nil(answer.json.form.messages)
    assert.equal(1, #answer.json.form.result)
  end)

  it("compares no text that is longer than names are", function()
    local answer = posted(catalogue(), "queries", { q = { query = ("Silver River "):rep(10000),
      properties = { { pid = "Artist", v = ("x"):rep(3000) } } } })
    assert.is_true(#answer.json.q.messages >= 2)
    assert.same({}, answer.json.q.result)
  end)

  it("finds an entity by its identifier", function()
    local found = first_of(posted(catalogue(), "queries", { q = { query = "s042" } }), "q")
    assert.equal("s042", found.id)
    assert.equal(100, found.score)
    assert.same({ id = "identifier", name = "identifier", value = true }, found.features[1])
  end)

  it("refuses what is too large or damaged, with the limit", function()
    local many = {}
    for place = 1, 1001 do many["q" .. place] = { query = "Halo" } end
    local answer = posted(catalogue(), "queries", many)
    assert.equal(413, answer.status)
    assert.matches("1000 queries at most, and this one has 1001", answer.json.error, 1, true)
    assert.equal(400, posted(catalogue(), "queries", "{").status)
    assert.equal(400, posted(catalogue(), "queries", "[1]").status)
    assert.equal(400, posted(catalogue(), "nothing", "1").status)
    local ids = mix.json.array({})
    for place = 1, 1001 do ids[place] = "s" .. place end
    assert.equal(413, posted(catalogue(), "extend",
      { ids = ids, properties = { { id = "Mood" } } }).status)
    local properties = {}
    for place = 1, 501 do properties[place] = { id = "p" .. place } end
    assert.equal(413, posted(catalogue(), "extend",
      { ids = { table.unpack(ids, 1, 100) }, properties = properties }).status)
  end)

  it("takes a single query, and answers a callback as a script", function()
    assert.equal("s000", got(catalogue(), "", "query=Silver+River").json.result[1].id)
    local answer = got(catalogue(), "", "callback=cb.x&query=s001")
    assert.matches("^/%*%*/cb%.x%({.*}%);$", answer.body)
    assert.equal("text/javascript; charset=utf-8", answer.headers["content-type"])
    assert.equal(400, got(catalogue(), "", "callback=alert(1)&query=s001").status)
  end)
end)

describe("suggestions", function()
  it("are of entities, properties and types", function()
    local path = catalogue()
    local answer = got(path, "/suggest/entity", "prefix=silver+r")
    assert.is_nil(schemas.fault("suggestions", answer.json))
    assert.equal("Silver River", answer.json.result[1].name)
    assert.equal("s007", got(path, "/suggest/entity", "prefix=s007").json.result[1].id)
    local first = got(path, "/suggest/entity", "prefix=r").json.result
    local later = got(path, "/suggest/entity", "prefix=r&cursor=20").json.result
    assert.equal(20, #first)
    assert.is_true(#later > 0 and later[1].id ~= first[1].id)
    assert.is_nil(schemas.fault("suggestions", got(path, "/suggest/property", "prefix=art").json))
    assert.equal("Artist", got(path, "/suggest/property", "prefix=art").json.result[1].id)
    assert.equal("track", got(path, "/suggest/type", "prefix=").json.result[1].id)
    assert.same({}, got(path, "/suggest/type", "prefix=&cursor=1").json.result)
    assert.same({ { id = "Title", name = "Title" } },
      got(path, "/suggest/property", "prefix=&limit=1&offset=1").json.result)
    assert.equal(later[2].id, got(path, "/suggest/entity", "prefix=r&limit=2&offset=20")
      .json.result[2].id)
    assert.is_nil(got(path, "/suggest/colour", "prefix=a"))
  end)

  it("come with a preview, in which nothing is markup", function()
    local answer = got(catalogue(), "/preview", "id=s003")
    assert.equal("text/html; charset=utf-8", answer.headers["content-type"])
    assert.matches("&lt;calm&gt;", answer.body, 1, true)
    assert.is_nil(answer.body:find("<calm>", 1, true))
    assert.matches("Quiet River", got(catalogue(), "/flyout/entity", "id=s003").json.html, 1, true)
    assert.is_nil(got(catalogue(), "/preview", "id=none"))
    assert.is_nil(got(catalogue(), "/other", ""))
  end)
end)

describe("data extension", function()
  it("has a value for each entity and property", function()
    local path = catalogue()
    local answer = posted(path, "extend", { ids = { "s001", "none" },
      properties = { { id = "Mood" }, { id = "Title", settings = { limit = "1" } },
        { id = "Colour" } } })
    assert.is_nil(schemas.fault("extension", answer.json))
    assert.same({ { str = "<calm>" } }, answer.json.rows.s001.Mood)
    assert.same({ { str = "Hollow River" } }, answer.json.rows.s001.Title)
    assert.same({}, answer.json.rows.none.Title)
    assert.same({ "unknown property: Colour" }, answer.json.messages)
  end)

  it("proposes the columns", function()
    local answer = got(catalogue(), "/properties", "type=track&limit=2")
    assert.is_nil(schemas.fault("proposal", answer.json))
    assert.equal(2, #answer.json.properties)
    assert.equal("track", answer.json.type)
  end)
end)

describe("a source", function()
  it("is a table, whose path is granted, or named wrongly", function()
    local path = catalogue()
    local offer = assert(sources.offer(path))
    assert.same({ subject = path, title = "catalogue.csv", read = { path } }, offer)
    local none, fault = sources.offer("")
    assert.is_nil(none)
    assert.matches("name a table, library, or a service", fault, 1, true)
    none, fault = sources.offer(mix.fs.data("spec/missing.csv"))
    assert.is_nil(none)
    assert.matches("missing.csv", fault, 1, true)
    none, fault = sources.offer("itnes")
    assert.is_nil(none)
    assert.matches('no service or table "itnes" (did you mean itunes?); the services are ', fault,
      1, true)
  end)

  it("is read again when its table has changed", function()
    local path = write("changing.csv", { "id,title,artist", "a,Halo,Keane" })
    assert.equal("Halo", got(path, "/suggest/entity", "prefix=a").json.result[1].name)
    write("changing.csv", { "id,title,artist", "a,Harbour Lights,Keane" })
    assert.equal("Harbour Lights", got(path, "/suggest/entity", "prefix=a").json.result[1].name)
  end)

  it("says that its table cannot be read, but not where that lies", function()
    local path = write("gone.csv", { "id,title,artist", "a,Halo,Keane" })
    assert.equal("Halo", got(path, "/suggest/entity", "prefix=a").json.result[1].name)
    assert(mix.fs.write(path, "\0\1\2"))
    local answer = program.answer(connected.request({ subject = path, query = "query=Halo" }))
    assert.are.same({ status = 503,
      json = { error = "gone.csv cannot be read now: mixhost logs says why" } }, answer)
    write("gone.csv", { "id,title,artist", "a,Halo,Keane" })
    assert.equal(1, #program.answer(connected.request({ subject = path, query = "query=Halo" }))
      .json.result)
  end)

  it("is a service, whose silence is named", function()
    mix.test.clock()
    mix.test.mock_http({ ["GET https://itunes.apple.com/*"] = { status = 503 } })
    for rest, query in pairs({ ["/suggest/entity"] = "prefix=halo", ["/preview"] = "id=5",
      ["/flyout/entity"] = "id=5", [""] = "extend=" .. encoded(mix.json.encode({ ids = { "5" },
        properties = { { id = "artist" } } })) }) do
      local answer = got("service:itunes", rest, query)
      assert.equal(503, answer.status)
      assert.is_string(answer.json.error)
    end
  end)

  it("is opened once for requests that come together", function()
    local path = write("together.csv", { "id,title,artist", "a,Halo,Keane" })
    local found = mix.task.map({ 1, 2, 3 }, function() return sources.of(path) end)
    assert.is_true(found[1] == found[2] and found[2] == found[3])
  end)

  it("takes tables of unknown columns, and rows without an identifier", function()
    local path = write("places.csv", { "Name,Region", "Oakhaven,North", "Marlow Bridge,South",
      "Marlow,South" })
    local answer = posted(path, "queries", { q = { query = "Marlow Bridge",
      properties = { { pid = "Region", v = "South" } } } })
    assert.is_nil(schemas.fault("results", answer.json))
    assert.equal("row-2", first_of(answer, "q").id)
    assert.equal("Marlow Bridge", first_of(answer, "q").name)
  end)

  it("is the library, by the kinds of its works", function()
    assert(mix.library.import({ { title = "The Glass Orchard", creators = { "Ines Falk" },
      year = 1999 } }))
    assert(mix.library.import({ { title = "The Glass Orchard", creators = { "Low Tide Club" } } },
      { kind = "track" }))
    local answer = posted("library", "queries", {
      book = { query = "Glass Orchard, The", type = "book",
        properties = { { pid = "author", v = "Falk, Ines" } } },
      any = { query = "The Glass Orchard" } })
    assert.is_nil(schemas.fault("results", answer.json))
    assert.equal("book", first_of(answer, "book").type[1].id)
    assert.is_true(first_of(answer, "book").match)
    assert.equal(2, #answer.json.any.result)
  end)
end)
