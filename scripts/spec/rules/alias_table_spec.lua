-- Examples of rules.lib.alias_table: names that belong together, and tables that are wrong.
local alias_table = require("rules.lib.alias_table")
local aliases = require("rules.lib.aliases")

local function table_of(...)
  local csv = "name,alias,relation,source\n" .. table.concat({ ... }, "\n")
  return alias_table.new(mix.text.normalize):read(csv, "own_aliases.csv")
end

describe("a table of aliases", function()
  it("joins names, through others as well", function()
    local found = table_of("Ada Lune,A. Lune,,", 'A. Lune,"Lune, Ada",,')
    assert.are.equal("same", found:relation("ada lune", "lune ada"))
    assert.is_nil(found:relation("ada lune", "bo mar"))
  end)

  it("knows members from either side", function()
    local found = table_of("The Boats,Ada Lune,member,", "The Boats,Boats,,", "Ada Lune,Adah,,")
    assert.are.equal("member", found:relation("boats", "adah"))
    assert.are.equal("member", found:relation("adah", "the boats"))
    assert.is_nil(found:relation("boats", "bo mar"))
  end)

  it("names a row that closes a cycle, and holds", function()
    local found = table_of("Ada,Bo,,", "Bo,Cy,,", "Cy,Ada,,")
    assert.are.equal("same", found:relation("ada", "cy"))
    assert.are.same({ "own_aliases.csv:4: Cy and Ada are one already, by a cycle: Ada, Bo, Cy" },
      found.notes)
  end)

  it("names a missing header and an unknown relation", function()
    local found = alias_table.new(mix.text.normalize):read("Ada,Bo,,\nCy,Di,cousin,\n", "own.csv")
    assert.are.equal(2, #found.notes)
    assert.matches("own.csv:1: the first line is not name,alias", found.notes[1], 1, true)
    assert.matches("own.csv:2: the relation is member or empty", found.notes[2], 1, true)
    found = alias_table.new(mix.text.normalize):read("\u{feff}Name,Alias\rAda,Bo\r", "own.csv")
    assert.are.same({}, found.notes)
    assert.are.equal("same", found:relation("ada", "bo"))
  end)

  it("names members of each other", function()
    local found = table_of("Ada,Bo,member,", "Bo,Ada,member,", "Cy,Cy,member,")
    assert.are.equal(2, #found.notes)
    assert.is_truthy(found.notes[1]:find("own_aliases.csv:3: Bo and Ada", 1, true))
  end)

  it("names a row without two names, and passes remarks and empty lines over", function()
    local found = table_of("# remark", "", "Ada,,,", '"Ada ""the boat"" Lune",Bo,,')
    assert.are.same({ "own_aliases.csv:4: a name and an alias expected" }, found.notes)
    assert.are.equal("same", found:relation("ada the boat lune", "bo"))
  end)

  it("reads an empty text", function()
    assert.is_nil(alias_table.new(mix.text.normalize):read("", "x.csv"):relation("a", "b"))
  end)
end)

describe("mixhost's tables", function()
  it("are free of cycles and halves", function()
    for _, name in ipairs({ "aliases", "work_titles" }) do
      local found = alias_table.new(mix.text.normalize)
        :read(require("rules.data." .. name), name .. ".csv")
      assert.are.same({}, found.notes)
    end
  end)

  it("say where each row is from", function()
    for _, name in ipairs({ "aliases", "work_titles" }) do
      for _, row in ipairs(mix.csv.parse(require("rules.data." .. name))) do
        assert.is_true(row.source ~= nil and row.source ~= "", row.name)
      end
    end
  end)

  it("know people under initials", function()
    assert.are.equal("same", aliases.people("samuel l clemens", "mark twain"))
  end)
end)
