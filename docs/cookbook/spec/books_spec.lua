local recipe = require("recipe")

local function openlibrary(docs)
  mix.test.mock_http({ ["GET https://openlibrary.org/search.json*"] = { json = { docs = docs } } })
end

describe("recipes of books and films:", function()
  it("isbn names the book, or that there is none", function()
    openlibrary({ { title = "Matilda", author_name = { "Roald Dahl" }, first_publish_year = 1988 } })
    assert.are.same({ "Matilda by Roald Dahl, 1988" }, recipe.run("isbn", "0-14-032872-6").lines)
    assert.matches("isbn=0140328726", mix.test.requests()[1].url)
    openlibrary({})
    assert.matches("does not know this ISBN", recipe.failure("isbn", "0140328727"))
  end)

  it("works_of lists each title once, the oldest first", function()
    openlibrary({
      { title = "Sabriel", first_publish_year = 1995 }, { title = "Lirael", first_publish_year = 2001 },
      { title = "Sabriel", first_publish_year = 1997 }, { title = "Undated" },
    })
    assert.are.same({ "1995\tSabriel", "2001\tLirael", "    \tUndated" }, recipe.run("works_of").lines)
  end)

  it("library looks up each book once, however often it runs", function()
    openlibrary({ { title = "Sabriel", first_publish_year = 1995 } })
    assert.are.same({ "done\t2 found\t0 not found" }, recipe.run("library").lines)
    assert.are.same({ "done\t0 found\t0 not found" }, recipe.run("library").lines)
    assert.are.equal(1995, mix.library.find({ title = "sabriel" })[1].year)
  end)

  it("films merges both kinds by date", function()
    local function page(field, name, items)
      local results = {}
      for place, date in ipairs(items) do results[place] = { [field] = date, [name] = date } end
      return { json = { results = results, total_pages = 1 } }
    end
    mix.test.mock_http({
      ["GET https://api.themoviedb.org/3/discover/movie*"] =
        page("release_date", "title", { "2026-03-01", "2026-01-01" }),
      ["GET https://api.themoviedb.org/3/discover/tv*"] = page("first_air_date", "name", { "2026-02-01" }),
    })
    local dates = {}
    for place, row in ipairs(recipe.run("films").rows) do dates[place] = row.date end
    assert.are.same({ "2026-03-01", "2026-02-01", "2026-01-01" }, dates)
  end)

  it("videos reads the feed of a channel", function()
    mix.test.mock_http({ ["GET https://www.youtube.com/feeds/videos.xml?channel_id=UCx"] = {
      body = "<feed><title>T</title><entry><title>One</title>"
        .. "<published>2026-11-01T10:00:00Z</published></entry></feed>",
    } })
    assert.are.same({ "2026-11-01\tOne" }, recipe.run("videos", "UCx").lines)
    mix.test.mock_http({ ["GET https://www.youtube.com/*"] = { status = 404, body = "" } })
    assert.matches("YouTube answered 404", recipe.failure("videos", "UCy"))
  end)

  it("cover saves the picture", function()
    mix.test.mock_http({ ["GET https://covers.openlibrary.org/b/isbn/1-L.jpg*"] = { body = "JPEG" } })
    local path = mix.fs.data("cover.jpg")
    assert.are.same({ path .. ": 4 bytes" }, recipe.run("cover", "1", path).lines)
  end)
end)
