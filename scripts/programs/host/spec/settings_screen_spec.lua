-- The screen of all settings.

local screen_nodes = require("spec.screen_nodes")

local node, all, fields_of = screen_nodes.first, screen_nodes.all, screen_nodes.fields

-- The items of all lists, by key.
local function items(tree)
  local found = {}
  for _, list in ipairs(all(tree, "list")) do
    for _, item in ipairs(list.items) do
      assert.is_nil(found[item.key])
      found[item.key] = { section = list.id, title = item.title, badge = item.badge }
    end
  end
  return found
end

describe("the screen of settings", function()
  local screen
  before_each(function() screen = mix.test.screen("settings") end)

  it("has every setting in one group", function()
    local count = {}
    for key in pairs(items(screen:tree())) do
      for name in pairs(fields_of(screen:act("open", key))) do
        count[name] = (count[name] or 0) + 1
      end
      screen:act("close")
    end
    for _, entry in ipairs(mix.env.settings()) do assert.equal(1, count[entry.name]) end
  end)

  it("puts a setting where people look for it", function()
    local found = items(screen:tree())
    assert.are.same({ section = "yours", title = "TMDB" }, found.tmdb)
    assert.are.same({ "programs", "services", "Network" },
      { found.chart.section, found.itunes.section, found.http.title })
    assert.equal("contact", node(screen:tree(), "list").items[1].key)
  end)

  it("says how to get a key, with links, and without words of the terminal", function()
    local detail = node(screen:act("open", "tmdb"), "detail")
    local links = {}
    for place, link in ipairs(all(detail, "link")) do links[place] = link.href end
    assert.are.same({ "https://www.themoviedb.org", "https://www.themoviedb.org/settings/api" },
      links)
    assert.matches("^Make an account at themoviedb.org, ask", node(detail, "text").text)
    screen:act("close")
    for key in pairs(items(screen:tree())) do
      local text = mix.json.encode(screen:act("open", key))
      assert.is_nil(text:find("mixhost config", 1, true))
      assert.is_nil(text:find("%.md"))
      screen:act("close")
    end
  end)

  it("saves a key without showing it, says that it is set, and forgets it", function()
    screen:act("open", "tmdb")
    local tree = screen:act("save", { ["tmdb.token"] = "eyJa.eyJb.c" })
    assert.is_nil(mix.json.encode(tree):find("eyJa", 1, true))
    assert.equal("set", items(screen:act("close")).tmdb.badge)
    screen:act("open", "tmdb")
    screen:act("forget", "tmdb.token")
    assert.is_nil(mix.env.source("tmdb.token"))
    assert.is_nil(items(screen:act("close")).tmdb.badge)
  end)

  it("checks a setting as mixhost config set does, and saves the others", function()
    screen:act("open", "http")
    local tree = screen:act("save", {
      ["http.concurrency"] = "many", ["http.total_concurrency"] = "9",
    })
    assert.equal("error", node(tree, "message").tone)
    local fields = fields_of(tree)
    assert.matches("a whole number from", fields["http.concurrency"].error)
    assert.equal("many", fields["http.concurrency"].value)
    assert.equal("9", mix.env.setting("http.total_concurrency"))
    tree = screen:act("save", { ["http.concurrency"] = "", ["http.total_concurrency"] = "" })
    assert.equal("success", node(tree, "message").tone)
    assert.equal("default", mix.env.source("http.concurrency"))
  end)

  it("finds settings by their words, and saves them there", function()
    local form = node(screen:act("filter", { text = "store country" }), "form")
    local labels = {}
    for _, field in ipairs(form.fields) do labels[field.label] = field.name end
    assert.are.same({ ["Chart: Country"] = "chart.country", ["Match: Country"] = "match.country",
      ["Tags: Country"] = "tags.country" }, labels)
    screen:act("save", { ["match.country"] = "de" })
    assert.equal("de", mix.env.setting("match.country"))
    screen:act("save", { ["match.country"] = "us" })
    assert.is_nil(node(screen:act("filter", { text = "nothing like that" }), "form"))
  end)

  it("signs in where its service is, and says so", function()
    local real = mix
    local status = { title = "Spotify", signed_in = false }
    _G.mix = setmetatable({ auth = setmetatable({
      login = function()
        status = { title = "Spotify", signed_in = true, account = "Ada" }
        return status
      end,
      logout = function()
        status = { title = "Spotify", signed_in = false }
        return true
      end,
      status = function() return status end,
    }, { __index = real.auth }) }, { __index = real })
    screen:act("open", "spotify")
    local tree = screen:act("sign_in", "spotify")
    assert.equal("Signed in as Ada", all(node(tree, "detail"), "text")[2].text)
    assert.equal("signed in", items(screen:act("close")).spotify.badge)
    screen:act("open", "spotify")
    assert.matches("Signed out", screen_nodes.messages(screen:act("sign_out", "spotify")))
    _G.mix = real
  end)
end)
