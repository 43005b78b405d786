-- Files of labelled pairs that lack something.

local labelled_pairs = require("lib.labelled_pairs")
local written = require("spec.written")

it("a table of pairs is refused with all columns that it lacks", function()
  local path = written("pairs.csv", "title,artist\nEbb,Ada\n")
  local _, reason = labelled_pairs.read(path)
  assert.equal(path .. ": there is no column left.* or ltable_*, nor right.* or rtable_*, nor "
    .. "label or gold_labels; the columns are title, artist", reason)
  _, reason = labelled_pairs.read(written("pairs.m3u", "#EXTM3U\nebb.mp3\n"))
  assert.matches("pairs.m3u: it is a playlist, not a table of pairs", reason, 1, true)
  assert.are.same({}, labelled_pairs.read_all(written("p.csv", "left.a,right.a\n")))
end)
