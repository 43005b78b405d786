-- Command lines of match, link and dedupe.

local options = require("lib.linking.options")

describe("a command line", function()
  it("is about kept runs by an option, with which no option about tables goes", function()
    for line, expected in pairs({
      ["--runs --json"] = "--runs", ["--clear-runs=all"] = "--clear-runs",
      ["a.csv --with b.csv --decisions"] = "--decisions --with",
      ["--forget all --review"] = "--forget --review", ["a.csv --with itunes"] = "",
      ["a.csv -- --runs"] = "",
    }) do
      local words = {}
      for word in line:gmatch("%S+") do words[#words + 1] = word end
      assert.equal(expected, table.concat({ options.about_runs(words) }, " "), line)
    end
  end)
end)
