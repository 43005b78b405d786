local recipe = require("recipe")

describe("recipes of tables:", function()
  it("missing names the songs that the other table lacks", function()
    local lines = recipe.run("missing").lines
    assert.matches("^Jolene · Miley Cyrus", lines[1])
    assert.are.equal(1, #lines)
  end)

  it("nearly_same finds titles that differ in words alone", function()
    local lines = recipe.run("nearly_same").lines
    assert.are.same("1.00  STAY ~ Stay", lines[2])
    assert.are.equal(2, #recipe.run("nearly_same", nil, "1").lines)
  end)

  it("why shows what each feature contributed", function()
    local lines = recipe.run("why").lines
    assert.matches("^matched", lines[1])
    assert.matches("title\tlevitatng ~ levitating", table.concat(lines, "\n"))
    assert.matches("^none", recipe.run("why", "Yesterday", "The Beatles").lines[1])
  end)

  it("own_rules forgives a letter", function()
    assert.are.same({ "Jolen\tmatched\tJolene", "Blinding Light\tmatched\tBlinding Lights" },
      { table.unpack(recipe.run("own_rules").lines, 1, 2) })
  end)

  it("convert keeps every row", function()
    local lines = recipe.run("convert").lines
    assert.are.equal(13, #lines)
    assert.are.same({ work = "1", ["Track Name"] = "Blinding Lights", Interpret = "Weeknd" },
      mix.json.decode(lines[1]))
  end)

  it("shelf_years counts decades", function()
    local lines = recipe.run("shelf_years").lines
    assert.are.equal("1950s  ████", lines[1])
  end)

  it("name a table that lacks what they read", function()
    local shelf, songs = "docs/examples/shelf.csv", "docs/examples/songs.csv"
    assert.are.equal(shelf .. ": it needs columns title and artist", recipe.failure("albums", shelf))
    assert.are.equal(shelf .. ": it needs columns title and artist", recipe.failure("missing", shelf))
    assert.are.equal(shelf .. ": it needs a column title", recipe.failure("nearly_same", shelf))
    assert.matches("songs.csv: no row has a number", recipe.failure("shelf_years", songs))
    assert.matches("^docs/examples/songs.csv: invalid JSON", recipe.failure("moved", songs))
    assert.matches("identifier is missing", recipe.failure("lookup"))
  end)
end)
