-- JSON as services give it to people: lists within documents, works within entries.

local records = require("lib.records")
local written = require("spec.written")

-- The records of a JSON text, without their lines.
local function read(text)
  local found, list = {}, assert(records.read(written("nested.json", text)))
  for place, item in ipairs(list) do found[place] = item.record end
  return found
end

describe("JSON of a service", function()
  it("has the work within an entry", function()
    local film = read([[ [{"rank": 1, "type": "movie", "movie": {"title": "Ebb", "year": 1999,
      "ids": {"trakt": 4, "imdb": "tt0000001"}}}] ]])[1]
    assert.are.same({ rank = 1, type = "movie", title = "Ebb", year = 1999, trakt_id = 4,
      imdb_id = "tt0000001" }, film)
    local show = read([[ [{"plays": 3, "show": {"title": "Tides", "ids": {"imdb": "tt2"}}}] ]])[1]
    assert.are.same({ plays = 3, type = "show", title = "Tides", imdb_id = "tt2" }, show)
  end)

  it("has a series above its parts, with identifiers of their own", function()
    local episode = read([[ [{"watched_at": "2024", "type": "episode",
      "episode": {"season": 1, "number": 2, "title": "Low", "ids": {"imdb": "tt3"}},
      "show": {"title": "Tides", "year": 2008, "ids": {"imdb": "tt2"}}}] ]])[1]
    assert.are.same({ watched_at = "2024", type = "episode", title = "Tides", year = 2008,
      season_number = 1, episode_number = 2, episode_imdb_id = "tt3" }, episode)
    local season = read([[ [{"season": {"number": 2}, "show": {"title": "Tides"}}] ]])[1]
    assert.are.same({ type = "season", title = "Tides", season_number = 2 }, season)
  end)

  it("may have a list for each column, as data frames have", function()
    local expected = { { title = "Ebb", artist = "Ada" }, { title = "Tides", artist = "Bo" } }
    assert.are.same(expected, read('{"title": ["Ebb", "Tides"], "artist": ["Ada", "Bo"]}'))
    assert.are.same(expected,
      read('{"title": {"0": "Ebb", "1": "Tides"}, "artist": {"0": "Ada", "1": "Bo"}}'))
    -- One book, whose members are lists.
    assert.equal(1, #read('{"title": "Ebb", "authors": ["Ada", "Bo"], "tags": ["x", "y"]}'))
  end)

  it("may have lists as rows, beside or below a header", function()
    local expected = { { title = "Ebb", artist = "Ada" }, { title = "Tides", artist = "Bo" } }
    for _, text in ipairs({
      '{"columns": ["title", "artist"], "index": [0, 1], "data": [["Ebb","Ada"],["Tides","Bo"]]}',
      '{"database": "x", "columns": ["title", "artist"], "rows": [["Ebb","Ada"],["Tides","Bo"]]}',
      '{"meta": [{"name": "title"}, {"name": "artist"}], "data": [["Ebb","Ada"],["Tides","Bo"]]}',
      '{"range": "A1", "values": [["title", "artist"], ["Ebb", "Ada"], ["Tides", "Bo"]]}',
      '[["title", "artist"], ["Ebb", "Ada"], ["Tides", "Bo"]]',
      '["title", "artist"]\n["Ebb", "Ada"]\n["Tides", "Bo"]\n',
    }) do
      assert.are.same(expected, read(text), text)
    end
    local _, reason = records.parse('[["Ebb", "Ada"], ["Tides", "Bo"]]', "x.json")
    assert.matches("a record is an object, not an array", reason, 1, true)
  end)

  it("may have its values within objects that say their type", function()
    local expected = { { title = "Ebb", artist = "Ada" } }
    assert.are.same(expected, read([[ {"head": {"vars": ["title", "artist"]}, "results":
      {"bindings": [{"title": {"type": "literal", "xml:lang": "en", "value": "Ebb"},
      "artist": {"type": "literal", "value": "Ada"}}]}} ]]))
    assert.are.same({ { title = "Ebb", year = "1999", _id = "5" } },
      read('{"_id": {"$oid": "5"}, "title": "Ebb", "year": {"$numberInt": "1999"}}\n'))
    assert.are.same({ { id = "r1", title = "Ebb", artist = "Ada" } },
      read('{"records": [{"id": "r1", "fields": {"title": "Ebb", "artist": "Ada"}}]}'))
    assert.are.same({ { _id = "1", title = "Ebb", artist = "Ada" } },
      read('{"hits": {"total": 1, "hits": [{"_id": "1", "_source": {"title": "Ebb", "artist": '
        .. '"Ada"}}]}}'))
  end)

  it("of AniList has the year in which a work begins", function()
    local found = read([[ {"data": {"lists": [{"entries": [{"score": 8, "media": {"title":
      {"romaji": "Fune"}, "startDate": {"year": 1995}}}]}]}} ]])[1]
    assert.are.same({ "Fune", 1995 }, { found.title, found.year })
  end)

  it("may have slips that programs make", function()
    assert.are.same({ { title = "NaN, ]", artist = "A \\" } },
      read('[{"title": "NaN, ]", "artist": "A \\\\", },]'))
    assert.are.same({ { title = "Ebb", year = mix.json.null } },
      read('{"title": "Ebb", "year": NaN}\n'))
    local _, reason = records.parse('[{"title": Ebb}]', "x.json")
    assert.matches("1:12: expected a value", reason, 1, true)
  end)

  it("has names in place of objects", function()
    local track = read([[ {"items": [{"added_at": "2024", "track": {"name": "Ebb",
      "artists": [{"name": "Ada"}, {"name": "Bo"}], "album": {"name": "Tides"},
      "external_ids": {"isrc": "GBAAA1234567"}}}]} ]])[1]
    assert.are.same({ added_at = "2024", name = "Ebb", artists = { "Ada", "Bo" }, album = "Tides",
      isrc = "GBAAA1234567" }, track)
    assert.equal("Ada", read([[ [{"name": "Ebb", "artist": {"#text": "Ada"}}] ]])[1].artist)
  end)

  it("has its list somewhere in a document", function()
    local function titles(text)
      local found = {}
      for place, record in ipairs(read(text)) do found[place] = record.title or record.Name end
      return table.concat(found, " ")
    end
    assert.equal("Ebb", titles([[ {"MediaContainer": {"Metadata": [{"title": "Ebb"}]}} ]]))
    assert.equal("Ebb Flow", titles([[ {"Items": [{"Name": "Ebb"}, {"Name": "Flow"}]} ]]))
    -- Films and series are one list.
    assert.equal("Ebb Tides", titles(
      [[ {"shows": [{"show": {"title": "Tides"}}], "movies": [{"movie": {"title": "Ebb"}}]} ]]))
    assert.equal("Ebb", titles(
      [[ {"data": {"me": [{"user_books": [{"book": {"title": "Ebb"}}]}]}} ]]))
  end)

  it("may have its records by number", function()
    local found = read([[ {"12": {"title": "Flow"}, "7": {"title": "Ebb",
      "isbn": {"0": "0306406152", "2": "9780306406157"}, "authors": [{"fl": "Ada Lune"}]}} ]])
    assert.are.same({ { title = "Ebb", isbn = { "0306406152", "9780306406157" },
      authors = { "Ada Lune" } }, { title = "Flow" } }, found)
  end)

  it("may be one record, or one a line", function()
    assert.are.same({ { title = "Ebb", artist = "Ada" } },
      read("{\n  \"title\": \"Ebb\",\n  \"artist\": \"Ada\"\n}\n"))
    assert.equal(2, #read("{\"title\": \"Ebb\"}\n{\"title\": \"Flow\"}\n"))
  end)

  it("stays as it is where it nests nothing", function()
    local plain = { title = "Ebb", year = 1999, author = { "Ada", "Bo" } }
    assert.are.same({ plain }, read(mix.json.encode({ plain })))
    -- A record with a title is the work itself.
    local album = read([[ [{"title": "Ebb", "series": {"name": "Tides"}}] ]])[1]
    assert.are.same({ title = "Ebb", series = "Tides" }, album)
  end)
end)
