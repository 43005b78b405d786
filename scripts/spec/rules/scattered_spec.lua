-- Decisions of match/tracks/scattered: columns that have run into the title.
local rules = mix.rules.load("match/tracks/scattered")
local changed = require("lib.changed")
local expect = require("cases").decisions(rules)

describe("match/tracks/scattered", function()
  local function on_disc(fields)
    return changed({
      title = "Paper Boats", artist = "Ada Lune", album = "Harbour", duration = "3:30",
      release_date = "21-Oct-14",
    }, fields)
  end

  local whole = on_disc({ genre = "Pop" })
  for _, title in ipairs({
    "Paper Boats Ada Lune Harbour Pop $ 0.99 3:30 21-Oct-14",
    "Paper Boats Ada Lune $ 0.99 2014 Tide Records Ltd . 3:30",
    "Paper Boats Ada Lune Harbour ( Deluxe ) Pop 3:31",
  }) do
    expect("moved: " .. title, "matched", { title = title, release_date = "21-Oct-14" }, whole)
  end
  expect("moved on both sides", "matched",
    { title = "Paper Boats Ada Lune Pop , Music $ 0.99 3:30", album = "Harbour" },
    { title = "Paper Boats Ada Lune ( C ) 2014 Tide Records 3:31", album = "Harbour" })
  expect("moved, another song", "none",
    { title = "Glass Boats Ada Lune Harbour Pop $ 0.99 3:30", release_date = "21-Oct-14" }, whole)
  expect("moved, another artist", "none",
    { title = "Paper Boats Cleo Ray Harbour Pop $ 0.99 3:30", release_date = "21-Oct-14" }, whole)
  expect("moved, another length", "none",
    { title = "Paper Boats Ada Lune Harbour Pop $ 0.99 4:10", release_date = "21-Oct-14" }, whole)

  -- A genre's word alone ends no title, and a version stays.
  expect("a genre in a title", "none",
    { title = "Paper", artist = "Ada Lune", duration = "3:30" },
    { title = "Paper Christmas", artist = "Ada Lune", album = "Snow", duration = "3:30",
      release_date = "2014" })
  expect("a remix keeps its tag", "none", { title = "Paper Boats", artist = "Ada Lune" },
    { title = "Paper Boats (Bo Remix) Ada Lune Pop $ 0.99 3:30 21-Oct-14" })

  -- Cut parts are shown.
  it("the cut is noted", function()
    local scattered = { title = "Paper Boats Ada Lune Harbour Pop $ 0.99 3:30 21-Oct-14" }
    local explained = mix.match.explain(on_disc({}), { scattered }, rules)
    local note
    for _, part in ipairs(explained.candidates[1].breakdown) do
      if part.feature == "title" then note = part.note end
    end
    assert.equal("read up to “ada lune harbour pop $ 0.99 3…”; exact", note)
  end)

  -- The rules that do not read scattered values leave titles whole.
  it("standard cuts nothing", function()
    local match = mix.match.best({ title = "Paper Boats", artist = "Ada Lune" },
      { { title = "Paper Boats Ada Lune Pop $ 0.99 3:30" } }, mix.rules.load("match/tracks"))
    assert.are_not.equal("matched", match.decision)
  end)
end)
