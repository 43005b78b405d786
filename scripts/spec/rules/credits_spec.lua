-- Examples of rules.lib.credits.
local cases = require("cases")
local s = cases.new()
local credits = require("rules.lib.credits")

local examples = {
  -- text, people (keys), spelled
  { "Ada Lune", { "ada lune" }, { "Ada Lune" } },
  { "The Lunes", { "lunes" }, { "The Lunes" } },
  { "Ada & Bo", { "ada", "bo" }, { "Ada", "Bo" } },
  { "Ada, Bo and Cy", { "ada", "bo", "cy" }, { "Ada", "Bo", "Cy" } },
  -- An explicit word tells who is credited: what stands beside it is not cut in the spelling.
  { "Ada, Bo & Cy feat. Dot", { "ada", "bo", "cy", "dot" }, { "Ada, Bo & Cy", "Dot" } },
  { "Ada & Bo ft. Cy", { "ada", "bo", "cy" }, { "Ada & Bo", "Cy" } },
  { "Ada featuring Bo & Cy", { "ada", "bo", "cy" }, { "Ada", "Bo & Cy" } },
  { "Ada (feat. Bo)", { "ada", "bo" }, { "Ada", "Bo" } },
  { "Ada [with Bo]", { "ada", "bo" }, { "Ada", "Bo" } },
  { "Ada w/ Bo", { "ada", "bo" }, { "Ada", "Bo" } },
  { "Ada vs. Bo", { "ada", "bo" }, { "Ada", "Bo" } },
  { "Ada x Bo", { "ada", "bo" }, { "Ada", "Bo" } },
  { "Ada × Bo", { "ada", "bo" }, { "Ada", "Bo" } },
  { "Malik X", { "malik x" }, { "Malik X" } },
  { "AB/CD", { "ab cd" }, { "AB/CD" } },
  { "Ada + The Boats", { "ada", "boats" }, { "Ada", "The Boats" } },
  { "Ada (FR)", { "ada" }, { "Ada" } },
  { "Ada & Ada", { "ada" }, { "Ada" } },
  { "アダ、ボ", { mix.text.fold("アダ"), mix.text.fold("ボ") }, { "アダ", "ボ" } },
  { "Ада & Бо", { "ада", "бо" }, { "Ада", "Бо" } },
  { "P!NK", { "pink" }, { "P!NK" } },
}
for _, case in ipairs(examples) do
  local credit = credits.parse(case[1])
  s:equal(case[1] .. " people", credit.people, case[2])
  s:equal(case[1] .. " spelled", credit.spelled, case[3])
end
s:equal("people", credits.people("Ada, Bo feat. Cy"), { "ada", "bo", "cy" })
s:equal("one", credits.people("The Ada"), { "ada" })
s:equal("nobody", credits.people(" "), {})
s:equal("whole", credits.parse("The Ada & Bo").whole, "ada and bo")
s:equal("set", credits.parse("Ada & Bo").set, cases.set("ada", "bo"))
