-- How a row is searched for: by what it says, then by parts of it.

local queries = require("rules.lib.service_queries")
local searching = require("rules.lib.service_search")

-- The further searches for a record, as words.
local function further(kind, record)
  local _, list = queries.of(kind, record, mix.rules.load("match/" .. kind))
  local found = {}
  for place, query in ipairs(list) do
    local parts = {}
    for _, name in ipairs({ "title", "artist", "author", "name", "year" }) do
      if query[name] then parts[#parts + 1] = query[name] end
    end
    found[place] = table.concat(parts, "|")
  end
  return found
end

describe("further searches", function()
  it("are by each of a song's names alone, and without the last word", function()
    assert.are.same({ "Dua Lipa", "Levitatng Now", "Levitatng|Dua Lipa" },
      further("tracks", { title = "Levitatng Now", artist = "Dua Lipa" }))
    assert.are.same({ "Halo|Ann Lee", "Lee, Ann & Bo Ray", "Halo", "Ann Lee" },
      further("tracks", { title = "Halo (Radio Edit)", artist = "Lee, Ann & Bo Ray" }))
  end)

  it("are without signs that other catalogues leave out", function()
    for title, bare in pairs({ ["$ign"] = "sign", ["P!nk"] = "Pink", ["A$AP @bc"] = "AsAP @bc",
      ["Cl@ss"] = "Class", ["AC/DC"] = "AC DC", ["...Baby"] = "Baby", ["#1"] = "1",
      ["??d? w Deszczu"] = "w Deszczu" }) do
      assert.equal(bare .. "|Ann Lee", further("tracks", { title = title, artist = "Ann Lee" })[1])
    end
    assert.equal("Halo|Kesha", further("tracks", { title = "Halo", artist = "Ke$ha" })[1])
    for _, title in ipairs({ "Don't", "Mr. Halo", "Halo!", "Ha-lo", "Help?" }) do
      assert.equal("Ann", further("tracks", { title = title, artist = "Ann" })[1])
    end
  end)

  it("are none by nobody", function()
    assert.are.same({ "Halo" }, further("tracks", { title = "Halo", artist = "Various Artists" }))
    assert.are.same({}, further("tracks", { title = "Halo" }))
  end)

  it("are none for a row without a title or a name", function()
    for _, kind in ipairs({ "tracks", "releases", "films", "people" }) do
      for _, blank in ipairs({ false, "  ", "" }) do
        local record = { title = blank or nil, name = blank or nil, artist = "Ada Lune" }
        assert.are.same({ {}, {} }, { queries.of(kind, record, mix.rules.load("match/" .. kind)) })
      end
    end
    assert.equal("9780262510875", queries.of("books", { isbn = "9780262510875" },
      mix.rules.load("match/books"))[1].isbn)
  end)

  it("are for titles and names of signs alone as for others", function()
    for kind, record in pairs({
      tracks = { title = "!!!" }, releases = { title = "÷" }, films = { title = "???" },
      people = { name = "!!!" }, books = { title = "!!!" },
    }) do
      local first = queries.of(kind, record, mix.rules.load("match/" .. kind))
      assert.are.same({ record.title or record.name }, { first[1].title or first[1].name })
    end
    assert.are.same({}, further("tracks", { title = "( )" }))
    assert.are.same({ "Ljós", "÷" }, further("releases", { title = "÷", artist = "Ljós" }))
  end)

  it("of other kinds are by what these say", function()
    assert.are.same({ "The Quiet Paradise", "Ava Zimmerman", "The Quiet|Ava Zimmerman" },
      further("books", { title = "The Quiet Paradise", author = "Zimmerman, Ava" }))
    assert.are.same({ "Boat|1999", "Le bateau|1999", "Boat / Le bateau", "Boat / Le|1999" },
      further("films", { title = "Boat / Le bateau", year = "1999" }))
    assert.are.same({ "Ann Lee", "Lee" }, further("people", { name = "Ann Mary Lee" }))
  end)
end)

-- A service that knows some songs, and finds a search by all of its words in one of them.
local function service_of(list)
  local asked = {}
  return {
    search = function(_, query)
      local words = mix.text.tokens(("%s %s"):format(query.title or "", query.artist or ""))
      asked[#asked + 1] = table.concat(words, " ")
      local found = {}
      for place, song in ipairs(list) do
        local has, fits = {}, true
        for _, word in ipairs(mix.text.tokens(song.title .. " " .. song.artist)) do
          has[word] = true
        end
        for _, word in ipairs(words) do fits = fits and has[word] end
        local entry = { id = place, title = song.title, artist = song.artist }
        found[#found + 1] = fits and entry or nil
      end
      return found
    end,
  }, asked
end

local function ask(service, query) return service:search(query) end

local function run(record, most, service)
  return searching.run(service, { kind = "tracks", ask = ask }, record,
    mix.rules.load("match/tracks"), most)
end

local songs = { { title = "Levitating", artist = "Dua Lipa" }, { title = "Halo", artist = "Ann" } }

describe("a row", function()
  it("is asked for again where nothing fits, until something does", function()
    local service, asked = service_of(songs)
    local found, searches = run({ title = "Levitatng", artist = "Dua Lipa" }, 3, service)
    assert.equal(1, found[1].id)
    assert.are.same({ further = 1, is_late = true }, searches)
    assert.are.same({ "levitatng dua lipa", "dua lipa" }, asked)
  end)

  it("that is found at once is asked for once", function()
    local service, asked = service_of(songs)
    local _, searches = run({ title = "Halo", artist = "Ann" }, 3, service)
    assert.are.same({ further = 0, is_late = false }, searches)
    assert.equal(1, #asked)
  end)

  it("costs no more than its budget", function()
    local row = { title = "No Such Song", artist = "Nobody Atall" }
    for most = 0, 4 do
      local service, asked = service_of(songs)
      local found, searches = run(row, most, service)
      assert.are.same({ {}, math.min(3, most) }, { found, searches.further })
      assert.equal(1 + math.min(3, most), #asked)
    end
  end)

  it("is searched for after a refused further search, but not after a failure", function()
    local kind
    local service = { search = function(_, query)
      if query.title and query.artist then return {} end
      if query.title then return { { id = 7, title = "Halo", artist = "Ann" } } end
      return nil, { kind = kind, status = kind == "refused" and 400 or 503, message = "no" }
    end }
    kind = "refused"
    local found = run({ title = "Halo", artist = "Ann" }, 3, service)
    assert.equal(7, found[1].id)
    kind = "server"
    local none, err = run({ title = "Halo", artist = "Ann" }, 3, service)
    assert.is_nil(none)
    assert.equal("no", err.message)
  end)
end)
