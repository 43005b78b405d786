-- The offers of a screen are all that can be done with it, and filled-in values are checked.

local command_line = require("lib.program_screen.command_line")
local inputs = require("lib.program_screen.inputs")
local offers = require("lib.program_screen.offers")
local program_screen = require("lib.program_screen")

local function tree(view) return assert(mix.screen.tree(view)) end

local page = tree({ "page",
  { "table", key = "id", columns = { { key = "title" } }, on_select = "open",
    rows = { { id = 7, title = "Seven" }, { id = "a=b", title = "Letters" } } },
  { "link", "Remove", action = "remove", args = { id = 7, sure = true } },
  { "link", "Refresh", action = "refresh" },
  { "review", key = 3, subject = { title = "Dune" }, on_choose = "accept", on_skip = "skip",
    candidates = { { key = 1, title = "Dune" } } },
  { "form", submit = "save", fields = {
    { name = "title", label = "Title", required = true, value = "Old" },
    { name = "year", label = "Year", type = "integer" },
    { name = "seen", label = "Seen", type = "flag", value = true },
    { name = "shelf", label = "Shelf", type = "choice", value = 2,
      options = { { value = 1 }, { value = 2 } } },
  } },
})

describe("an action", function()
  it("gets the key of a row as the tree has it", function()
    assert.are.same({ action = "open", args = 7 }, offers.find(page, "open", "7"))
    assert.are.same({ action = "open", args = "a=b" }, offers.find(page, "open", "a=b"))
    assert.are.same({ action = "accept", args = { key = 3, candidate = 1 } },
      offers.find(page, "accept", { key = "3", candidate = "1" }))
    assert.are.same({ action = "skip", args = { key = 3 } }, offers.find(page, "skip", { key = 3 }))
  end)

  it("is refused with what the tree does not offer", function()
    for reason, case in pairs({
      ["there is no id '8' now"] = { "open", 8 },
      ["a key is missing"] = { "open" },
      ["it takes one key"] = { "open", { id = 7 } },
      ["it takes no arguments"] = { "refresh", "now" },
      ["id is 7"] = { "remove", { id = 8, sure = true } },
      ["it takes no 'more'"] = { "remove", { id = 7, sure = true, more = 1 } },
      ["9 is no longer asked about"] = { "accept", { key = 9, candidate = 1 } },
      ["there is no key '2' now"] = { "accept", { key = 3, candidate = 2 } },
      ["'refrsh' is not offered now (did you mean refresh?)"] = { "refrsh" },
      ["'burn' is not offered now; there are "] = { "burn" },
    }) do
      local offer, why = offers.find(page, case[1], case[2])
      assert.is_nil(offer)
      assert.matches(reason, why, 1, true)
    end
  end)

  it("of a form gets all values: those given, and the present ones of the others", function()
    assert.are.same({ title = "New", seen = false, shelf = 2 },
      offers.find(page, "save", { title = "New", seen = "no" }).args)
    assert.are.same({ title = "Old", year = 1965, seen = true, shelf = 1 },
      offers.find(page, "save", { year = "1965", shelf = "1" }).args)
  end)
end)

it("a form takes anything while it is typed, for its own fields", function()
  local form = tree({ "page", { "form", submit = "save", on_input = "check", fields = {
    { name = "year", label = "Year", type = "integer", value = 1965 },
    { name = "title", label = "Title", required = true, value = "Old" },
  } } })
  assert.are.same({ year = "soon", title = "Old" },
    offers.find(form, "check", { year = "soon" }).args)
  assert.equal("", offers.find(form, "check", { title = "" }).args.title)
  for _, given in ipairs({ "soon", { pages = "7" }, { year = { 1 } } }) do
    assert.is_nil((offers.find(form, "check", given)))
  end
end)

describe("a command line", function()
  local function steps(text)
    local list, said = {}, {}
    for word in text:gmatch("%S+") do list[#list + 1] = word end
    for place, step in ipairs(command_line.steps(list)) do
      said[place] = step.action .. "(" .. table.concat(step.words, " ") .. ")"
    end
    return table.concat(said, " ")
  end

  it("has steps, each with the words behind it", function()
    assert.equal("", steps("charts --json"))
    assert.equal("open(7) edit(title=A year=1965)",
      steps("books --do open 7 --do edit title=A year=1965"))
    assert.equal("open(7) close()", steps("books --do=open 7 --json --do close"))
    assert.equal("open(7)", steps("books --do open --rows 3 7"))
    assert.equal("open(-7)", steps("books --do open -- -7"))
  end)
end)

describe("a field", function()
  local function problem(kind, text)
    local field = { name = "f", label = "F", type = kind, options = { { value = "red" } } }
    local values, why = inputs.read({ field }, { f = text })
    assert.is_nil(values)
    return why
  end

  it("says what is wrong with what was typed", function()
    for kind, text in pairs({ integer = "1.5", number = "inf", flag = "perhaps",
      date = "2026-13-40", url = "http://example.com", choice = "blue" }) do
      assert.matches("^F: '" .. text:gsub("%p", "%%%0"), problem(kind, text))
    end
  end)

  it("that must be there is not empty, and an unknown one is named", function()
    local fields = { { name = "title", label = "Title", required = true } }
    assert.matches("Title: it must not be empty", select(2, inputs.read(fields, { title = "" })))
    assert.matches("did you mean title", select(2, inputs.read(fields, { titel = "a" })))
  end)
end)

describe("a view's tree", function()
  local function message(view)
    local made, err = mix.screen.tree(view)
    assert.is_nil(made)
    assert.equal("screen", err.kind)
    assert.is_string(err.path)
    return err.message
  end

  it("names the place of what is wrong", function()
    assert.equal("page[2].table.columns[1].key: a text is missing",
      message({ "page", nil, { "table", columns = { { title = "#" } }, rows = {} } }))
    local cycle = { "page" }
    cycle[2] = { "page", cycle }
    assert.equal("page[1].page[1]: the table contains itself", message(cycle))
    assert.equal("page[1].text.text: a text of 1000000 bytes; 100000 are the most",
      message({ "page", { "text", ("a"):rep(1000000) } }))
    assert.equal("page[1]: a node is a table, not a function", message({ "page", print }))
    assert.matches("table.rows: a list of more than 100000 items",
      message({ "table", columns = {}, rows = { [1000000] = {} } }))
    local deep = { "text", "a" }
    for _ = 1, 60 do deep = { "page", deep } end
    assert.matches("nests deeper than 24 tables", message(deep))
  end)

  it("changes by patches that name what changed", function()
    local function view(title, rank)
      return mix.screen.tree({ "page", { "table", key = "id", columns = { { key = "title" } },
        rows = { { id = 1, title = "One" }, { id = 2, title = title, rank = rank } } } })
    end
    assert.are.same({
      { op = "set", path = { "children", { "id", "table" }, "rows", { "id", 2 }, "title" },
        value = "Zwei" },
    }, mix.screen.diff(view("Two"), view("Zwei")))
    assert.are.same({}, mix.screen.diff(view("Two", 1), view("Two", 1)))
  end)
end)

describe("a screen whose view is wrong", function()
  it("hands the fault over, or raises it", function()
    local told
    local function broken(fault)
      local screen = program_screen.open("host/status", {}, fault)
      screen.view = function() return { "page", "Hello" } end
      return screen
    end
    assert.is_nil(broken(function(text) told = text end):tree())
    assert.equal("screen host/status: page[1]: a node is a table, not a text", told)
    assert.has_error(function() broken():tree() end, told)
  end)
end)

it("names the screens of a program whose name was typed", function()
  assert.equal("there is no screen 'chart' (did you mean chart/charts?); mixhost screen lists them",
    select(2, program_screen.find("chart")))
  assert.matches("host/settings or host/status", select(2, program_screen.find("host")))
end)
