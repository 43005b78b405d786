-- The rows of a list that is imported.

local pair_questions = require("lib.pair_questions")
local rows = require("programs.playlist.lib.rows")

local songs = {
  One = { { id = "1", title = "One", artists = { "A Band" } } },
  Two = { { id = "2", title = "Two (Something)", artists = { "A Band" } } },
}

local function find(tracks, is_reviewed)
  local service = { search_tracks = function(_, wanted) return songs[wanted.title] or {} end }
  local warned = {}
  local found = rows.find({ tracks = tracks }, service, mix.rules.load("match/tracks/standard"), {
    progress = function() end, stop = function() end,
    warn = function(_, line) warned[#warned + 1] = line end,
  }, is_reviewed)
  return found, warned
end

it("rows are sure, doubtful or absent, and doubles are named", function()
  local one = { title = "One", artist = "A Band" }
  local found, warned = find({ one, { title = "Two", artist = "A Band" },
    { title = "Three", artist = "A Band" }, one, { uri = "spotify:track:9" }, {} })
  assert.are.same({ all = 6, sure = 3, doubtful = 1, absent = 2, doubles = 1 }, found.rows)
  assert.are.same({ "spotify:track:1", "spotify:track:1", "spotify:track:9" }, found.uris)
  assert.are.same({ "doubtful", "absent", "absent" }, { found.missing[1].status,
    found.missing[2].status, found.missing[3].status })
  assert.equal(3, #warned)
  assert.matches("^a row without a title: neither", warned[3])
  assert.are.same({ "Rows: 3 sure, 1 doubtful, 2 absent",
    '  1 row repeats a track of a row above: "A Band – One"' },
    rows.lines(found))
end)

it("a service that fails at one row is asked about the others, one that is down is not", function()
  local failed, asked = {}, 0
  local service = { search_tracks = function(_, wanted)
    asked = asked + 1
    local is_down = failed[wanted.title or wanted.words]
    if is_down then return nil, { kind = "server", message = "500" } end
    return songs[wanted.title] or {}
  end }
  local view = { progress = function() end, stop = function() end, warn = function() end }
  local function find_at(tracks)
    return rows.find({ tracks = tracks }, service, mix.rules.load("match/tracks/standard"), view)
  end
  local tracks = {}
  for number = 1, 20 do tracks[number] = { title = "Song " .. number } end
  tracks[21] = { title = "One", artist = "A Band" }
  failed["Song 3 "] = true
  local found = find_at(tracks)
  assert.are.same({ { "spotify:track:1" }, 1 }, { found.uris, #found.refused })
  for number = 1, 20 do failed["Song " .. number .. " "] = true end
  asked = 0
  local ok, err = pcall(find_at, tracks)
  assert.are.same({ false, "500" }, { ok, err.message })
  assert.is_true(asked < 20)
end)

describe("a review", function()
  local ask, show, asked = pair_questions.ask, pair_questions.show, nil

  -- Answers the questions with keys, one each.
  local function answer(...)
    local keys = { ... }
    asked = {}
    pair_questions.show = function(head, _, right) asked[#asked + 1] = head .. " / " .. right.id end
    pair_questions.ask = function() return table.remove(keys, 1) end
  end

  after_each(function() pair_questions.ask, pair_questions.show = ask, show end)

  local two = { title = "Two", artist = "A Band" }

  it("puts a confirmed track at its row, also in later imports", function()
    answer("y")
    local found, warned = find({ { uri = "spotify:track:8" }, two, { uri = "spotify:track:9" } },
      true)
    assert.are.same({ "spotify:track:8", "spotify:track:2", "spotify:track:9" }, found.uris)
    assert.equal(0, #warned)
    assert.equal(1, #asked)
    assert.matches("^%[1 of 1%] .*uncertain; the closest: Two %(Something%) by A Band / 2$",
      asked[1])
    local later = find({ two })
    assert.are.same({ "spotify:track:2" }, later.uris)
    assert.are.same({ "Rows: 1 sure (1 as you decided), 0 doubtful, 0 absent" }, rows.lines(later))
    -- A row that says something else is another one.
    assert.equal(1, find({ { title = "Two", artist = "A Band", album = "X" } }).rows.doubtful)
  end)

  it("asks about the next candidate after a refusal, and never again about that one", function()
    songs.Two[2] = { id = "3", title = "Two (Whatever)", artists = { "A Band" } }
    answer("n", "n")
    local row = { title = "Two", artist = "A Band", duration = 100 }
    assert.equal(1, find({ row }, true).rows.absent)
    assert.equal(2, #asked)
    assert.equal(1, find({ row }).rows.absent)
    songs.Two[2] = nil
  end)

  it("leaves in doubt what is skipped, and all that follows when the user quits", function()
    local rows_of = {}
    for place = 1, 3 do
      rows_of[place] = { title = "Two", artist = "A Band", album = "Album " .. place }
    end
    answer("s", "q")
    assert.equal(3, find(rows_of, true).rows.doubtful)
    assert.equal(2, #asked)
  end)
end)
