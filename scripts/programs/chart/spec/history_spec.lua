-- Moves since a source's last list.

local chart_nodes = require("programs.chart.lib.chart_nodes")
local history = require("programs.chart.lib.history")

describe("a chart against the one before", function()
  local origin, number, time = nil, 0, 1000

  before_each(function()
    number = number + 1
    origin = "https://example.org/" .. number
  end)

  -- A list in the order of its titles.
  local function chart(titles, from)
    local entries = {}
    for title in titles:gmatch("%a+") do
      entries[#entries + 1] = { rank = #entries + 1, title = title, artist = "X" }
    end
    time = time + 1
    local list = { source = "remote", origin = from or origin, entries = entries, time = time }
    history.compare(list)
    return list
  end

  local function moves(list)
    local said = {}
    for index, entry in ipairs(list.entries) do
      said[index] = entry.new and "new" or tostring(entry.moved)
    end
    return table.concat(said, " ")
  end

  it("says nothing the first time", function()
    local list = chart("a b")
    assert.is_nil(list.compared_at)
    assert.equal("nil nil", moves(list))
  end)

  it("says who moved, is new and has left", function()
    local first = chart("a b c d")
    local second = chart("d A b e")
    assert.equal("3 -1 -1 new", moves(second))
    assert.are.same({ 4, 1, 2 }, { second.entries[1].previous_rank,
      second.entries[2].previous_rank, second.entries[3].previous_rank })
    assert.equal(first.time, second.compared_at)
    assert.are.same({ "c" }, { second.left[1].title, second.left[2] })
  end)

  it("posts a new number one, where notices are on", function()
    local events = mix.store.open("notify.events")
    assert(mix.env.set("notify.every", "5m"))
    chart("a b")
    chart("a c b")
    assert.equal(0, events:count({}))
    chart("b a")
    assert(mix.env.set("notify.every", nil))
    local found = events:find({})
    assert.are.same({ 1, "b by X", "before: a by X" }, { #found, found[1].title, found[1].text })
    events:clear()
  end)

  it("stays the same while the list does", function()
    chart("a b")
    assert.equal("1 -1", moves(chart("b a")))
    assert.equal("1 -1", moves(chart("b a")))
    assert.equal("1 -1", moves(chart("a b")))
  end)

  it("has the ranks over time, and draws those of the first songs", function()
    assert.is_false(history.over_time(chart("a b c")))
    chart("b a")
    local list = chart("c b a")
    local ranks = history.over_time(list)
    assert.are.same({ 1, 2, 3 }, ranks.of({ title = "A", artist = "X" }))
    assert.are.same({ 3, false, 1 }, ranks.of(list.entries[1]))
    local plot = assert(mix.screen.tree(chart_nodes.ranks(list.entries, ranks)))
    -- A list without the song has it below the others.
    assert.are.same({ 3, 4, 1 }, plot.series[1].values)
    assert.equal("place", plot.unit)
    local song = chart_nodes.song(list.entries[1], ranks)
    assert.are.same({ 3, 1 }, song[#song].series[1].values)
    assert.matches("best 1", song[#song].title)
  end)

  it("is that of the same source alone", function()
    chart("a b")
    assert.is_nil(chart("b a", origin .. "/other").compared_at)
  end)

  it("keeps a limited number of lists, and gives the newest", function()
    for _ = 1, 25 do
      chart("a b")
      chart("b a")
    end
    assert.equal(30, mix.store.open("lists"):count({ origin = mix.crypto.sha256(origin) }))
    assert.equal("b", history.newest().entries[1].title)
  end)

  it("gives the list that came last, also one that had not changed", function()
    chart("a b")
    chart("b a", origin .. "/other")
    local again = chart("a b")
    assert.equal(again.time, history.newest().time)
    assert.equal(origin, history.newest().address)
    assert.equal("b", history.newest(origin .. "/other").entries[1].title)
    assert.is_nil(history.newest(origin .. "/another"))
  end)

  it("takes a song twice on a list by its best rank", function()
    chart("a b a")
    assert.equal("-1 1", moves(chart("b a")):gsub("^(%S+) (%S+)$", "%2 %1"))
  end)
end)
