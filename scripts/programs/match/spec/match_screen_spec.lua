-- The screen that matches lists, without a browser.

local decisions = require("lib.linking.decisions")
local screen_nodes = require("spec.screen_nodes")

local all, offered, texts = screen_nodes.all, screen_nodes.offered, screen_nodes.texts

local mine = "Song;Interpret\nHalo;Ann Lee\nBlue;Bo Ray\nRiver;Cy Dee\nGone;Di Fox\n"
local theirs = "id,title,artist\na,Halo,Ann Lee\nb,Blue,Bo Ray\nc,Blue,Bo Ray\n"
  .. "d,Rivers,Cy Dee\n"
-- In doubt: title and artist are spelled otherwise.
local doubting = "title,artist\nGone,Di Fox\nHalo,Ann Lee\nSong,Li Box\nRoad,Ty Max\n"
local doubtful = "id,title,artist\na,Halo,Ann Lee\nb,Gones,Di Foxx\nc,Songs,Li Boxx\n"
  .. "d,Roads,Ty Maxx\n"

local function by_id(tree, id)
  for _, child in ipairs(tree.children) do if child.id == id then return child end end
end

describe("the screen of matches", function()
  local screen

  before_each(function()
    decisions.forget("all")
    screen = mix.test.screen("match")
    screen:open()
    if offered(screen:tree(), "forget") then screen:act("forget") end
  end)

  local function matched(other, list)
    screen:act("take", { file = list or mine })
    screen:act("take_other", { file = other or theirs })
    return screen:act("match")
  end

  local function column(tree, key)
    for _, row in ipairs(by_id(tree, "columns").rows) do if row.key == key then return row end end
  end

  it("guesses what the columns hold, and is corrected", function()
    screen:act("take", { file = mine })
    local tree = screen:act("take_other", { file = theirs })
    assert.equal("Title", column(tree, "left.1").is)
    assert.equal("Halo · Blue · River", column(tree, "left.1").samples)
    assert.equal("The identifier of the row", column(tree, "right.1").is)
    assert.matches("Songs", by_id(tree, "rules").fields[1].options[1].label, 1, true)
    screen:act("column", "left.2")
    tree = screen:act("set_column", { field = "is album" })
    assert.equal("Album", column(tree, "left.2").is)
    screen:act("column", "left.2")
    tree = screen:act("set_column", { field = "none" })
    assert.equal("Not compared", column(tree, "left.2").is)
    screen:act("column", "left.2")
    tree = screen:act("set_column", { field = "auto" })
    assert.equal("Artist", column(tree, "left.2").is)
  end)

  it("lets columns be named where the rules know none", function()
    screen:act("take", { file = mine })
    screen:act("take_other", { file = theirs })
    local tree = screen:act("set_rules", { rules = "match/people/standard" })
    assert.equal("error", all(tree, "message")[1].tone)
    assert.is_nil(all(tree, "message")[1].text:find("--map", 1, true))
    assert.is_nil(offered(tree, "match"))
    screen:act("column", "left.1")
    screen:act("set_column", { field = "is name" })
    screen:act("column", "right.2")
    tree = screen:act("set_column", { field = "is name" })
    assert.equal("Name", column(tree, "left.1").is)
    assert.is_table(offered(tree, "match"))
  end)

  it("shows matches with their reasons, and why a row has none", function()
    local tree = matched()
    local rows = by_id(tree, "rows").rows
    assert.are.same({ "Halo · Ann Lee", "Matched" }, { rows[1].theirs, rows[1].state })
    assert.matches("title (exact)", rows[1].why, 1, true)
    assert.equal("No match", rows[4].state)
    assert.is_string(rows[4].why)
    tree = screen:act("filter", { show = "none" })
    assert.are.same({ 4 }, { by_id(tree, "rows").rows[1].row })
    assert.equal(1, #by_id(tree, "rows").rows)
  end)

  it("looks at the first rows of a long list, and continues", function()
    local lines = { "title,artist" }
    for place = 1, 30 do lines[place + 1] = ("Song number %d,Ann Lee"):format(place * 7) end
    local list = table.concat(lines, "\n")
    screen:act("take", { file = list })
    screen:act("take_other", { file = list })
    local tree = screen:act("preview")
    assert.equal(20, #by_id(tree, "rows").rows)
    assert.matches("10 rows were not looked at yet", texts(tree), 1, true)
    tree = screen:act("match")
    assert.equal(30, #by_id(tree, "rows").rows)
    assert.is_nil(offered(tree, "match"))
  end)

  it("decides about doubts one by one, as the command's review does", function()
    local tree = matched(doubtful, doubting)
    local before = by_id(tree, "kinds")
    assert.is_true(before ~= nil and #before.rows > 0)
    tree = screen:act("review")
    local doubt = all(tree, "review")[1]
    tree = screen:act("pick", { key = doubt.key, candidate = doubt.candidates[1].key })
    assert.equal("Matched", by_id(tree, "rows").rows[doubt.key].state)
    local kept = decisions.open()
    assert.is_false(kept:is_empty())
    local other = all(tree, "review")[1]
    tree = screen:act("reject", { key = other.key })
    assert.equal("No match", by_id(tree, "rows").rows[other.key].state)
    -- Another run respects both.
    screen:act("forget")
    tree = matched(doubtful, doubting)
    local rows = by_id(tree, "rows").rows
    assert.equal("Matched", rows[doubt.key].state)
    assert.equal("No match", rows[other.key].state)
    assert.equal(1, by_id(tree, "kinds").rows[1].count)
  end)

  it("decides about all doubts of a kind", function()
    local tree = matched(doubtful, doubting)
    for _ = 1, #by_id(tree, "kinds").rows do
      screen:act("kind", by_id(tree, "kinds").rows[1].kind)
      tree = screen:act("all_same", by_id(tree, "kinds").rows[1].kind)
    end
    assert.is_nil(by_id(tree, "kinds"))
    assert.matches("4 of 4 rows are matched", texts(tree), 1, true)
  end)

  it("takes a match back, and gives the row its next best", function()
    matched()
    local tree = screen:act("row", 2)
    local detail = all(tree, "detail")[1]
    local link
    for _, child in ipairs(detail.children) do
      if child.action == "different" then link = child end
    end
    tree = screen:act("different", link.args)
    local row = by_id(tree, "rows").rows[2]
    assert.equal("Matched", row.state)
    detail = all(tree, "detail")[1]
    assert.matches("not it", texts(detail), 1, true)
    tree = screen:act("row", 4)
    assert.is_true(#all(tree, "detail") == 1)
  end)

  it("makes the file of the rows with their matches", function()
    matched()
    local tree = screen:act("export", { form = "csv" })
    local file = all(tree, "file")[1]
    assert.equal("matched.csv", file.name)
    local rows = mix.csv.parse(file.text)
    assert.are.same({ "a", "" }, { rows[1].match_id, rows[4].match_id })
    assert.equal("Halo", rows[1].Song)
  end)

  it("compares other rules on the same lists", function()
    matched(doubtful, doubting)
    local tree = screen:act("compare", { rules = "match/tracks/classic" })
    local rows = by_id(tree, "compared").rows
    -- These take the first row that is near.
    assert.is_true(#rows >= 3)
    assert.matches("uncertain", rows[1].now, 1, true)
    assert.matches("matched", rows[1].new, 1, true)
    assert.matches("Of 4 rows the rules match/tracks/classic decide", texts(tree), 1, true)
    tree = screen:act("compare", { rules = "match/tracks/standard" })
    assert.is_nil(by_id(tree, "compared"))
  end)

  it("labels pairs, learns rules from what was decided, and compares them", function()
    local titles = { "Halo", "Blue Moon", "River Song", "Gone Away", "Long Road", "Cold Stone",
      "First Light", "Night Drive", "Deep Water", "Last Train", "Green Hill", "Paper Boat" }
    local left, right = { "title,artist" }, { "title,artist" }
    for place, title in ipairs(titles) do
      left[#left + 1] = title .. ",Ann Lee"
      right[#right + 1] = ("%s,%s"):format(title, place % 2 == 0 and "Anne Lee" or "Bo Ray")
    end
    local tree = matched(table.concat(right, "\n"), table.concat(left, "\n"))
    assert.is_nil(by_id(tree, "learn"))
    tree = screen:act("label")
    for count = 0, 11 do
      local asked = all(tree, "review")[1]
      assert.matches(("%d pair"):format(count), texts(tree), 1, true)
      local is_same = asked.candidates[1].title == asked.subject.title:gsub("Ann ", "Anne ")
      tree = screen:act(is_same and "label_same" or "label_different",
        { key = asked.key, candidate = is_same and asked.candidates[1].key or nil })
    end
    tree = screen:act("leave_labels")
    assert.is_nil(all(tree, "review")[1])
    assert.equal("tracks/learned", by_id(tree, "learn").fields[1].value)
    tree = screen:act("learn", { name = "tracks/standard" })
    assert.matches("give yours another name", all(tree, "message")[1].text)
    tree = screen:act("learn", { name = "tracks/learned" })
    assert.matches("^Learned from 1%d pairs as match/tracks/learned. F1 on pairs not seen",
      all(tree, "message")[1].text)
    assert.matches("Of 12 rows the rules match/tracks/learned decide", texts(tree), 1, true)
    assert.matches("Learned by mixhost", (mix.rules.text("match/tracks/learned")), 1, true)
  end)

  it("asks a service, and says what keeps it", function()
    mix.test.mock_http({ ["GET https://itunes.apple.com/search*"] = function(request)
      if not request.url:find("Halo", 1, true) then return { status = 503 } end
      return { json = { results = { { kind = "song", trackName = "Halo", artistName = "Ann Lee",
        trackId = 7, trackTimeMillis = 200000 } } } }
    end })
    mix.test.clock()
    screen:act("take", { file = mine })
    screen:act("choose", { with = "itunes" })
    local tree = screen:act("match")
    local said = all(tree, "message")[1]
    assert.equal("error", said.tone)
    assert.matches("row 2", said.text, 1, true)
    -- The rows decided before it are shown.
    assert.equal("Halo · Ann Lee", by_id(tree, "rows").rows[1].theirs)
    assert.matches("3 rows were not looked at yet", texts(tree), 1, true)
  end)

  it("says what the end of a process has cut off, and continues it", function()
    local is_asked, answers = false, false
    mix.test.mock_http({ ["GET https://itunes.apple.com/search*"] = function()
      is_asked = true
      if not answers then mix.task.sleep(3600) end
      return { json = { results = {} } }
    end })
    screen:act("take", { file = mine })
    screen:act("choose", { with = "itunes" })
    local function undone()
      return mix.json.decode(mix.fs.read(mix.fs.data("match/screen.json"))).undone
    end
    mix.task.scope(function(scope)
      scope:spawn(function() screen:act("match") end)
      repeat mix.task.sleep(0) until is_asked
      assert.is_table(undone())
      screen:tree()
      screen:act("stop")
    end)
    -- A stop by its user leaves nothing to continue.
    assert.is_nil(undone())
    assert.are.same({}, all(screen:tree(), "progress"))
    require("programs.match.lib.screen.session").current().undone = {}
    local work = all(screen:tree(), "progress")[1]
    assert.are.same({ "stopped", "go_on", "leave_it" },
      { work.state, work.actions[1].action, work.actions[2].action })
    answers = true
    local tree = screen:act("go_on")
    assert.are.same({}, all(tree, "progress"))
    assert.matches("4 have no match", texts(tree), 1, true)
  end)

  it("refuses a file that is not a list, with the reason", function()
    local tree = screen:act("take", { file = "title\n" })
    assert.equal("error", all(tree, "message")[1].tone)
    assert.matches("no rows", all(tree, "message")[1].text, 1, true)
    screen:act("take", { file = mine })
    tree = screen:act("take_other", { file = "[{\"a\": 1," })
    assert.equal("error", all(tree, "message")[1].tone)
    assert.is_nil(all(tree, "message")[1].text:find("/match/", 1, true))
    assert.is_nil(offered(tree, "match"))
  end)
end)
