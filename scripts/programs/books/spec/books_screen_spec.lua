-- The screen of the library, without a browser.

local function node(tree, kind, place)
  for _, child in ipairs(tree.children) do
    if child.kind == kind then
      place = (place or 1) - 1
      if place == 0 then return child end
    end
  end
end

local function offers(tree, action)
  for _, child in ipairs(tree.children) do
    if child.action == action then return true end
  end
  return false
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

  it("of an empty one says how to begin", function()
    local tree = screen:tree()
    assert.matches("mixhost books import", node(tree, "table").empty)
    assert.is_false(offers(tree, "run"))
  end)

  it("shows the books, all or some of them", function()
    local ids = add("Salt Roads", "Tide Tables")
    assert(mix.library.update(ids[2], nil, { status = "failed", error = "nobody answers" }))
    assert.equal(2, #node(screen:tree(), "table").rows)
    local tree = screen:act("filter", { status = "failed" })
    assert.equal("Tide Tables", node(tree, "table").rows[1].title)
    assert.equal(1, #node(tree, "table").rows)
    assert.equal("failed", node(tree, "filters").fields[1].value)
    tree = screen:act("filter", { status = "all", text = "salt" })
    assert.equal("Salt Roads", node(tree, "table").rows[1].title)
    assert.error_matches(function() screen:act("filter", { status = "lost" }) end, "is none of")
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
  end)

  it("decides about a doubt", function()
    local id = add("Salt Roads")[1]
    assert(mix.library.update(id, nil, { status = "uncertain", score = 0.5, candidates = {
      { source = "openlibrary", score = 0.5, key = "/works/1",
        fields = { title = "Salt Roads", creators = { "Ada Lune" }, publisher = "Penwith" } },
    } }))
    local review = node(screen:act("review"), "review")
    assert.equal(id, review.key)
    assert.equal("Salt Roads", review.candidates[1].title)
    assert.error_matches(function() screen:act("accept", { key = id, candidate = 2 }) end,
      "there is no key '2' now")
    local tree = screen:act("accept", { key = id, candidate = 1 })
    assert.is_nil(node(tree, "review"))
    assert.equal("enriched", mix.library.get(id).status)
    assert.equal("Penwith", mix.library.get(id).publisher)
  end)

  it("looks up what is missing, with the banner on the way", function()
    add("Salt Roads", "Tide Tables")
    mix.test.mock_http({
      ["GET https://openlibrary.org/*"] = { json = { numFound = 0, docs = mix.json.array({}) } },
      ["GET https://www.googleapis.com/*"] = { json = { totalItems = 0 } },
    })
    local banners = {}
    screen.on_update = function(tree)
      local progress = node(tree, "progress")
      if progress then banners[#banners + 1] = progress.label end
    end
    local tree = screen:act("run")
    assert.equal("Enriching Metadata...", banners[1])
    assert.is_nil(node(tree, "progress"))
    assert.matches("2 not found", node(tree, "message").text)
    assert.is_false(offers(tree, "run"))
  end)
end)
