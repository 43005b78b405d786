-- The fields of a book, each once. From here come the columns that tables may have (import, link),
-- the options of `mixhost books edit`, the form and the facts of the page, what rules compare and
-- take over from a catalogue, and the columns and elements of exports. A new field is one line here
-- and one in `WorkField` (Sources/Store/Library/WorkRecord.swift), which stores it.
--
--   name       in the library
--   input      in options, forms and rules (default: name)
--   kind       how it is read and typed: text (default), long, names, isbn, year, pages, language,
--              position, url
--   label      on the page; help, hint: of the option, of the form
--   columns    what tables of people call it: without accents, capitals and punctuation
--   calibre, goodreads, storygraph, librarything    the column of that program, where it is plain
--   dc         the element of an OPF, beside `calibre`
--   compared   rules of match/books compare it

---@type table[]
local fields = {
  { name = "title", label = "Title", required = true, compared = true, dc = "title",
    calibre = "title", goodreads = "Title", storygraph = "Title", librarything = "Title",
    columns = {
      "title", "book title", "name", "titel", "buchtitel", "titre", "titre du livre", "titulo",
      "titulo del libro", "titolo", "boektitel", "tytul", "nazev", "titul", "cim", "titlu",
      "название", "название книги", "заглавие", "назва", "τιτλος", "タイトル", "書名", "书名", "제목",
    } },
  { name = "subtitle", label = "Subtitle", compared = true,
    columns = {
      "subtitle", "untertitel", "sous titre", "subtitulo", "sottotitolo", "ondertitel",
    } },
  { name = "creators", input = "author", kind = "names", label = "Authors", compared = true,
    help = "the author; once for each", hint = "; between several",
    calibre = "authors", storygraph = "Authors",
    columns = {
      "author", "authors", "author s", "creator", "creators", "by", "writer", "author text",
      "autor", "autoren", "autorin", "autor in", "autor innen", "verfasser", "verfasserin",
      "verfasser in", "auteur", "auteurs", "auteur s", "autrice", "auteur e", "autores", "autora",
      "autor es", "escritor", "autore", "autori", "schrijver", "author first last",
      "primary author", "primaryauthor", "written by", "author name", "author names", "authornames",
      "book author", "author details", "author labels", "authors labels", "forfattare", "forfatter",
      "kirjailija", "szerzo", "yazar", "автор", "авторы", "συγγραφεας", "作者", "著者", "저자",
    } },
  { name = "isbn", kind = "isbn", label = "ISBN", compared = true,
    help = "its ISBN, ten or thirteen digits",
    columns = {
      "isbn13", "isbn 13", "isbn", "isbn10", "isbn 10", "ean", "isbn nummer", "numero isbn",
      "isbn nr",
    } },
  { name = "year", kind = "year", label = "Year", compared = true, help = "when it first came out",
    librarything = "Date",
    columns = {
      "year", "publication year", "year published", "published", "first published",
      "first publish year", "original publication year", "date published", "datepublished",
      "published year", "publishedyear", "issued", "publication date", "published date",
      "publisheddate", "publish date", "date", "jahr", "erscheinungsjahr", "erscheinungsdatum",
      "veroffentlicht", "veroffentlichungsjahr", "publikationsjahr", "datum", "annee",
      "annee de publication", "annee de parution", "date de publication", "date de parution",
      "parution", "ano", "ano de publicacion", "fecha de publicacion", "fecha", "publicado", "anno",
      "anno di pubblicazione", "ano de publicacao", "jaar", "jaar van uitgave",
    } },
  { name = "edition", label = "Edition", compared = true, help = "which edition, such as 2nd",
    hint = "such as 2nd",
    columns = {
      "edition", "auflage", "edicion", "edizione", "editie", "edicao", "druk", "wydanie", "издание",
    } },
  { name = "publisher", label = "Publisher", compared = true,
    calibre = "publisher", goodreads = "Publisher", dc = "publisher",
    columns = {
      "publisher", "verlag", "herausgeber", "editeur", "maison d edition", "editorial", "editora",
      "editore", "casa editrice", "uitgever", "uitgeverij",
    } },
  { name = "pages", kind = "pages", label = "Pages", compared = true,
    help = "how many pages it has", goodreads = "Number of Pages", librarything = "Page Count",
    columns = {
      "pages", "page count", "pagecount", "number of pages", "num pages", "seiten", "seitenzahl",
      "seitenanzahl", "anzahl seiten", "nombre de pages", "nb pages", "nb de pages", "paginas",
      "numero de paginas", "n de paginas", "pagine", "numero di pagine", "aantal pagina s",
    } },
  { name = "language", kind = "language", label = "Language", compared = true,
    help = "two letters, such as en", hint = "two letters, such as en",
    calibre = "languages", librarything = "Languages", dc = "language",
    columns = { "language", "lang", "sprache", "langue", "idioma", "lengua", "lingua", "taal" } },
  { name = "series", label = "Series", compared = true, help = "the series that it belongs to",
    calibre = "series",
    columns = {
      "series", "series name", "series names", "seriesnames", "series title", "series details",
      "reihe", "serie", "buchreihe", "saga", "coleccion", "collana", "reeks",
    } },
  { name = "series_position", input = "position", kind = "position", label = "Volume",
    compared = true, help = "its place in the series", hint = "its place in the series",
    columns = {
      "series position", "series index", "volume", "band", "bandnummer", "tome", "tomo", "volumen",
      "numero", "nummer", "deel", "volume number", "volume no", "vol", "bd",
      "book number", "number in series", "series number", "seriesnumber", "series no", "band nr",
      "teil", "part", "巻", "том", "tom", "cilt", "dil", "kotet", "osa",
      "issue", "issue number", "heft", "heftnummer",
    } },
  { name = "cover", kind = "url", label = "Cover" },
  { name = "description", kind = "long", label = "About", help = "the description",
    calibre = "comments", dc = "description" },
}

local work_fields = { list = fields }

for _, field in ipairs(fields) do
  field.input, field.kind = field.input or field.name, field.kind or "text"
  field.help, field.columns = field.help or "its " .. field.name, field.columns or {}
end

--- The value of a field as forms and rules have it; nil without one.
function work_fields.value(work, field)
  if field.kind ~= "isbn" then return work[field.name] end
  local numbers = work.identifiers or {}
  return numbers.isbn13 or numbers.isbn10
end

return work_fields
