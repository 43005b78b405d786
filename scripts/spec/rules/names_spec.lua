-- Examples of rules.lib.names.
local names = require("rules.lib.names")

describe("names of authors", function()
  local splits = {
    { "Lune, Ada", { "Ada Lune" } },
    { "Lune, A.B.", { "A.B. Lune" } },
    -- Before the comma stand two words: two people.
    { "Ada Lune, Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "van der Mar, Bo", { "Bo van der Mar" } },
    { "Ada Lune, Jr.", { "Ada Lune Jr." } },
    { "Lune, Ada, Jr.", { "Ada Lune Jr." } },
    { "Ada Lune, Jr., Bo Mar", { "Ada Lune Jr.", "Bo Mar" } },
    { "Ada Lune, Ph.D.", { "Ada Lune" } },
    { "Ada Lune, PhD, Bo Mar, III", { "Ada Lune", "Bo Mar III" } },
    { "Ada Lune and Bo Mar; Cy Ray", { "Ada Lune", "Bo Mar", "Cy Ray" } },
    { "Lune, Ada & Mar, Bo", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune (Editor)", { "Ada Lune" } },
    { "Лунина, Ада", { "Ада Лунина" } },
    { "阿田", { "阿田" } },
    -- Letters alone: only whole words part names.
    { "Thomas Rand Mar", { "Thomas Rand Mar" } },
    { "Ada Lune and Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune as Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune writing as Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune translated by Bo Mar", { "Ada Lune" } },
    { "Ada Lune, edited by Bo Mar", { "Ada Lune" } },
    { "Ada Lune, with an introduction by Bo Mar", { "Ada Lune" } },
    { "edited by Ada Lune", { "Ada Lune" } },
    { "By Ada Lune", { "Ada Lune" } },
    { "Ada Lune und Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune | Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune, Bo Mar (eds.)", { "Ada Lune" } },
    { "Ada Lune & Bo Mar (Eds.)", { "Ada Lune", "Bo Mar" } },
    { "Lune, Ada (Ed.)", { "Ada Lune" } },
    { "Ada Lune, Bo Mar, et al.", { "Ada Lune", "Bo Mar" } },
    { "Lune, Ada [and others]", { "Ada Lune" } },
    { "Lune, A. B., Mar, C., & Ray, D. E.", { "A. B. Lune", "C. Mar", "D. E. Ray" } },
    { "Lune, Ada B., Mar, Bo", { "Ada B. Lune", "Bo Mar" } },
    { "Aho, Sethi, Ullman", { "Aho", "Sethi", "Ullman" } },
    { "Lune, Ada, author", { "Ada Lune" } },
    { "Lune, Ada, 1901-1980, author; Mar, Bo, translator", { "Ada Lune" } },
    { "Luna Mar, A.", { "A. Luna Mar" } },
    { "Luna Mar, Ada de", { "Ada de Luna Mar" } },
    { "Ada Lune with Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune u.a.", { "Ada Lune" } },
    { "Ada Lune - author, narrator", { "Ada Lune" } },
    { "Ada Lune (Author), Bo Mar (Narrator)", { "Ada Lune" } },
    { "O&#39;Mar, Bo", { "Bo O'Mar" } },
    { "Lune, Ada:Mar, Bo:", { "Ada Lune", "Bo Mar" } },
    { "['Ada Lune', 'Bo Mar']", { "Ada Lune", "Bo Mar" } },
    { "Ada Lune: Works", { "Ada Lune: Works" } },
    { "Lune| Ada & Mar| Bo", { "Ada Lune", "Bo Mar" } },
    { "Lune| Ada B., Mar| Bo, Ray| Cy", { "Ada B. Lune", "Bo Mar", "Cy Ray" } },
    { "Ada Lune, Jr. & Mar| Bo", { "Ada Lune Jr.", "Bo Mar" } },
    { "Ada Lune| Bo Mar", { "Ada Lune", "Bo Mar" } },
    { "Ada Bo Lune, PhD, RD, LDN", { "Ada Bo Lune" } }, { "Lune, R. D.", { "R. D. Lune" } },
    { "Lune, RD", { "RD Lune" } },
    { "Luna Mar, Ada", { "Ada Luna Mar" } },
  }
  for _, case in ipairs(splits) do
    it(case[1], function() assert.are.same(case[2], names.split(case[1])) end)
  end

  local function likeness(a, b)
    local value = names.lists(names.parse(a), names.parse(b))
    return math.floor(value * 100 + 0.5)
  end

  local pairs_ = {
    { "A.B. Lune", "A. B. Lune", 100 },
    { "AB Lune", "A. B. Lune", 100 },
    { "Lune, A.B.", "A B Lune", 100 },
    { "Ada B. Lune", "A. B. Lune", 97 },
    { "Ada Lune", "Ada B. Lune", 97 },
    { "Lune Ada", "Ada Lune", 98 },
    { "Dr. Ada Lune", "Ada Lune", 100 },
    { "Ada Lune M.D.", "Ada Lune", 100 },
    { "ADA LUNE", "Ada Lune", 100 },
    { "Ada Lune", "Cleo Lune", 40 },
    { "Ada Lune", "Bo Mar", 0 },
    { "Lune A. B.", "A. B. Lune", 100 },
    { "Lune AB", "Ada Bo Lune", 97 },
    { "ASP", "The American Society of Poets", 90 },
    { "Aho; Sethi; Ullman", "Ada Sethi; Bo Ullman", 95 },
    { "Yevgeny Lunyatin", "Eugene Luniatin", 90 }, { "Daniel Lunyatin", "Danielle Lunyatin", 90 },
    { "Iwan Turlunjew", "Ivan Turlunev", 74 }, { "Lunestoïevski", "Ada Lunestoyevsky", 90 },
    { "Лунина А. Б.", "Ада Лунина", 97 },
    { "Anton Lunechov", "Anton Lunecov", 90 },
    { "Lune A. B., Mar C. D.", "Ada Lune; Cleo Mar", 97 },
    { "Ada Christian Lune", "Ada Christoph Lune", 40 },
    { "Ada R. Lune", "Ada Q. Lune", 40 },
    { "Ruiz de la Mar", "Ada Ruiz de la Mar", 80 },
    { "Ada Lune; Bo Mar", "Bo Mar", 95 },
    { "Zoë Lune", "Zoe Lune", 100 }, { "Jörg Lüne", "Joerg Luene", 98 },
    { "Mc Lune, Ada", "Ada McLune", 100 }, { "St. Lune", "Saint Lune", 100 },
    { "Luna Mar, Ada", "Ada Luna Mar", 100 },
    { "Ада Лунина", "Ада Лунина", 100 },
  }
  for _, case in ipairs(pairs_) do
    it(case[1] .. " ~ " .. case[2], function()
      assert.equal(case[3], likeness(case[1], case[2]))
    end)
    it(case[2] .. " ~ " .. case[1], function()
      assert.equal(case[3], likeness(case[2], case[1]))
    end)
  end

  for _, list in ipairs({ "Unknown", "Various Authors", "Author unknown", "N/A", "V.A.", "",
    "AA.VV.", "N.N.", "Varios autores", "Неизвестный автор", "佚名", "nan", "undefined",
    "Multiple Authors" }) do
    it("nobody: " .. list, function() assert.is_true(names.is_nobody(names.parse(list))) end)
  end
  for _, list in ipairs({ "Ada Author", "Noa", "Nan Lune", "Ada Lune; Anonymous" }) do
    it("a person: " .. list, function() assert.is_false(names.is_nobody(names.parse(list))) end)
  end
  it("helpers alone", function()
    assert.is_true(names.parse("Ada Lune (translator)").are_helpers)
    assert.is_false(names.parse("Bo Mar; Ada Lune (translator)").are_helpers)
  end)
end)
