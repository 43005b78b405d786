-- The tables of services in the documents say what the folders of the services say.

local service_tables = require("spec.service_tables")

describe("the tables of services", function()
  local acme

  before_each(function()
    acme = {
      upstreams = { acme = { base = "https://api.acme.example/v1" } },
      about = {
        hosts = "Acme (`api.acme.example`)", used_by = "`match`", key = "none", limit = "none",
        cost = "free", learns = "titles",
      },
    }
  end)

  local small = { path = "small.md", columns = { { "service", "hosts" }, { "key", "key" } } }
  local services = {
    { path = "a", about = { hosts = "A" } }, { path = "b", about = { hosts = "B", key = "a key" } },
  }
  local page = "# Page\n\n<!-- services -->\n%s<!-- /services -->\n\nEnd.\n"
  local rows = "\n| service | key |\n|---|---|\n| A | |\n| B | a key |\n\n"

  it("are those of the folders in each document", function()
    local listed, faults = service_tables.services()
    assert.same({}, faults or {})
    for _, document in ipairs(service_tables.documents) do
      local text = assert(mix.fs.read(document.path))
      assert.same({}, service_tables.differences(document, text, listed))
    end
  end)

  it("are written between the marks, whatever is there", function()
    for _, old in ipairs({ "", rows, "| C | |\n" }) do
      assert.equal(page:format(rows), service_tables.filled(small, page:format(old), services))
    end
    local filled, fault = service_tables.filled(small, "# Page\n", services)
    assert.is_nil(filled)
    assert.matches("small.md: no lines", fault, 1, true)
  end)

  it("differ by the rows that are named", function()
    local function differences(text)
      return service_tables.differences(small, page:format(text), services)
    end
    assert.same({}, differences(rows))
    assert.same({
      "small.md:8: no service has this row: | B | |",
      "small.md: the row of b is missing: | B | a key |",
    }, differences((rows:gsub("a key ", ""))))
    assert.same({ "small.md:3: the rows are not in order" },
      differences((rows:gsub("(| A.-\n)(| B.-\n)", "%2%1"))))
    assert.matches("no lines", service_tables.differences(small, "# Page\n", services)[1], 1, true)
  end)

  it("want each field of a manifest, and the hosts of its upstreams", function()
    assert.same({}, service_tables.faults(acme))
    acme.about.key, acme.about.limit, acme.about.hosts = nil, "1 | 2", "Acme"
    assert.same({
      "about.hosts does not name api.acme.example of upstreams.acme", "about.key is missing",
      "about.limit holds a | or a line break, which ends a cell",
    }, service_tables.faults(acme))
    acme.about = { hosts = "Acme (`api.acme.example`)", used_by = "a", key = "b", limit = "c",
      cost = "d", learns = "e", commands = { "f" } }
    assert.same({ "about.commands has no about.sign_up, which says what they are for" },
      service_tables.faults(acme))
    acme.about = nil
    assert.same({ "about is missing" }, service_tables.faults(acme))
  end)

  it("say how to sign up and what the terms are, in lines that documents hold", function()
    local listed = {
      { name = "b", title = "Beta", path = "b", about = {
        sign_up = "Make a key at " .. ("its long settings "):rep(8) .. "page.",
        commands = { "mixhost config set b.key KEY", "mixhost auth login b" },
        conditions = "show " .. ("where it all "):rep(10) .. "comes from." } },
      { name = "a", title = "acme", path = "a", about = { sign_up = "It is your own." } },
    }
    local found = {}
    for _, document in ipairs(service_tables.documents) do
      local lines = {}
      if document.mark == "sign-up" or document.mark == "terms" then
        for place, line in ipairs(service_tables.rows(document, listed)) do
          lines[place] = line.text
          assert.is_true(#line.text <= 118)
        end
        found[document.mark] = table.concat(lines, "\n")
      end
    end
    assert.matches("^%*%*acme%.%*%* It is your own%.\n\n%*%*Beta%.%*%* Make a key at",
      found["sign-up"])
    assert.matches("page.\n\n```sh\nmixhost config set b.key KEY\nmixhost auth login b\n```",
      found["sign-up"], 1, true)
    assert.matches("^%- %*%*Beta%*%*: show where [%a ]+\n  all where it all", found.terms)
  end)

  it("have rows for the kinds that a provider can deliver", function()
    local texts = {}
    for _, document in ipairs(service_tables.documents) do
      if document.mark then
        local listed = { { name = "deezer", title = "Deezer", about = {} } }
        for _, row in ipairs(service_tables.rows(document, listed)) do
          texts[#texts + 1] = row.text
        end
      end
    end
    assert.matches("| `deezer` | person | search |\n| `deezer` | track | lookup |",
      table.concat(texts, "\n"), 1, true)
  end)
end)
