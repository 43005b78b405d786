-- Answers of Wikidata to wbgetentities about people.

local forms = require("services.wikidata.answers.forms")

local file = forms.file("person", { "Q400", "Q401" }, "Q9040|Q9041")

file.explained = {
  ["entities.*.aliases.*"] = "the mock has no aliases",
  ["entities.*.aliases.*[]"] = "the same", ["entities.*.aliases.*[].language"] = "the same",
  ["entities.*.aliases.*[].value"] = "the same",
}

file.answers = {
  { name = "a person and a group", class = "ok",
    json = forms.answer({
      forms.item("Q400", "Ada", { P31 = { forms.of("P31", "Q5") } },
        { en = { { language = "en", value = "Ada L." }, { language = "en", value = "Ada" } } }),
      forms.item("Q401", "Ada and the Bos", { P31 = { forms.of("P31", "Q215380") } }),
    }),
    gives = { { id = "Q400", name = "Ada", aliases = { "Ada L." } },
      { id = "Q401", aliases = false } } },
  { name = "a ship of the same name", class = "empty",
    json = forms.answer({ forms.item("Q400", "Ada", { P31 = { forms.of("P31", "Q11446") } }) }) },
}

return file
