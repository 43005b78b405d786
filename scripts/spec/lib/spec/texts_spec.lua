-- The messages of failed tests.

local run = require("run")

local function said(fn, ...)
  local ok, problem = pcall(fn, ...)
  assert.is_false(ok)
  return problem.message
end

local function has(text, part)
  assert(text:find(part, 1, true), ("%q is not in: %s"):format(part, text))
end

describe("a failed comparison", function()
  local long = ("x"):rep(100000)

  it("shows long texts around what differs", function()
    local text = said(assert.equal, long .. "a", long .. "b")
    has(text, 'xxa" (100001 bytes)\n')
    has(text, 'xxb" (100001 bytes)\n')
    has(text, "first difference: byte 100001")
    assert(#text < 400)
  end)

  it("cuts on both sides", function()
    local text = said(assert.same, long .. "a" .. long, long .. "b" .. long)
    has(text, '…"' .. ("x"):rep(60) .. "a" .. ("x"):rep(59) .. '"… (200001 bytes)')
  end)

  it("says so of a text that is the other's start", function()
    local text = said(assert.equal, long, long .. "b")
    has(text, 'x" (100000 bytes)\n')
    has(text, 'xxb" (100001 bytes)\n')
    has(text, "first difference: byte 100001")
    has(said(assert.equal, "", long), '""')
  end)

  it("names the line", function()
    local lines = ("line\n"):rep(1000)
    has(said(assert.equal, lines .. "ab", lines .. "ac"), "byte 5002 (line 1001, byte 2)")
    local far = long:rep(10) .. "\n"
    has(said(assert.equal, far .. "a", far .. "b"), "byte 1000002 (line 2, byte 1)")
  end)

  it("keeps characters whole", function()
    local text = said(assert.equal, ("ü"):rep(3000) .. "é", ("ü"):rep(3000) .. "è")
    has(text, 'üé" (6002 bytes)\n')
    has(text, 'üè" (6002 bytes)\n')
    has(text, "byte 6001")
    assert(utf8.len(text))
    local bytes = ("\x80"):rep(5000)
    assert(#said(assert.equal, bytes .. "a", bytes .. "b") < 400)
  end)

  it("shows texts that fit as a whole, and where they differ", function()
    local text = said(assert.equal, ("x"):rep(200) .. "a", ("x"):rep(200) .. "b")
    has(text, '"' .. ("x"):rep(200) .. 'a"\n')
    has(text, "first difference: byte 201")
    assert.is_nil(said(assert.equal, "a", "b"):find("first", 1, true))
  end)

  it("does the same inside tables and for errors", function()
    local text = said(assert.same, { a = { long .. "a" } }, { a = { long .. "b" } })
    has(text, ".a[1]  expected …")
    has(text, "; first difference: byte 100001")
    has(said(assert.has_error, function() error(long .. "a", 0) end, long .. "b"),
      "first difference: byte 100001")
  end)

  it("shows long tables that are not one by what differs", function()
    local a, b = {}, {}
    for index = 1, 3000 do a[index], b[index] = index, index end
    b[2900] = 0
    has(said(assert.equal, a, b), "[2900]  expected 2900, got 0")
  end)

  it("shows all digits where fewer look equal", function()
    local text = said(assert.equal, 0.3, 0.1 + 0.2)
    has(text, "got:      0.30000000000000004")
    has(said(assert.equal, 0.5, 1 / 0), "got:      inf")
  end)
end)

describe("what other frameworks have", function()
  it("is refused with what to write instead", function()
    local function raised(text)
      return run(('it("a", function() %s end)'):format(text))[1].message
    end
    has(raised("local s = spy.new(print)"), "specs have no spies, stubs and mocks: put a function")
    has(raised('stub(io, "write")'), "specs have no spies")
    has(raised("expect(1).to.be(1)"), "written assert.are.equal(expected, found)")
    has(raised("assert.is_ture(1)"), "'is_ture' (did you mean true?)")
    has(raised("assert.matchs('a', 'a')"), "(did you mean match?)")
    assert.matches("assertion: 'is_greater'$", raised("assert.is_greater(1, 2)"))
  end)
end)
