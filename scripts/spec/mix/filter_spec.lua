-- Filters: texts, invariants until nothing changes, the survey of all states.

local fields = {
  { name = "type", values = { "all", "movies", "tv" }, aliases = { series = "tv" },
    default = "all" },
  { name = "sort", keys = { "order" }, values = { "trending", "popularity" },
    default = "trending" },
  { name = "genre", values = { "Action", "Science Fiction" }, open = true, filter = true },
}

local function define(invariants)
  return mix.filter.define({ fields = fields, invariants = invariants })
end

-- An invariant that sets a field where another has a value.
local function rule(name, field, value, set)
  return { name = name, when = function(state) return state[field] == value end, set = set }
end

local function names(state)
  local list = {}
  for place, firing in ipairs(state:fired()) do list[place] = firing.name end
  return list
end

describe("the text of a filter", function()
  local filter = define()

  it("is read as it is written", function()
    for _, text in ipairs({
      "", "type=movies", "genre=Action", 'type=tv sort=popularity genre="Science Fiction"',
      [[genre="a \"b\" \\ c"]], "genre=ümlaut=x",
    }) do
      local state = filter:parse(text)
      assert.equal(text, state:text())
      assert.is_true(filter:parse(state:text()):equals(state))
    end
  end)

  it("has names and values in any case", function()
    assert.equal("type=tv sort=popularity genre=Action",
      filter:parse("TYPE=Series  Order=POPULARITY\tgenre=ACTION"):text())
    assert.is_true(filter:parse('genre=""'):equals(filter:initial()))
  end)

  it("is named where it is wrong, with what may be meant", function()
    for text, message in pairs({
      ["gener=Action"] = 'field "gener" is not known (did you mean "genre"?)',
      ["x=1"] = 'field "x" is not known; known: type, sort, genre',
      ["sort=populrity"] = 'sort: "populrity" is not known (did you mean "popularity"?)',
      ["type=2026-13"] = 'type: "2026-13" is not known; known: all, movies, tv',
      ["type"] = '"type" is not of the form name=value',
      ["=x"] = '"=x" is not of the form name=value',
      ["type=all type=tv"] = "type is given twice",
      ['genre="x'] = "genre: the closing quote is missing",
      ['genre="x\\'] = "genre: the closing quote is missing",
      ['genre="x"y'] = "genre: a space must follow the closing quote",
    }) do
      local state, err = filter:parse(text)
      assert.is_nil(state)
      assert.equal(message, err.message)
    end
    assert.matches("is not known", select(2, filter:parse("genre=a\7b")).message)
    assert.matches("is not known", select(2, filter:parse("genre=" .. ("x"):rep(201))).message)
  end)

  it("says which fields narrow the view", function()
    assert.are.same({}, filter:parse("type=tv sort=popularity"):active())
    assert.are.same({ "genre" }, filter:parse("genre=Action"):active())
  end)
end)

describe("invariants", function()
  it("run in their order until nothing changes", function()
    -- The second leads to the first: it takes another round.
    local filter = define({
      rule("first", "sort", "popularity", { genre = "Action" }),
      rule("second", "type", "tv", { sort = "popularity" }),
    })
    local state = filter:parse("type=tv")
    assert.equal("type=tv sort=popularity genre=Action", state:text())
    assert.are.same({ "second", "first" }, names(state))
    assert.are.same({}, names(filter:parse(state:text())))
  end)

  it("that undo each other are named", function()
    local filter = define({
      rule("never", "genre", "never", { genre = "x" }),
      rule("up", "type", "movies", { type = "tv" }),
      rule("down", "type", "tv", { type = "movies" }),
    })
    for _, text in ipairs({ "type=tv", "type=movies" }) do
      local err = select(2, pcall(filter.parse, filter, text))
      assert.equal("rule", err.kind)
      assert.matches("the invariants 'up' and 'down' undo each other", err.message)
    end
    assert.are.same({ "up", "down" }, select(2, pcall(filter.parse, filter, "type=movies")).rules)
    local endless = define({ {
      name = "endless", when = function() return true end,
      set = function(state) return { genre = (state.genre or "") .. "x" } end,
    } })
    assert.error_matches(function() endless:initial() end, "'endless' comes to no end")
  end)
end)

describe("the survey", function()
  local function findings(list, invariants)
    return mix.rules.check("filters/surveyed", {
      text = ("return { kind = 'filters', fields = %s, invariants = { %s } }")
        :format(list, invariants),
    })
  end

  it("finds every state and transition", function()
    local _, found = findings([[{
      { name = "type", values = { "all", "movies", "tv" }, default = "all" },
      { name = "sort", values = { "trending", "popularity" }, default = "trending" },
      { name = "genre", values = { "Action", "Science Fiction" }, open = true },
    }]], [[{ name = "unfiltered", set = { sort = "popularity" },
      when = function(state) return state.sort == "trending" and state.genre ~= nil end }]])
    -- 3 types, of 2 sorts with no genre, 1 sort with two.
    assert.equal(3 * (2 + 2), found.states)
    assert.equal(12 * 2 + 12 * 1 + 12 * 2, found.changes)
    assert.are.same({
      { field = "sort", values = { "trending" }, sets = { sort = "popularity" },
        rules = { "unfiltered" }, states = 6 },
      { field = "genre", values = { "Action", "Science Fiction" },
        sets = { sort = "popularity" }, rules = { "unfiltered" }, states = 3 },
    }, found.transitions)
  end)

  it("has an end", function()
    local list = {}
    for place = 1, 7 do
      list[place] = ("{ name = 'f%d', values = { '%s' } }"):format(place,
        table.concat({ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }, "', '"))
    end
    local path, err = findings("{ " .. table.concat(list, ", ") .. " }", "")
    assert.is_nil(path)
    assert.matches("19487171 combinations of values; at most 500000 are looked at", err.message)
  end)
end)

describe("a filter's rules", function()
  local function checked(list, more)
    return mix.rules.check("filters/checked", {
      text = ("return { kind = 'filters', fields = { %s }, %s }"):format(list, more or ""),
    })
  end

  it("name invariants that undo each other", function()
    local path, err = checked("{ name = 'a', values = { 'x', 'y' }, default = 'x' }", [[
      invariants = {
        { name = "up", when = function(s) return s.a == "x" end, set = { a = "y" } },
        { name = "down", when = function(s) return s.a == "y" end, set = { a = "x" } },
      }]])
    assert.is_nil(path)
    assert.equal("rule", err.kind)
    assert.matches("the invariants 'up' and 'down' undo each other", err.message)
  end)

  it("name the state in which a statement does not hold", function()
    local _, err = checked("{ name = 'a', values = { 'x', 'y' } }",
      "\nalways = { { name = 'never y', holds = function(s) return s.a ~= 'y' end } }")
    assert.matches("checked.lua:2: statement 'never y' does not hold of a=y", err.message)
  end)

  it("are refused with the field that is wrong", function()
    for list, expected in pairs({
      [""] = "field 'fields' is an empty list",
      ["{ name = 'a b', values = { 'x' } }"] = "letters, digits and _ only, not 'a b'",
      ["{ name = 'a' }"] = "field 'fields[1].values' is a list of the values, or the field is open",
      ["{ name = 'a', values = { 'x' }, default = 'z' }"] =
        "field 'fields[1].default' 'z' is not one of the values",
      ["{ name = 'a', values = { 'x' } }, { name = 'A', values = { 'x' } }"] =
        "field 'fields[2].name' 'A' is taken by another field",
      ["{ name = 'a', values = { 'x' }, aliases = { b = 'c' } }"] =
        "field 'fields[1].aliases.b' 'c' is not one of the values",
      ["{ name = 'a', values = { 'x' }, defualt = 'x' }"] = "(did you mean 'default'?)",
    }) do
      local path, err = checked(list)
      assert.is_nil(path)
      assert.is_truthy(err.message:find(expected, 1, true), err.message)
    end
    for invariant, expected in pairs({
      ["when = type, set = { b = 'x' }"] = "field 'invariants[1].set' field \"b\" is not known",
      ["when = type"] = "a table of values by field expected, not nil",
      ["set = { a = 'x' }"] = "field 'invariants[1].when' is missing: a function",
    }) do
      local _, err = checked("{ name = 'a', values = { 'x' } }",
        ("invariants = { { name = 'i', %s } }"):format(invariant))
      assert.is_truthy(err.message:find(expected, 1, true), err.message)
    end
  end)

  it("may say by a function what is set", function()
    local function parsed(set)
      return pcall(function()
        return tostring(mix.filter.define({
          fields = { { name = "a", values = { "x", "y" } }, { name = "b", values = { "x", "y" } } },
          invariants = { { name = "same", when = function(s) return s.a ~= s.b end, set = set } },
        }):parse("a=y"))
      end)
    end
    assert.equal("a=y b=y", select(2, parsed(function(s) return { b = s.a or false } end)))
    assert.is_true(parsed(function() return { b = "x" } end))
    for expected, set in pairs({
      ["a table of values by field expected, not integer"] = function() return 1 end,
      ['b: "z" is not known'] = function() return { b = "z" } end,
      ["cannot be changed"] = function(s) s.a = 1 end,
    }) do
      local ok, err = parsed(set)
      assert.is_false(ok)
      assert.is_truthy(tostring(err):find(expected, 1, true), tostring(err))
    end
  end)

  it("follow their file", function()
    local function save(values)
      assert(mix.rules.save("filters/followed", "return { kind = 'filters', "
        .. ("fields = { { name = 'a', values = { %s } } } }"):format(values)))
    end
    local clock = mix.test.clock("2026-11-21")
    save("'x'")
    local filter = mix.filter.load("followed")
    local state = filter:parse("a=x")
    assert.is_nil(filter:parse("a=yy"))
    save("'x', 'yy'")
    clock:advance(1)
    assert.equal("a=yy", tostring(filter:parse("a=yy")))
    assert.equal("a=yy", tostring(state:with("a", "YY")))
  end)
end)
