-- The last line of a run whose rows go to the standard output.

local report = require("lib.linking.report")

it("names each count in its number", function()
  assert.equal("1 row, 1 other row, 1 result compared, 1 pair left out, 1 cluster, 1 matched",
    report.line({ { "rows", 1 }, { "other rows", 1 }, { "results compared", 1 },
      { "pairs left out", 1 }, { "clusters", 1 }, { "matched", 1 } }))
  assert.equal("0 rows, 2,000 pairs compared, 1 row in clusters, 1 asked again",
    report.line({ { "rows", 0 }, { "pairs compared", 2000 }, { "rows in clusters", 1 },
      { "asked again", 1 } }))
end)

it("has words after their label", function()
  assert.equal("3 rows, of these: in all rows, none, F1 95.0 %",
    report.line({ { "rows", 3 }, { "of these", "in all rows, none" } }, { f1 = 0.95 }))
end)
