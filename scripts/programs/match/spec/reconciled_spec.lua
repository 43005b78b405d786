-- Rows of a table at a reconciliation service: rules decide, and what came stays.

local parameters = require("lib.parameters")
local reconciled = require("programs.match.lib.reconciled")
local service_run = require("programs.match.lib.service_run")
local written = require("spec.written")

local address = "https://recon.example.org/secret-capability/api"
local out = "spec/reconciled.csv"

local books = {
  dune = { id = "b1", name = "Dune", author = "Frank Herbert" },
  house = { id = "b2", name = "Dune", author = "Brian Herbert" },
  sabriel = { id = "b3", name = "Sabriel", author = "Garth Nix" },
}

local function value_of(form, name)
  local text = parameters.read(form)[name]
  return text and mix.json.decode(text)
end

local function extended()
  local rows = {}
  for _, book in pairs(books) do rows[book.id] = { P50 = { { str = book.author } } } end
  return { json = { rows = rows } }
end

-- All books of the title, whose scores and verdicts mislead.
local function candidates(question)
  local list = mix.json.array({})
  for _, name in ipairs({ "house", "dune", "sabriel" }) do
    local book = books[name]
    if question.query == book.name then
      list[#list + 1] = { id = book.id, name = book.name, score = name == "house" and 100 or 5,
        match = name == "house" }
    end
  end
  return { result = list }
end

-- Runs the match; `answer(questions, default)` may answer a batch otherwise.
local function run(answer)
  mix.test.clock()
  mix.cache.clear()
  mix.test.mock_http({
    ["GET " .. address] = { json = { name = "A", versions = { "0.2" }, extend = {
      propose_properties = { service_url = "https://recon.example.org",
        service_path = "/properties" } } } },
    ["GET https://recon.example.org/properties*"] = {
      json = { properties = { { id = "P50", name = "author" } } } },
    ["POST " .. address] = function(request)
      local questions = value_of(request.body, "queries")
      if not questions then return extended() end
      local found = {}
      for name, question in pairs(questions) do found[name] = candidates(question) end
      return answer and answer(questions, found) or { json = found }
    end,
  })
  local path = written("books.csv",
    "title,author\nDune,Frank Herbert\nSabriel,Garth Nix\nNowhere,Nobody\n")
  return pcall(service_run.run, {
    left = path, with = reconciled.name(address), address = address,
    args = { map = {}, fresh = true, searches = 0, out = mix.fs.data(out) },
  })
end

local function matches()
  local ids = {}
  for place, row in ipairs((mix.csv.parse(assert(mix.fs.read(mix.fs.data(out)))))) do
    ids[place] = row.match_id
  end
  return ids
end

describe("a reconciliation service", function()
  it("gives candidates, and the rules decide among them", function()
    assert.is_true(run())
    assert.are.same({ "b1", "b3", "" }, matches())
  end)

  it("that leaves a row out costs that row", function()
    assert.is_true(run(function(questions, found)
      for name, question in pairs(questions) do
        if question.query == "Dune" then found[name] = nil end
      end
      return { json = found }
    end))
    assert.are.same({ "", "b3", "" }, matches())
  end)

  it("has properties that --map names beside the table's columns", function()
    local own, others = reconciled.own_map({ "Title" }, { "title=title", "date of birth=born" })
    assert.are.same({ title = "title" }, own)
    assert.are.same({ ["date of birth"] = "born" }, others)
  end)

  it("is named without its address, which may open it", function()
    local name = reconciled.name(address)
    assert.matches("^reconcile:recon%.example%.org%-%x%x%x%x%x%x%x%x$", name)
    assert.equal("reconcile", reconciled.name(false))
    assert.equal(address, reconciled.address("reconcile:" .. address))
    assert.is_false(reconciled.address("reconcile"))
    assert.is_nil(reconciled.address("books.csv"))
  end)
end)
