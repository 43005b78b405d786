-- The browser of screens: what it draws, and what its keys do.

local browser = require("lib.program_screen.browser")
local text = require("spec.screen_nodes").line

local down = { message = "TMDB cannot be reached: no such host" }

-- A browser of a made-up screen; what it draws is in `drawn`, what it does in `done`.
local function open(options)
  local self
  local nodes = { kind = "page", children = {} }
  local function add(node) nodes.children[#nodes.children + 1] = node end
  for _, message in ipairs(options.messages or {}) do
    add({ kind = "message", text = message[1], tone = "error", ends_at = message.ends_at,
      actions = message.action and { { label = "Ask again", action = message.action } } })
  end
  if options.loading then add({ kind = "progress", label = options.loading, done = 0 }) end
  if options.detail then add(options.detail) end
  add({ kind = "filters", on_change = "filter", notes = options.notes, fields = {
    { name = "kind", value = "tv", options = {
      { value = "", label = "Any" }, { value = "film", label = "Films" },
      { value = "tv", label = "Series" } } } } })
  add({ kind = "text", text = options.status or "2 titles" })
  local items = {}
  for place = 1, options.count or 2 do items[place] = { key = place, title = "T" .. place } end
  add({ kind = "cards", items = items, on_select = "open", on_end = options.on_end,
    empty = "Nothing fits." })
  add({ kind = "text", text = "a notice" })
  local screen = { state = {}, tree = function() return nodes end,
    offered = function() return true end,
    perform = function(_, action, args) table.insert(self.done, { action, args }) end }
  local terminal = { size = function() return 80, options.rows or 24 end,
    draw = function(_, lines) self.drawn = lines end }
  self = browser.of(screen, terminal, {
    summary = function() return "All" end, again = "r asks again", hint = "q quit",
    detail_hint = "escape back", notice = "a notice", fields = { k = "kind" },
    keys = { x = function() table.insert(self.done, { "all" }) end },
  })
  self.done = {}
  self.scope = { spawn = function(_, work) work() end }
  browser.draw(self)
  return self
end

local function body(self)
  local lines = {}
  for place, line in ipairs(self.drawn) do lines[place] = text(line) end
  return table.concat(lines, "\n")
end

describe("the browser", function()
  it("names what can be done before a long reason, and each remark", function()
    local self = open({ messages = { { down.message, action = "again" }, { "some of it is old" } },
      notes = { "sorted by popularity" } })
    assert.equal("r asks again; " .. down.message, text(self.drawn[2]))
    assert.equal("some of it is old", text(self.drawn[3]))
    assert.equal("sorted by popularity", text(self.drawn[4]))
    assert.matches("> T1", body(self), 1, true)
    assert.equal("2 titles", text(self.drawn[22]))
  end)

  it("gives messages the whole room where there is nothing else", function()
    local self = open({ count = 0, messages = { { down.message, action = "again" } } })
    assert.equal("", text(self.drawn[2]))
    assert.equal("✗ " .. down.message .. "; r asks again", text(self.drawn[3]))
    assert.equal("Nothing fits.", text(open({ count = 0 }).drawn[3]))
    assert.equal("", text(open({ count = 0, loading = "Loading titles" }).drawn[3]))
  end)

  it("says what is being loaded, and counts a pause down", function()
    mix.test.clock("2026-11-21T10:00:00Z")
    local self = open({ loading = "Loading more titles",
      messages = { { "TMDB wants fewer requests", ends_at = mix.time.now() + 7 } } })
    assert.equal("Loading more titles …  ·  2 titles", text(self.drawn[22]))
    assert.equal("TMDB wants fewer requests (in 7 s)", text(self.drawn[2]))
  end)

  it("moves by keys, and opens what is selected", function()
    local self = open({ count = 9 })
    for _, key in ipairs({ "down", "right", "n", "home", "right" }) do
      assert.is_true(browser.press(self, key))
      browser.draw(self)
    end
    assert.matches("  T1 +> T2 ", body(self))
    browser.press(self, "enter")
    assert.are.same({ { "open", 2 } }, self.done)
    assert.is_false(browser.press(self, "q"))
  end)

  it("chooses among a field's values, by their first letters, too", function()
    local self = open({})
    browser.press(self, "k")
    browser.draw(self)
    assert.matches("> Series  (now)", body(self), 1, true)
    browser.press(self, "f")
    browser.press(self, "enter")
    assert.are.same({ { "filter", { kind = "film" } } }, self.done)
    browser.press(self, "k")
    assert.is_true(browser.press(self, "q"))
    browser.press(self, "x")
    assert.are.same({ "all" }, self.done[2])
  end)

  it("lists its keys and filters for ?, until another key comes", function()
    local self = open({})
    browser.press(self, "?")
    browser.draw(self)
    assert.matches("q quit\nk: filter by %a+\nany key: back", body(self))
    assert.is_true(browser.press(self, "q"))
    browser.draw(self)
    assert.matches("> T1", body(self), 1, true)
  end)

  it("shows what is open, with the key for what its message offers", function()
    local self = open({ detail = { kind = "detail", title = "Film", subtitle = "2024 · Movie",
      on_close = "close", facts = { { label = "Cast", value = "Ada" } }, children = {
        { kind = "message", text = "HTTP status 400", tone = "error",
          actions = { { label = "Ask again", action = "ask" } } },
        { kind = "embed", title = "Trailer", video = "abc" },
      } } })
    assert.equal("Film (2024 · Movie)", text(self.drawn[1]))
    assert.matches("Cast: Ada", body(self), 1, true)
    assert.matches("HTTP status 400; r asks again", body(self), 1, true)
    assert.matches("1  Trailer: https://www.youtube.com/watch?v=abc", body(self), 1, true)
    assert.matches("escape back", body(self), 1, true)
    browser.press(self, "r")
    browser.press(self, "escape")
    assert.are.same({ { "ask" }, { "close" } }, self.done)
  end)

  it("asks for more where the terminal has room, and near the end", function()
    mix.test.clock()
    local self = open({ count = 4, on_end = "more" })
    browser.fill(self)
    assert.are.same({ { "more" } }, self.done)
    self = open({ count = 100, on_end = "more" })
    browser.fill(self)
    assert.are.same({}, self.done)
    -- Of fifty rows of two, the forty-eighth is among the last three.
    self.selected = 94
    browser.fill(self)
    assert.are.same({}, self.done)
    self.selected = 95
    browser.fill(self)
    assert.are.same({ { "more" } }, self.done)
  end)
end)
