-- The screen of rules: changed, checked, tried and saved.

local screen_nodes = require("spec.screen_nodes")

local node, fields_of = screen_nodes.first, screen_nodes.fields

local function offers(tree, action) return screen_nodes.offered(node(tree, "detail"), action) end

local strict = "local standard = require(\"match.books.standard\")\n"

describe("the screen of rules", function()
  local screen
  before_each(function()
    -- As mix.rules.list gives them, which reads every file.
    local list = {}
    for place, name in ipairs({ "match/books/classic", "match/books/standard",
      "match/tracks/standard", "refresh/fixed" }) do
      list[place] = { name = name, kind = name:match("^%w+"), doc = "Rules.", own = false,
        overrides = false }
    end
    screen = mix.test.screen("rules", { list = list })
  end)

  it("lists them, by kind and words", function()
    local names = {}
    for _, row in ipairs(node(screen:tree(), "table").rows) do names[row.name] = row.place end
    assert.equal("mixhost", names["match/books/standard"])
    for _, row in ipairs(node(screen:act("filter", { kind = "refresh" }), "table").rows) do
      assert.matches("^refresh/", row.name)
    end
    assert.is_truthy(#node(screen:act("filter", { text = "no such rules" }), "table").empty > 0)
  end)

  it("shows a rule's text, and what is wrong with it at its line", function()
    local fields = fields_of(screen:act("open", "refresh/fixed"))
    assert.matches("kind = \"refresh\"", fields.text.value, 1, true)
    local tree = screen:act("try", { text = "return {\n  kind = \"refresh\",\n  x = = 1,\n}\n" })
    fields = fields_of(tree)
    assert.equal(3, fields.text.errors[1].line)
    assert.matches("^unexpected symbol", fields.text.errors[1].text)
    assert.is_nil(offers(tree, "save"))
    assert.error_matches(function() screen:act("save") end, "not offered")
  end)

  it("tries rules on books in doubt before they are saved, and saves them as the user's", function()
    mix.library.reset()
    local book = { title = "Salt Roads", creators = { "Ada Lune" } }
    local id = assert(mix.library.import({ book })).ids[1]
    assert(mix.library.update(id, nil, { status = "uncertain", score = 0.5, candidates = {
      { source = "openlibrary", score = 0.5, key = "/works/1",
        fields = { title = "Salt Roads", creators = { "Ada Lune" }, publisher = "Penwith" } },
    } }))
    screen:act("open", "match/books/classic")
    local text = fields_of(screen:tree()).text.value
    local stricter = text:gsub("accept = %d+", "accept = 100000")
      :gsub("review = %d+", "review = 90000")
    assert.are_not.equal(text, stricter)
    local tree = screen:act("try", { name = "match/books/mine", text = stricter })
    assert.matches("pass their check", node(node(tree, "detail"), "message").text)
    local tried = node(node(tree, "detail"), "table", "tried").rows[1]
    assert.equal("Salt Roads", tried.title)
    -- A name that is new is compared with the rules that it was made of.
    assert.equal("changed", tried.change)
    tree = screen:act("look", tried.key)
    local detail = node(tree, "detail")
    assert.matches("None of the candidates", detail.subtitle)
    assert.equal("Compared", node(node(detail, "page"), "table").columns[1].title)
    screen:act("close_item")
    tree = screen:act("save")
    assert.matches("Saved: match/books/mine", node(tree, "message").text)
    assert.equal("match/books/mine", node(tree, "detail").title)
    assert.equal(stricter, mix.rules.text("match/books/mine"))
    assert.is_true(mix.rules.load("match/books/mine"):describe().accept == 100000)
  end)

  it("tries rules on a query and candidates that are given", function()
    screen:act("open", "match/tracks/standard")
    local tree = screen:act("try", { query = "{\"title\": \"Halo\", \"artist\": \"Ada\"}",
      candidates = "[{\"title\": \"Halo\", \"artist\": \"Ada\"}]" })
    local rows = node(node(tree, "detail"), "table", "tried").rows
    local given
    for _, row in ipairs(rows) do
      if row.key == "given" then given = row end
    end
    assert.matches("^matched", given.new)
    assert.equal("", given.change)
    assert.is_truthy(fields_of(screen:act("try", { query = "{" })).query.error)
  end)

  it("asks before it replaces rules, and saves nowhere else", function()
    screen:act("open", "refresh/fixed")
    local tree = screen:act("try")
    assert.matches("in place of mixhost's refresh/fixed", offers(tree, "save").confirm, 1, true)
    tree = screen:act("try", { name = "../../evil" })
    assert.is_nil(offers(tree, "save"))
    assert.is_truthy(fields_of(tree).text.errors)
    assert.error_matches(function() mix.rules.save("../evil", strict) end, "not allowed")
  end)
end)
