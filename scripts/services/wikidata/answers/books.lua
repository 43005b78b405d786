-- Answers of Wikidata to wbgetentities about books.

local changed = require("lib.changed")
local forms = require("services.wikidata.answers.forms")

local file = forms.file("book", { "Q100" }, "Q9010|Q9030|Q1860|Q9019999999")

file.explained = changed(file.explained, {
  ["entities.*.claims.*[].mainsnak.datavalue.value"] = "texts: the mock has no ISBNs",
  ["entities.*.redirects"] = "it merges nothing",
  ["entities.*.claims.*[].mainsnak.datavalue.value.amount"] = "it knows no pages",
  ["entities.*.claims.*[].mainsnak.datavalue.value.unit"] = "the same",
  ["entities.*.claims.*[].mainsnak.datavalue.value.text"] = "it has no subtitles",
  ["entities.*.labels.*.for-language"] = "all its labels are English",
})

file.answers = {
  { name = "a novel with author, publisher and language", class = "ok",
    json = forms.answer({
      forms.item("Q100", "Dune", {
        P31 = { forms.of("P31", "Q7725634"), forms.of("P31", "Q8261") },
        P50 = { forms.of("P50", "Q101") }, P123 = { forms.of("P123", "Q102") },
        P407 = { forms.of("P407", "Q1860") }, P577 = { forms.at("P577",
          "+1965-08-00T00:00:00Z", 10) }, P1104 = { forms.amount("P1104", "+412") },
        P212 = { forms.statement("P212", "string", "978-0-441-01359-3") },
        P957 = { forms.statement("P957", "string", "0-441-01359-7") },
      }),
      forms.item("Q101", "Frank Herbert"), forms.item("Q102", "Chilton"),
      forms.item("Q1860", "English"),
    }),
    gives = { { key = "Q100", title = "Dune", author = { "Frank Herbert" }, year = 1965,
      publishers = { "Chilton" }, language = "en", pages = 412,
      numbers = { "9780441013593", "0441013597" } } } },
  { name = "an author whose item was merged into another", class = "ok",
    odd = "it comes under the identifier that was asked for, with the one that is left",
    json = { success = 1, entities = {
      Q100 = forms.item("Q100", "Dune", { P31 = { forms.of("P31", "Q571") },
        P50 = { forms.of("P50", "Q101") } }),
      Q101 = changed(forms.item("Q909", "Frank Herbert"),
        { redirects = { from = "Q101", to = "Q909" } }),
    } },
    gives = { { author = { "Frank Herbert" } } } },
  { name = "the title of the question, which is an alias", class = "ok",
    odd = "the label is that of one language",
    ask = { "read", { "Q100" }, { kind = "book", title = "der wüstenplanet" } },
    json = forms.answer({ forms.item("Q100", "Dune", { P31 = { forms.of("P31", "Q571") } },
      { en = { { language = "en", value = "Der Wüstenplanet" } } }) }),
    gives = { { title = "Der Wüstenplanet", year = false } } },
  { name = "ranks, unknown values, and authors without an item", class = "ok",
    odd = "a preferred statement outdoes the normal ones, a deprecated one is wrong",
    json = forms.answer({
      forms.item("Q100", "One", {
        P31 = { forms.of("P31", "Q571") },
        P50 = { forms.of("P50", "Q101", { rank = "deprecated" }),
          forms.statement("P50", nil, nil, { snaktype = "somevalue" }) },
        P2093 = { forms.statement("P2093", "string", "Ada") },
        P123 = { forms.of("P123", "Q102"), forms.of("P123", "Q103", { rank = "preferred" }) },
        P577 = { forms.at("P577", "+1900-00-00T00:00:00Z", 7),
          forms.at("P577", "-0050-00-00T00:00:00Z", 9), forms.at("P577",
            "+1988-00-00T00:00:00Z", 9), forms.at("P577", "+1970-02-31T00:00:00Z", 11) },
      }),
      forms.item("Q101", "Wrong"), forms.item("Q102", "Old"), forms.item("Q103", "New"),
    }),
    gives = { { author = { "Ada" }, publishers = { "New" }, year = 1988, language = false } } },
  { name = "a comic, a play, a poem, a series of novels and a book for children", class = "ok",
    odd = "their classes are none of the common ones",
    ask = { "read", { "Q100", "Q101", "Q102", "Q103", "Q104" }, { kind = "book" } },
    json = forms.answer({
      forms.item("Q100", "Boats", { P31 = { forms.of("P31", "Q725377") } }),
      forms.item("Q101", "The Pier", { P31 = { forms.of("P31", "Q116476516") } }),
      forms.item("Q102", "Ebb", { P31 = { forms.of("P31", "Q5185279") } }),
      forms.item("Q103", "Tides", { P31 = { forms.of("P31", "Q1667921") } }),
      forms.item("Q104", "Foam", { P31 = { forms.of("P31", "Q8275050") } }),
    }),
    gives = { { key = "Q100" }, { key = "Q101" }, { key = "Q102" }, { key = "Q103" },
      { key = "Q104" } } },
  { name = "labels in a language that stands in", class = "ok",
    odd = "the member is that of the language asked for, its language the one that stands in",
    json = (function()
      local item = forms.item("Q100", "", { P31 = { forms.of("P31", "Q571") } })
      item.labels = forms.texts("mul", "Solaris", "en")
      return forms.answer({ item })
    end)(),
    gives = { { title = "Solaris" } } },
  { name = "an item that was merged with another", class = "ok",
    odd = "it stands under the identifier that was asked for",
    json = { entities = { Q100 = forms.item("Q200", "One", { P31 = { forms.of("P31", "Q571") } }) },
      success = 1 },
    gives = { { key = "Q200" } } },
  { name = "an item that is gone", class = "empty",
    json = { entities = { Q100 = { id = "Q100", missing = "" } }, success = 1 } },
  { name = "an item of another kind, and empty lists in place of objects", class = "empty",
    odd = "PHP writes an empty object as a list",
    body = '{"entities":{"Q100":{"id":"Q100","type":"item","labels":[],"aliases":[],"claims":[]}}}',
    type = "application/json" },
  { name = "an identifier that it cannot read", class = "refused",
    odd = "status 200",
    json = { error = { code = "no-such-entity",
      info = 'Could not find an entity with the ID "Q0".' }, servedby = "mw-api-ext" } },
}

return file
