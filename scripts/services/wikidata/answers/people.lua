-- Answers of Wikidata to wbgetentities about people.

local forms = require("services.wikidata.answers.forms")

local file = forms.file("person", { "Q400", "Q401" }, "Q9040|Q9041")

for _, part in ipairs({ "after", "before", "calendarmodel", "precision", "time", "timezone" }) do
  file.explained["entities.*.claims.*[].mainsnak.datavalue.value." .. part] = "it knows no dates"
end

file.answers = {
  { name = "a person and a group", class = "ok",
    json = forms.answer({
      forms.item("Q400", "Ada", { P31 = { forms.of("P31", "Q5") },
        P569 = { forms.at("P569", "+1921-03-04T00:00:00Z", 11),
          forms.at("P569", "+1921-00-00T00:00:00Z", 9) },
        P570 = { forms.at("P570", "+1999-00-00T00:00:00Z", 9),
          forms.at("P570", "+2001-00-00T00:00:00Z", 9) } },
        { en = { { language = "en", value = "Ada L." }, { language = "en", value = "Ada" } } }),
      forms.item("Q401", "Ada and the Bos", { P31 = { forms.of("P31", "Q215380") } }),
    }),
    odd = "sources may differ in the year of a death",
    gives = { { id = "Q400", name = "Ada", aliases = { "Ada L." }, born = "1921-03-04",
      died = false },
      { id = "Q401", aliases = false, born = false } } },
  { name = "a ship of the same name", class = "empty",
    json = forms.answer({ forms.item("Q400", "Ada", { P31 = { forms.of("P31", "Q11446") } }) }) },
}

return file
