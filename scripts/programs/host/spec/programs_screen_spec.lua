-- The screen of programs and settings.

local screen_nodes = require("spec.screen_nodes")

local node, fields_of = screen_nodes.first, screen_nodes.fields

describe("the screen of programs", function()
  local screen
  before_each(function() screen = mix.test.screen("programs") end)

  it("lists the programs", function()
    local titles = {}
    for _, item in ipairs(node(screen:tree(), "list").items) do titles[item.title] = item.badge end
    assert.equal("built in", titles.chart)
  end)

  it("shows what a program may do, and its settings", function()
    local tree = screen:act("open", "books")
    local wants = node(node(tree, "detail"), "list").items
    local titles = {}
    for _, item in ipairs(wants) do titles[item.title] = true end
    assert.is_true(titles["ask openlibrary.org"])
    local fields = fields_of(tree)
    assert.equal("choice", fields["library.every"].type)
    assert.equal("password", fields["google_books.key"].type)
    assert.is_nil(fields["google_books.key"].value)
    assert.is_truthy(fields["upstream.openlibrary"])
  end)

  it("never shows a key, keeps it, and forgets it when asked to", function()
    screen:act("open", "books")
    local tree = screen:act("save", { ["google_books.key"] = "AIzaSecretSecret" })
    assert.is_nil(mix.json.encode(tree):find("AIzaSecret", 1, true))
    screen:act("save", { ["library.every"] = "6h" })
    assert.equal("settings.json", mix.env.source("google_books.key"))
    screen:act("forget", "google_books.key")
    assert.is_nil(mix.env.source("google_books.key"))
    assert.error_matches(function() screen:act("forget", "http.contact") end, "not offered")
    screen:act("save", { ["library.every"] = "off" })
  end)
end)
