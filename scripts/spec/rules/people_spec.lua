-- Decisions of match/people/standard: the pairs of people_pairs.csv (written from general
-- knowledge) from either side.
local cases = require("cases")
local labelled_pairs = require("labelled_rows")
local s = cases.new()

labelled_pairs.check(s, "match/people", "people_pairs", { "name", "born" }, 2)

local rules = mix.rules.load("match/people")
local function decision(query, candidate)
  return mix.match.best(query, { candidate }, rules).decision
end
s:equal("a full name alone", decision({ name = "Ada Lune" }, { name = "Lune, Ada" }), "matched")
s:equal("initials alone", decision({ name = "A. Lune" }, { name = "Ada Lune" }), "uncertain")
s:equal("initials and a year", decision({ name = "A. Lune", born = 1900 },
  { name = "Ada Lune", born = "1900-02-03" }), "matched")
s:equal("a family name alone", decision({ name = "Lunella" }, { name = "Ada Lunella" }),
  "uncertain")
s:equal("nobody", decision({ name = "" }, { name = "Ada Lune" }), "none")
