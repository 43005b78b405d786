-- Examples of rules.lib.credits.
local cases = require("cases")
local credits = require("rules.lib.credits")

describe("credits of artists", function()
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
    { "Ada et Bo", { "ada", "bo" }, { "Ada", "Bo" } },
    { "Ada y Bo", { "ada", "bo" }, { "Ada", "Bo" } },
    { "Ада и Бо", { "ада", "бо" }, { "Ада", "Бо" } },
    { "Ada E & Bo", { "ada e", "bo" }, { "Ada E", "Bo" } },
    { "Malik X", { "malik x" }, { "Malik X" } },
    { "AB/CD", { "ab cd" }, { "AB/CD" } },
    { "Ada + The Boats", { "ada", "boats" }, { "Ada", "The Boats" } },
    { "Ada (FR)", { "ada" }, { "Ada" } },
    { "Ada & Ada", { "ada" }, { "Ada" } },
    { "アダ、ボ", { mix.text.fold("アダ"), mix.text.fold("ボ") }, { "アダ", "ボ" } },
    { "Ада & Бо", { "ада", "бо" }, { "Ада", "Бо" } },
    { "P!NK", { "pink" }, { "P!NK" } },
    { "Ada Lune, Jr., Bo", { "ada lune jr", "bo" }, { "Ada Lune Jr.", "Bo" } },
  }
  for _, case in ipairs(examples) do
    local credit = credits.parse(case[1])
    it(case[1] .. " people", function() assert.are.same(case[2], credit.people) end)
    it(case[1] .. " spelled", function() assert.are.same(case[3], credit.spelled) end)
  end
  it("people", function()
    assert.are.same({ "ada", "bo", "cy" }, credits.people("Ada, Bo feat. Cy"))
  end)
  it("one", function() assert.are.same({ "ada" }, credits.people("The Ada")) end)
  it("nobody", function() assert.are.same({}, credits.people(" ")) end)
  it("whole", function() assert.equal("ada and bo", credits.parse("The Ada & Bo").whole) end)
  it("set", function() assert.are.same(cases.set("ada", "bo"), credits.parse("Ada & Bo").set) end)
end)
