-- The rules that a table gets without --rules.

local progress = require("lib.linking.progress")
local rules_for = require("lib.linking.rules_for")

describe("the rules of a table", function()
  local function of(header, map) return (rules_for.table(header, nil, nil, map)):name() end

  it("are chosen by its columns", function()
    assert.equal("match/books", of({ "Title", "Author" }))
    assert.equal("match/tracks", of({ "Title", "Artist", "Year" }))
    assert.equal("match/releases", of({ "Catalog#", "Artist", "Title" }))
    assert.equal("match/films", of({ "Name", "Directed by" }))
    assert.equal("match/films", of({ "Title", "Year", "Runtime" }))
    assert.equal("match/films", of({ "id", "Title", "Year", "Type" }))
    assert.equal("match/people", of({ "Name", "Born" }))
    assert.equal("match/releases", of({ "Artist", "Album", "Year" }))
    assert.equal("match/films", of({ "Title", "imdbID" }))
  end)

  it("are those of a known program", function()
    assert.equal("match/films", of({ "Date", "Name", "Year", "Letterboxd URI" }))
    assert.equal("match/films", of({ "Profile Name", "Start Time", "Duration", "Title",
      "Supplemental Video Type" }))
  end)

  it("are those of a title's name, or of the other table", function()
    assert.equal("match/tracks", of({ "#", "Song" }))
    assert.equal("match/tracks", of({ "Artist - Title" }))
    assert.equal("match/tracks", of({ "Titel / Interpret" }))
    assert.equal("match/films", of({ "Rank", "Movie" }))
    assert.equal("match/books", of({ "Livre" }))
    assert.equal("match/records", of({ "Title" }))
    local function beside(header, other)
      return (rules_for.table(header, nil, nil, nil, other)):name()
    end
    assert.equal("match/tracks", beside({ "Title" }, { "id", "title", "artist" }))
    assert.equal("match/films", beside({ "Title", "Date" }, { "id", "title", "year", "kind" }))
    assert.equal("match/records", beside({ "Price" }, { "id", "title", "artist" }))
    assert.equal("match/books", beside({ "Title", "Author" }, { "id", "title", "artist" }))
  end)

  it("are chosen by --map as well", function()
    assert.equal("match/tracks", of({ "Was", "Von" }, { Was = "title", Von = "artist" }))
    assert.equal("match/films", of({ "Was", "Von" }, { Was = "title", Von = "director" }))
    assert.equal("match/books", of({ "was", "von" }, { Was = "title", Von = "author" }))
  end)
end)

describe("rules that do not exist", function()
  local fail = progress.fail
  before_each(function() progress.fail = function(message) error(message, 0) end end)
  after_each(function() progress.fail = fail end)

  local function message(name, block)
    return tostring((select(2, pcall(rules_for.table, { "Title", "Artist" }, name, block))))
  end

  it("are answered with the nearest name, also without its ending or its kind", function()
    for name, meant in pairs({
      ["match/track"] = "tracks", book = "books", ["tracks/clasic"] = "tracks/classic",
      standrad = "tracks/standard", classic = "tracks/classic",
    }) do
      assert.matches("(did you mean " .. meant .. "?); there are books/classic, ", message(name), 1,
        true)
    end
    assert.matches("match/verse; there are books/classic, ", message("verse"), 1, true)
    assert.matches("--block: there are no rules block/tracs (did you mean tracks?)",
      message("tracks", "tracs"), 1, true)
  end)
end)
