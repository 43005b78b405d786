-- The rows of a list that is imported.

local rows = require("programs.playlist.lib.rows")

local songs = {
  One = { { id = "1", title = "One", artists = { "A Band" } } },
  Two = { { id = "2", title = "Two (Something)", artists = { "A Band" } } },
}

local function find(tracks)
  local service = { search_tracks = function(_, wanted) return songs[wanted.title] or {} end }
  local warned = {}
  local found = rows.find({ tracks = tracks }, service, mix.rules.load("match/tracks/standard"), {
    progress = function() end, stop = function() end,
    warn = function(_, line) warned[#warned + 1] = line end,
  })
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
