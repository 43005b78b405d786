-- Records of any table. These rules compare nothing but the words of whole records; commands that
-- have a table at hand (`rules eval`, `learn`, `label`, `link`, `dedupe`) choose comparisons for
-- its columns and find their weights.

local records = require("rules.lib.table_records")

return records.rules({
  doc = "Any table: comparisons by what its columns hold, weights by what its pairs show.",
  prior = -2,
  columns = {},
  comparisons = { { measure = "words", steps = { 0.3, 0.45, 0.6, 0.7, 0.8, 0.9 },
    parts = { -6, -3, -1, 1, 3, 5, 7 } } },
})
