-- The words of lib/spec/answers.lua about a file of answers that is wrong.

local loaded_with = require("loaded_with")

local path = "scripts/lib/spec/answers.lua"

describe("a file of answers", function()
  local provider, file

  before_each(function()
    local Service = {}
    Service.__index = Service
    function Service:search() return { { id = "1", title = "A", artist = "B" } } end
    provider = {
      name = "acme", title = "Acme", upstream = "acme", kind = "track",
      open = function() return setmetatable({}, Service) end,
    }
    file = {
      url = "GET https://api.acme.example/*", ask = { "search", { title = "A" } },
      answers = { { name = "one", class = "ok", source = "here", date = "2026-11-27", json = {},
        gives = { { id = "1" } } } },
    }
  end)

  -- Declares the tests of the service; returns what the first one raises.
  local function fault(modules)
    local tests = {}
    modules = modules or { ["services.acme.answers"] = { "search" } }
    modules["services.acme.provider"] = provider
    modules["services.acme.answers.search"] = file
    loaded_with(path, modules, {
      describe = function(_, declare) declare() end,
      it = function(_, test) tests[#tests + 1] = test end,
    }).hold("acme")
    local holds, raised = pcall(tests[1])
    return not holds and (type(raised) == "table" and raised.message or raised) or nil
  end

  it("that is right passes", function() assert.is_nil(fault()) end)

  it("is named by answers/init.lua, which must be there", function()
    local _, said = pcall(fault, {})
    assert.equal("acme has no answers/init.lua: it returns the names of the files beside it, such "
      .. "as { \"search\" }", said)
    local _, other = pcall(fault, { ["services.acme.answers"] = { "gone" } })
    assert.equal("acme has no answers/gone.lua, which answers/init.lua names", other)
    local _, broken = pcall(fault, {
      ["services.acme.answers"] = function() error("init.lua:3: '}' expected", 0) end,
    })
    assert.equal("init.lua:3: '}' expected", broken)
  end)

  it("has no classes, kinds and fields but those that are known", function()
    local answer = file.answers[1]
    answer.class = "emtpy"
    assert.equal("the answer \"one\" has the unknown class emtpy: one of ok, empty, refused, gone, "
      .. "passing, lasting, limit (did you mean empty?)", fault())
    answer.class = nil
    assert.matches("the answer \"one\" has no class: one of ok, empty", fault(), 1, true)
    answer.class, answer.give = "ok", {}
    assert.matches("the answer \"one\" has the unknown field give (did you mean gives?); the "
      .. "fields are name, class", fault(), 1, true)
    answer.give, file.kind = nil, "song"
    assert.equal("the file has the unknown kind song: one of book, film, person, release, track, "
      .. "work", fault())
    file.kind, file.explain = nil, {}
    assert.matches("the file has the unknown field explain", fault(), 1, true)
    file.explain, answer.date = nil, nil
    assert.equal("the answer \"one\" has no source or no date", fault())
  end)

  it("shows the path of what differs", function()
    local answer = file.answers[1]
    answer.gives = { { id = "2" } }
    assert.equal("results[1].id is \"1\", not \"2\"", fault())
    answer.gives = { { artist = false } }
    assert.equal("results[1].artist is \"B\", not absent", fault())
    answer.gives = {}
    assert.matches("results has the length 1, not 0", fault(), 1, true)
    answer.gives, file.kind = nil, "person"
    assert.equal("person has no name", fault())
  end)

  it("belongs to a provider with the folder's name", function()
    provider.name = "acne"
    local _, said = pcall(fault)
    assert.equal("provider.name is \"acne\", and the folder is acme: they are the same name", said)
  end)
end)
