-- The names of columns in tables that people wrote by hand: in English, German, French,
-- Spanish, Italian, Portuguese and Dutch; without accents, capitals and punctuation.

local columns = {}

local names = {
  title = {
    "title", "book title", "name", "titel", "buchtitel", "titre", "titre du livre", "titulo",
    "titulo del libro", "titolo", "boektitel",
  },
  subtitle = { "subtitle", "untertitel", "sous titre", "subtitulo", "sottotitolo", "ondertitel" },
  authors = {
    "author", "authors", "author s", "creator", "creators", "by", "writer", "autor", "autoren",
    "autorin", "autor in", "autor innen", "verfasser", "verfasserin", "verfasser in", "auteur",
    "auteurs", "auteur s", "autrice", "auteur e", "autores", "autora", "autor es", "escritor",
    "autore", "autori", "schrijver",
  },
  isbn = {
    "isbn13", "isbn 13", "isbn", "isbn10", "isbn 10", "ean", "isbn nummer", "numero isbn",
    "isbn nr",
  },
  year = {
    "year", "publication year", "year published", "published", "first published",
    "publication date", "date", "jahr", "erscheinungsjahr", "erscheinungsdatum", "veroffentlicht",
    "veroffentlichungsjahr", "publikationsjahr", "datum", "annee", "annee de publication",
    "annee de parution", "date de publication", "date de parution", "parution", "ano",
    "ano de publicacion", "fecha de publicacion", "fecha", "publicado", "anno",
    "anno di pubblicazione", "ano de publicacao", "jaar", "jaar van uitgave",
  },
  publisher = {
    "publisher", "verlag", "herausgeber", "editeur", "maison d edition", "editorial", "editora",
    "editore", "casa editrice", "uitgever", "uitgeverij",
  },
  pages = {
    "pages", "page count", "number of pages", "num pages", "seiten", "seitenzahl", "seitenanzahl",
    "anzahl seiten", "nombre de pages", "nb pages", "nb de pages", "paginas", "numero de paginas",
    "n de paginas", "pagine", "numero di pagine", "aantal pagina s",
  },
  language = {
    "language", "lang", "sprache", "langue", "idioma", "lengua", "lingua", "taal",
  },
  series = {
    "series", "reihe", "serie", "buchreihe", "saga", "coleccion", "collana", "reeks",
  },
  position = {
    "series position", "series index", "volume", "band", "bandnummer", "tome", "tomo", "volumen",
    "numero", "nummer", "deel",
  },
}

local keys = {}
for key, list in pairs(names) do
  for _, name in ipairs(list) do keys[name] = key end
end

--- A column's name as it is compared.
function columns.key(name) return mix.text.normalize(name) end

--- The names that a column may have, best first: of title, subtitle, authors, isbn, year,
-- publisher, pages, language, series or position.
function columns.names(what) return names[what] end

--- The field of a column's name; nil when it is not known.
function columns.meaning(name) return keys[columns.key(name)] end

return columns
