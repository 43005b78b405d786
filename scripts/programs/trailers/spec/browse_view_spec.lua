-- The pager's output.

local browse_view = require("programs.trailers.lib.browse_view")

local function items(count)
  local list = {}
  for place = 1, count do
    list[place] = { title = "Title " .. place, year = 2024, rating = 7.1, type = "movie" }
  end
  return list
end

-- A line without its styles.
local function text(line)
  if type(line) == "string" then return line end
  if type(line[1]) == "string" then return line[1] end
  local parts = {}
  for place, part in ipairs(line) do parts[place] = part[1] end
  return table.concat(parts)
end

describe("the grid", function()
  it("has two columns on 80 by 24, and as many rows as fit", function()
    local geometry = browse_view.geometry(80, 24)
    assert.are.same({ 2, 19, 40 }, { geometry.across, geometry.down, geometry.cell })
    local narrow = browse_view.geometry(20, 4)
    assert.are.same({ 1, 1, 20 }, { narrow.across, narrow.down, narrow.cell })
  end)

  it("fills rows from left to right and marks the selected title", function()
    local lines = browse_view.grid(items(3), 2, 0, browse_view.geometry(80, 24))
    assert.matches("^  Title 1 +2024 ★ 7.1 Movie > Title 2 ", text(lines[1]))
    assert.are.same({ nil, "bold" }, { lines[1][1][2], lines[1][2][2] })
    assert.matches("^  Title 3 ", text(lines[2]))
    assert.equal("", lines[3])
    assert.equal(80, utf8.len(text(lines[1])))
  end)

  it("cuts long titles and counts wide characters", function()
    local long = { { title = ("夜明けの歌"):rep(9), type = "tv" } }
    local line = text(browse_view.grid(long, 2, 0, browse_view.geometry(40, 10))[1])
    assert.matches("…", line, 1, true)
    assert.matches("TBA  ★ -   TV", line, 1, true)
  end)
end)

describe("a small screen", function()
  local item = { title = "Paper Boats of June", year = 2024, rating = 7.1, type = "movie" }

  local function row(columns)
    return text(browse_view.grid({ item }, 1, 0, browse_view.geometry(columns, 10))[1])
  end

  it("gives the title its room first, and has no cell that is wider than it", function()
    assert.equal("> Paper Boats of J… ", row(20))
    assert.equal("> Paper Boats of June  2024 ", row(28))
    assert.matches("2024 ★ 7.1 Movie", row(40), 1, true)
    for columns = 1, 90 do
      local line = browse_view.grid(items(9), 1, 0, browse_view.geometry(columns, 10))[1]
      assert.is_true(utf8.len(text(line)) <= columns)
    end
  end)

  it("shows the notice that it has room for, whatever its height", function()
    local view = {
      summary = "All", items = { item }, selected = 1, top = 0, status = "1 title",
      attribution = ("notice "):rep(9), short_attribution = "Data: TMDB",
    }
    for rows = 3, 8 do
      local lines = browse_view.screen(view, 50, rows)
      assert.equal(rows, #lines)
      assert.equal("Data: TMDB", text(lines[rows]))
    end
    assert.equal(view.attribution, text(browse_view.screen(view, 63, 24)[24]))
  end)
end)

it("a screen has head, body, status, keys and the notice", function()
  local lines = browse_view.screen({
    summary = "All • Trending", items = items(50), selected = 1, top = 0, status = "50 titles",
    attribution = "notice",
  }, 80, 24)
  assert.equal(24, #lines)
  assert.are.same({ "All • Trending", "bold" }, lines[1])
  assert.equal("50 titles", lines[22])
  assert.matches("q quit", text(lines[23]), 1, true)
  assert.equal("notice", text(lines[24]))
end)

it("choices scroll with the selected one", function()
  local choices = {}
  for place = 1, 30 do choices[place] = { label = "c" .. place, is_current = place == 29 } end
  local lines = browse_view.choices(choices, 29, 10)
  assert.equal(10, #lines)
  assert.equal("> c29  (now)", lines[9][1])
  assert.equal("  c1", browse_view.choices(choices, 2, 10)[1])
end)
