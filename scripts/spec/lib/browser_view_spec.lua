-- The output of the browser of screens.

local browser_view = require("lib.program_screen.browser_view")
local text = require("spec.screen_nodes").line

local function items(count)
  local list = {}
  for place = 1, count do
    list[place] = { title = "Title " .. place, subtitle = "2024 · Movie", badge = "★ 7.1" }
  end
  return list
end

describe("the grid", function()
  it("has two columns on 80 by 24, and as many rows as fit", function()
    local geometry = browser_view.geometry(80, 24)
    assert.are.same({ 2, 19, 40 }, { geometry.across, geometry.down, geometry.cell })
    local narrow = browser_view.geometry(20, 4)
    assert.are.same({ 1, 1, 20 }, { narrow.across, narrow.down, narrow.cell })
  end)

  it("fills rows from left to right and marks the selected title", function()
    local lines = browser_view.grid(items(3), 2, 0, browser_view.geometry(80, 24))
    assert.matches("^  Title 1 +2024 · Movie ★ 7.1 > Title 2 ", text(lines[1]))
    assert.are.same({ nil, "bold" }, { lines[1][1][2], lines[1][2][2] })
    assert.matches("^  Title 3 ", text(lines[2]))
    assert.equal("", lines[3])
    assert.equal(80, utf8.len(text(lines[1])))
  end)

  it("cuts long titles and counts wide characters", function()
    local long = { { title = ("夜明けの歌"):rep(9), subtitle = "TBA · TV", badge = "★ -" } }
    local line = text(browser_view.grid(long, 2, 0, browser_view.geometry(40, 10))[1])
    assert.matches("…", line, 1, true)
    assert.matches("TBA · TV ★ -", line, 1, true)
    assert.equal(40, mix.ui.columns(line))
  end)
end)

describe("a small screen", function()
  local item = { title = "Paper Boats of June", subtitle = "2024 · Movie", badge = "★ 7.1" }

  local function row(columns)
    return text(browser_view.grid({ item }, 1, 0, browser_view.geometry(columns, 10))[1])
  end

  it("gives the title its room first, and has no cell that is wider than it", function()
    assert.equal("> Paper Boats of J… ", row(20))
    assert.equal("> Paper Boats of June       ", row(28))
    assert.equal("> Paper Boats of … 2024 · Movie ", row(32))
    assert.matches("2024 · Movie ★ 7.1", row(40), 1, true)
    for columns = 1, 90 do
      local line = browser_view.grid(items(9), 1, 0, browser_view.geometry(columns, 10))[1]
      assert.is_true(utf8.len(text(line)) <= columns)
    end
  end)

  it("shows the notice that it has room for, whatever its height", function()
    local view = {
      head = "All", remarks = {}, body = { "> Paper Boats" }, status = "1 title", keys = "q quit",
      notice = ("notice "):rep(9), short_notice = "Data: TMDB",
    }
    for rows = 3, 8 do
      local lines = browser_view.screen(view, 50, rows)
      assert.equal(rows, #lines)
      assert.equal("Data: TMDB", text(lines[rows]))
    end
    assert.equal(view.notice, text(browser_view.screen(view, 63, 24)[24]))
  end)
end)

it("a screen has head, body, status, keys and the notice", function()
  local lines = browser_view.screen({
    head = "All • Trending", remarks = {}, body = {}, status = "50 titles", keys = "q quit",
    notice = "notice",
  }, 80, 24)
  assert.equal(24, #lines)
  assert.are.same({ "All • Trending", "bold" }, lines[1])
  assert.equal("50 titles", lines[22])
  assert.matches("q quit", text(lines[23]), 1, true)
  assert.equal("notice", text(lines[24]))
end)

it("remarks have a line each, which the body has less", function()
  local view = { head = "All", remarks = { { "one", "red" }, { "two", "yellow" } }, body = { "A" },
    status = "", keys = "", notice = "notice" }
  local lines = browser_view.screen(view, 80, 24)
  assert.equal(24, #lines)
  assert.are.same({ "one", "two", "A" }, { text(lines[2]), text(lines[3]), text(lines[4]) })
end)

it("choices scroll with the selected one", function()
  local choices = {}
  for place = 1, 30 do choices[place] = { label = "c" .. place, is_current = place == 29 } end
  local lines = browser_view.choices(choices, 29, 10)
  assert.equal(10, #lines)
  assert.equal("> c29  (now)", lines[9][1])
  assert.equal("  c1", browser_view.choices(choices, 2, 10)[1])
end)
