-- The screen of the library, without a browser.

local screen_nodes = require("spec.screen_nodes")

local node, offered = screen_nodes.first, screen_nodes.offered

-- The catalogues know no book.
local function mock_nothing()
  mix.test.mock_http({
    ["GET https://openlibrary.org/*"] = { json = { numFound = 0, docs = mix.json.array({}) } },
    ["GET https://www.googleapis.com/*"] = { json = { totalItems = 0 } },
  })
end

describe("the screen of the library", function()
  local screen

  before_each(function()
    mix.library.reset()
    screen = mix.test.screen("books")
  end)

  local function add(...)
    local records = {}
    for place, title in ipairs({ ... }) do
      records[place] = { title = title, creators = { "Ada Lune" }, year = 2003 }
    end
    return assert(mix.library.import(records)).ids
  end

  it("shows the first of many at once, and all when it is open", function()
    local titles = {}
    for place = 1, 250 do titles[place] = ("Book %d"):format(place) end
    add(table.unpack(titles))
    local first = node(screen:tree(), "cards")
    assert.are.same({ 200, true }, { #first.items, first.loading })
    -- A terminal that prints fifty does not read the others.
    assert.equal(200, #node(screen:open(50), "cards").items)
    local whole = node(screen:open(), "cards")
    assert.equal(250, #whole.items)
    assert.is_nil(whole.loading)
    assert.equal(first.items[1].title, whole.items[1].title)
  end)

  it("of an empty one says how to begin", function()
    local tree = screen:tree()
    assert.matches("import a file or look for a book below", node(tree, "cards").empty)
    assert.is_nil(offered(tree, "run"))
    assert.is_nil(offered(tree, "reset"))
    assert.equal("file", node(tree, "form").fields[1].type)
  end)

  it("imports a file that is dropped, and names the damaged rows", function()
    local tree = screen:act("import", {
      file = "Title;Author;Year\nSalt Roads;Ada Lune;2003\n;Bo;1\n",
    })
    local said = node(tree, "message")
    assert.equal("warning", said.tone)
    assert.matches("1 book added, 0 duplicates, 1 rejected", said.text, 1, true)
    assert.matches("Row 3: the title is empty", said.text, 1, true)
    assert.equal("Salt Roads", node(tree, "cards").items[1].title)
    tree = screen:act("import", { file = "Title,Author\nSalt Roads,Ada Lune\n" })
    assert.matches("0 books added, 1 duplicate", node(tree, "message").text, 1, true)
    tree = screen:act("import", { file = '\u{feff}[{"title": "Ebb", "authors": ["Ada Lune"]}]' })
    assert.matches("1 book added", node(tree, "message").text)
    tree = screen:act("import", { file = "no table of books" })
    assert.equal("error", node(tree, "message").tone)
    assert.matches("no column is named", node(tree, "message").text, 1, true)
    assert.error_matches(function() screen:act("import", { file = "" }) end, "must not be empty")
  end)

  it("chooses by shelf, rating, series and years, and puts in order", function()
    screen:act("import", { file = "Book Id,Title,Author,Author l-f,My Rating,Exclusive Shelf,"
      .. "Bookshelves,Year Published\n1,\"Cups (Table, #2)\",Bo,\"Bo\",3,read,sea,1990\n"
      .. "2,\"An Oar (Table, #1)\",Ada,\"Ada\",5,to-read,,1970\n3,Dust,Cy,\"Cy\",0,read,sea,\n" })
    local function shown(values)
      values.show = "table"
      local titles = {}
      for place, row in ipairs(node(screen:act("filter", values), "table").rows) do
        titles[place] = row.title:match("%a+ ?%a*")
      end
      return titles
    end
    local function anew(values)
      for name, value in pairs({ text = "", shelf = "any", rating = "any", series = "",
        years = "", sort = "id" }) do
        values[name] = values[name] or value
      end
      return shown(values)
    end
    assert.are.same({ "Cups ", "Dust" }, anew({ shelf = "read" }))
    assert.are.same({ "Cups ", "Dust" }, anew({ shelf = "sea" }))
    assert.are.same({ "Cups ", "An Oar" }, anew({ rating = "3" }))
    assert.are.same({ "Dust" }, anew({ rating = "none" }))
    assert.are.same({ "Cups ", "An Oar" }, anew({ series = "tABLE" }))
    assert.are.same({ "Cups " }, anew({ years = "1980-1999" }))
    assert.are.same({ "An Oar" }, anew({ years = "-1980" }))
    -- Those that lack the value stand last, both ways.
    assert.are.same({ "An Oar", "Cups ", "Dust" }, anew({ sort = "year" }))
    assert.are.same({ "Cups ", "An Oar", "Dust" }, anew({ sort = "-year" }))
    assert.are.same({ "An Oar", "Cups ", "Dust" }, anew({ sort = "series" }))
    assert.are.same({ "An Oar", "Cups ", "Dust" }, anew({ sort = "-rating" }))
    assert.are.same({ "Cups " }, anew({ text = "bo", shelf = "read" }))
    local tree = screen:act("filter", { years = "when" })
    assert.matches("is not a year", node(tree, "filters").notes[1], 1, true)
    assert.error_matches(function() screen:act("filter", { shelf = "lost" }) end, "is not one of")
  end)

  it("notes something on several books, and takes it back", function()
    screen:act("import", { file = "Book Id,Title,Author,Author l-f,My Rating,Exclusive Shelf,"
      .. "Bookshelves\n1,Cups,Bo,Bo,3,read,sea\n2,Oars,Ada,Ada,0,to-read,\n"
      .. "3,Dust,Cy,Cy,0,read,\n" })
    screen:act("filter", { show = "table" })
    local tree = screen:act("begin_selection")
    local ids = {}
    for place, row in ipairs(node(tree, "table").rows) do ids[place] = row.id end
    screen:act("select", ids[1])
    screen:act("select", ids[3])
    screen:act("select", ids[3])
    tree = screen:act("select", ids[2])
    assert.equal("Selected", node(tree, "table").rows[2].status)
    tree = screen:act("change_selected", { shelf = "did-not-finish", rating = "4", tag = "wet" })
    assert.matches("2 books changed", node(tree, "message").text, 1, true)
    local first, second = mix.library.get(ids[1]).extra, mix.library.get(ids[2]).extra
    assert.are.same({ "did-not-finish", 4, "sea, wet" },
      { first.exclusive_shelf, first.my_rating, first.bookshelves })
    assert.are.same({ "did-not-finish", 4, "wet" },
      { second.exclusive_shelf, second.my_rating, second.bookshelves })
    assert.equal("read", mix.library.get(ids[3]).extra.exclusive_shelf)
    -- A later change of somebody stays.
    assert(mix.library.edit(ids[1], { extra = { my_rating = 1 } }))
    tree = screen:act("put_back")
    first, second = mix.library.get(ids[1]).extra, mix.library.get(ids[2]).extra
    assert.are.same({ "read", 1, "sea" },
      { first.exclusive_shelf, first.my_rating, first.bookshelves })
    assert.are.same({ "to-read" }, { second.exclusive_shelf, second.my_rating })
    assert.is_nil(second.bookshelves)
    assert.is_nil(offered(tree, "put_back"))
    screen:act("filter", { text = "dust" })
    screen:act("end_selection")
    screen:act("begin_selection")
    screen:act("select_all")
    screen:act("change_selected", { shelf = "leave", rating = "leave", tag = "dry" })
    assert.equal("dry", mix.library.get(ids[3]).extra.bookshelves)
    assert.is_nil(mix.library.get(ids[1]).extra.tags)
  end)

  it("keeps what is hostile as text, and links nowhere but to https", function()
    local evil = "<img src=x onerror=alert(1)>"
    screen:act("import", { file = ("Title,Author\n%s,%s\n"):format(evil, evil) })
    local tree = screen:act("filter", { show = "covers" })
    local item = node(tree, "cards").items[1]
    assert.equal(evil, item.title)
    assert(mix.library.edit(item.key, { cover = "javascript:alert(1)" }))
    assert.is_nil(node(screen:tree(), "cards").items[1].image)
    assert.equal(evil, node(screen:act("open", item.key), "detail").title)
  end)

  it("shows the books, all or some of them", function()
    local ids = add("Salt Roads", "Tide Tables")
    assert(mix.library.update(ids[2], nil, { status = "failed", error = "nobody answers" }))
    assert.equal(2, #node(screen:tree(), "cards").items)
    assert.equal("To look up", node(screen:tree(), "cards").items[1].badge)
    local tree = screen:act("filter", { status = "failed", show = "table" })
    assert.equal("Tide Tables", node(tree, "table").rows[1].title)
    assert.equal(1, #node(tree, "table").rows)
    assert.equal("failed", node(tree, "filters").fields[2].value)
    tree = screen:act("filter", { status = "all", text = "salt" })
    assert.equal("Salt Roads", node(tree, "table").rows[1].title)
    assert.error_matches(function() screen:act("filter", { status = "lost" }) end, "is not one of")
  end)

  it("reads of each book what it shows", function()
    add("Salt Roads")
    local work = mix.library.list({ fields = { "title", "year" } })()
    assert.are.same({ "Salt Roads", 2003 }, { work.title, work.year })
    assert.is_nil(work.creators)
    assert.is_nil(work.sources)
    assert.equal("pending", work.status)
    assert.error_matches(function() mix.library.list({ fields = "title" }) end, "fields")
    assert.error_matches(function() mix.library.list({ fields = { 1 } }) end, "'fields%[1%]'")
  end)

  it("has a column for notes where a book has one", function()
    local ids = add("Salt Roads")
    local function last_column()
      local columns = node(screen:act("filter", { show = "table" }), "table").columns
      return columns[#columns].key
    end
    assert.equal("score", last_column())
    assert(mix.library.update(ids[1], nil, { status = "failed", error = "nobody answers" }))
    assert.equal("note", last_column())
  end)

  it("knows all of a book, and who said it", function()
    local id = add("Salt Roads")[1]
    assert(mix.library.update(id, nil, { status = "uncertain", score = 0.5, candidates = {
      { source = "openlibrary", score = 0.5, key = "/works/1", fields = { title = "Salt Roads" } },
    } }))
    assert(mix.library.edit(id, { extra = { my_rating = "5" } }))
    local facts = {}
    for _, fact in ipairs(node(screen:act("open", id), "detail").facts) do
      facts[fact.label] = fact
    end
    assert.equal("Uncertain, score 0.50", facts.Status.value)
    assert.equal("5", facts["my rating"].value)
    assert.equal("Salt Roads · no author · no year · 0.50", facts["Candidate 1"].value)
    assert.equal("openlibrary", facts["Candidate 1"].source)
  end)

  it("opens a book, and saves what is edited", function()
    local id = add("Salt Roads")[1]
    local tree = screen:act("open", id)
    assert.equal("Salt Roads", node(tree, "detail").title)
    tree = screen:act("edit", { title = "Salt Roads, revised", year = "", author = "Bo; Cy" })
    assert.equal("Saved.", node(tree, "message").text)
    local work = mix.library.get(id)
    assert.are.same({ "Salt Roads, revised", { "Bo", "Cy" } }, { work.title, work.creators })
    assert.is_nil(work.year)
    assert.matches("Nothing has changed", node(screen:act("edit"), "message").text)
    assert.matches("fields? of 1 book put back", node(screen:act("undo"), "message").text)
  end)

  it("says at the field what is wrong with it, and keeps what was typed", function()
    local id = add("Salt Roads")[1]
    screen:act("open", id)
    local detail = node(screen:act("edit", { isbn = "12", publisher = "Penwith" }), "detail")
    local form = node(detail, "form")
    local typed = {}
    for _, field in ipairs(form.fields) do typed[field.name] = field end
    assert.is_truthy(typed.isbn.error)
    assert.are.same({ "12", "Penwith" }, { typed.isbn.value, typed.publisher.value })
    assert.is_nil(mix.library.get(id).publisher)
    assert.is_nil(node(node(screen:act("open", id), "detail"), "form").fields[5].error)
  end)

  it("removes a book, and empties the library, after a question", function()
    local ids = add("Salt Roads", "Tide Tables")
    local detail = node(screen:act("open", ids[1]), "detail")
    local remove
    for _, child in ipairs(detail.children) do
      if child.action == "remove" then remove = child end
    end
    assert.matches("Salt Roads", remove.confirm)
    local tree = screen:act("remove", ids[1])
    assert.is_nil(node(tree, "detail"))
    assert.equal(1, #node(tree, "cards").items)
    for _, child in ipairs(tree.children) do
      if child.action == "reset" then assert.matches("Remove 1 book and", child.confirm) end
    end
    assert(mix.jobs.enqueue({ status = { "pending" }, kind = "book" }, { name = "enrich" }))
    tree = screen:act("reset")
    assert.equal(0, mix.library.status().total)
    assert.equal("canceled", mix.jobs.progress(nil).state)
    assert.matches("1 book removed", node(tree, "message").text, 1, true)
  end)

  it("finds a book in the catalogues, and adds it", function()
    mix.test.mock_http({
      ["GET https://openlibrary.org/*"] = { json = { numFound = 1, docs = { {
        key = "/works/OL1W", title = "Tide Tables", author_name = { "Ada Lune" },
        first_publish_year = 1999 } } } },
      ["GET https://www.googleapis.com/*"] = { json = { totalItems = 0 } },
    })
    local tree = screen:act("look", { words = "tide tables", author = "lune" })
    local found = node(tree, "list")
    assert.equal("Tide Tables", found.items[1].title)
    tree = screen:act("add", 1)
    assert.matches("added", node(tree, "message").text)
    assert.equal("queued", mix.library.find({ title = "tide tables" })[1].status)
    assert.is_table(offered(tree, "run"))
    assert.matches("already", node(screen:act("add", 1), "message").text)
  end)

  it("decides about a doubt", function()
    local id = add("Salt Roads")[1]
    assert(mix.library.update(id, nil, { status = "uncertain", score = 0.5, candidates = {
      { source = "openlibrary", score = 0.5, key = "/works/1",
        fields = { title = "Salt Roads", creators = { "Ada Lune" }, publisher = "Penwith" } },
    } }))
    local tree = screen:act("open", id)
    for _, child in ipairs(node(tree, "detail").children) do
      if child.action then assert.is_truthy(("decide remove"):find(child.action, 1, true)) end
    end
    local review = node(screen:act("decide", id), "review")
    assert.equal(id, review.key)
    assert.equal("Salt Roads", review.candidates[1].title)
    assert.error_matches(function() screen:act("accept", { key = id, candidate = 2 }) end,
      "there is no key '2' now")
    tree = screen:act("accept", { key = id, candidate = 1 })
    assert.is_nil(node(tree, "review"))
    assert.equal("enriched", mix.library.get(id).status)
    assert.equal("Penwith", mix.library.get(id).publisher)
  end)

  it("looks up what is missing, with the banner on the way", function()
    add("Salt Roads", "Tide Tables")
    mock_nothing()
    local banners = {}
    screen.on_update = function(tree)
      local progress = node(tree, "progress")
      if progress then banners[#banners + 1] = progress.label end
    end
    local tree = screen:act("run")
    assert.equal("Enriching Metadata...", banners[1])
    assert.is_nil(node(tree, "progress"))
    assert.matches("Enriching Metadata... 2/2 (100%) (0 enriched, 0 uncertain, 2 not found",
      node(tree, "message").text, 1, true)
    assert.are.same({ "success", 2 }, { node(tree, "message").tone, node(tree, "message").seconds })
    assert.is_nil(offered(tree, "run"))
  end)

  it("keeps an error in sight, and tries what failed again", function()
    add("Salt Roads")
    mix.test.mock_http({
      ["GET https://openlibrary.org/*"] = { status = 400 },
      ["GET https://www.googleapis.com/*"] = { status = 400 },
    })
    local tree = screen:act("run")
    local said = node(tree, "message")
    assert.equal("error", said.tone)
    assert.is_nil(said.seconds)
    assert.is_table(offered(tree, "retry"))
    mock_nothing()
    assert.matches("1 not found", node(screen:act("retry"), "message").text)
  end)

  describe("of a service that answers nothing but 503", function()
    before_each(function()
      mix.test.clock("2026-11-21T10:00:00Z")
      mix.test.mock_http({
        ["GET https://openlibrary.org/*"] = { status = 503 },
        ["GET https://www.googleapis.com/*"] = { status = 503 },
      })
    end)

    it("says why it waits, pauses within 31 s however few the books, and continues", function()
      add("Salt Roads")
      local begin, waits = mix.time.monotonic(), {}
      screen.on_update = function(tree)
        local progress = node(tree, "progress")
        if progress and progress.text then waits[#waits + 1] = progress.text end
      end
      local tree = screen:act("run")
      assert.is_true(mix.time.monotonic() - begin <= 32)
      assert.equal(1, #waits)
      assert.matches("^Open Library: HTTP status 503; tried again at %d%d:%d%d:30$", waits[1])
      local said = node(tree, "message")
      assert.are.same({ "error", "paused: Open Library: HTTP status 503; the rest stays queued" },
        { said.tone, said.text })
      assert.are.same({ "paused", "Continue" },
        { node(tree, "progress").state, node(tree, "progress").actions[1].label })
      mock_nothing()
      begin = mix.time.monotonic()
      assert.matches("1 not found", node(screen:act("run"), "message").text)
      assert.is_true(mix.time.monotonic() - begin < 2)
    end)
  end)

  it("shows a canceled run until the user continues", function()
    local ids = add("Salt Roads")
    assert(mix.jobs.enqueue(ids, { name = "enrich" }))
    assert.are.same({ "Cancel" }, { node(screen:tree(), "progress").actions[1].label })
    local banner = node(screen:act("cancel"), "progress")
    assert.are.same({ "canceled", "Continue" }, { banner.state, banner.actions[1].label })
  end)
end)
