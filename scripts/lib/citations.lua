-- Books and other works in the forms of reference managers, as records of a table: BibTeX and RIS.

local bibtex = require("lib.citations.bibtex")
local file_text = require("lib.file_text")
local latex_text = require("lib.citations.latex_text")
local ris = require("lib.citations.ris")
local trimmed = require("lib.trimmed")

local citations = {}

-- The kinds of works that are not books, as messages name them.
local kinds = {
  article = "journal article", suppperiodical = "journal article", periodical = "journal",
  inproceedings = "conference paper", conference = "conference paper", inbook = "book section",
  incollection = "book section", movie = "movie", music = "song", audio = "song",
  JOUR = "journal article", EJOUR = "journal article", MGZN = "magazine article",
  NEWS = "newspaper article", CPAPER = "conference paper", CONF = "conference paper",
  CHAP = "book section", ECHAP = "book section", MPCT = "movie", MUSIC = "song", BOOK = "book",
  EBOOK = "book", EDBOOK = "book",
}

-- Only a whole work's number of pages is one.
local function pages_of(text) return text and trimmed(text):match("^(%d+)%s*p*%.?$") end

local function year_of(text) return text and text:match("%f[%d]%d%d%d%d%f[%D]") end

-- Values that are kept as they are.
local verbatim = { url = true, doi = true, file = true, isbn = true }
-- Fields that get another name below.
local renamed = { author = true, editor = true, date = true, year = true, pages = true,
  pagetotal = true, langid = true, booktitle = true }

local function of_bibtex(entry)
  local fields = entry.fields
  local kind = kinds[entry.kind] or entry.kind
  -- Books need no word for it.
  local record = { itemtype = kind ~= "book" and kind or nil }
  for name, value in pairs(fields) do
    if not renamed[name] then record[name] = verbatim[name] and value or latex_text.plain(value) end
  end
  record.title = record.title or fields.booktitle and latex_text.plain(fields.booktitle)
  record.author = bibtex.names(fields.author or fields.editor or "")
  record.year = year_of(fields.date) or year_of(fields.year) or fields.year
  record.language = record.language or fields.langid
  record.pages = pages_of(fields.pagetotal) or pages_of(fields.pages)
  return record
end

-- The first value among tags; nil without one.
local function first(fields, ...)
  for _, tag in ipairs({ ... }) do
    if fields[tag] and fields[tag][1] then return fields[tag][1] end
  end
end

local function of_ris(entry)
  local fields, kind = entry.fields, kinds[entry.kind] or entry.kind:lower()
  local is_book = kind == "book"
  local record = { itemtype = not is_book and kind or nil,
    title = first(fields, "TI", "T1", "BT", "CT"),
    author = fields.AU or fields.A1 or fields.ED or fields.A2,
    year = year_of(first(fields, "PY", "Y1", "DA")), publisher = first(fields, "PB"),
    volume = first(fields, "VL"), edition = first(fields, "ET"), language = first(fields, "LA"),
    place = first(fields, "CY", "PP"), url = first(fields, "UR"), doi = first(fields, "DO"),
    abstract = first(fields, "AB", "N2"), note = first(fields, "N1"),
    keywords = fields.KW and table.concat(fields.KW, ", ") }
  if is_book then
    record.isbn = fields.SN and table.concat(fields.SN, ", ")
    record.series = first(fields, "T3", "T2")
    record.pages = pages_of(first(fields, "SP"))
  else
    record.issn, record.journal = first(fields, "SN"), first(fields, "T2", "JO", "JF")
  end
  return record
end

local forms = { bibtex = { read = bibtex.read, record = of_bibtex },
  ris = { read = ris.read, record = of_ris } }

--- Returns the form of a text, "bibtex" or "ris"; nil for any other text.
function citations.form(text)
  text = file_text.unmarked(text:sub(1, 4000))
  return bibtex.is_one(text) and "bibtex" or ris.is_one(text) and "ris" or nil
end

--- Whether a file of this name has a text in one of the forms.
function citations.is_name(path)
  local ending = path:lower():match("%.(%w+)$")
  return ending == "bib" or ending == "bibtex" or ending == "ris"
end

--- Reads a text in a form: a list of {record, line}. Into `bad` go {row, reason} of damaged
--- entries.
function citations.read(text, form, bad)
  local list = forms[form].read(file_text.decode(text), bad)
  for place, entry in ipairs(list) do
    list[place] = { record = forms[form].record(entry), line = entry.line }
  end
  return list
end

return citations
