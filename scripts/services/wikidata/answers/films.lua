-- Answers of Wikidata to wbgetentities about films.

local forms = require("services.wikidata.answers.forms")

local file = forms.file("film", { "Q300" }, "Q9020")

file.answers = {
  { name = "a film with director, cast and length", class = "ok",
    odd = "one date for each country, the first is the earliest",
    json = forms.answer({
      forms.item("Q300", "Dune: Part One", {
        P31 = { forms.of("P31", "Q11424") }, P57 = { forms.of("P57", "Q301") },
        P161 = { forms.of("P161", "Q302"), forms.of("P161", "Q309") },
        P577 = { forms.at("P577", "+2021-10-22T00:00:00Z", 11),
          forms.at("P577", "+2021-09-15T00:00:00Z", 11) },
        P2047 = { forms.amount("P2047", "+155", "Q7727") },
        P345 = { forms.statement("P345", "external-id", "tt1160419") },
      }, { en = { { language = "en", value = "Dune" } } }),
      forms.item("Q301", "Denis Villeneuve"), forms.item("Q302", "Timothée Chalamet"),
    }),
    gives = { { key = "movie/Q300", type = "movie", date = "2021-09-15", year = 2021,
      minutes = 155, imdb = "tt1160419", directors = { "Denis Villeneuve" },
      cast = { "Timothée Chalamet" }, alternative_titles = { "Dune" } } } },
  { name = "a drawn short film, an anime for discs and one for the web", class = "ok",
    odd = "their classes are none of the common ones",
    ask = { "read", { "Q300", "Q301", "Q302" }, { kind = "film" } },
    json = forms.answer({
      forms.item("Q300", "Boats", { P31 = { forms.of("P31", "Q17517379") } }),
      forms.item("Q301", "Ebb", { P31 = { forms.of("P31", "Q220898") } }),
      forms.item("Q302", "Tides", { P31 = { forms.of("P31", "Q113671041") } }),
    }),
    gives = { { key = "movie/Q300" }, { key = "movie/Q301" }, { key = "tv/Q302" } } },
  { name = "a series, whose date is a year", class = "ok",
    odd = "it has a beginning and creators in place of a date and a director",
    json = forms.answer({
      forms.item("Q300", "One", {
        P31 = { forms.of("P31", "Q5398426") }, P170 = { forms.of("P170", "Q301") },
        P580 = { forms.at("P580", "+1999-00-00T00:00:00Z", 9) },
        P2047 = { forms.amount("P2047", "+1.5", "Q25235") },
      }),
      forms.item("Q301", "Ada"),
    }),
    gives = { { key = "tv/Q300", type = "tv", date = false, year = 1999, minutes = 90,
      directors = { "Ada" } } } },
  { name = "the novel of the same name", class = "empty",
    json = forms.answer({ forms.item("Q300", "Dune", { P31 = { forms.of("P31", "Q8261") } }) }) },
}

return file
