-- Finds the wanted book in a catalogue. The same ISBN decides; otherwise title and author must both
-- agree. Dates, publishers and pages belong to editions and count little, because shops list one
-- work under many.
--
-- Numbers: title (0.55) and author (0.35) make 0.9 of the whole when nothing else is known, so that
-- neither alone reaches `review`. An ISBN (5) outweighs another title or another author; against
-- both the match is uncertain. `accept` 0.85 allows another subtitle (0.8) with the same author,
-- and leaves a title without any author (0.5 for "not given") uncertain.

local aliases = require("rules.lib.aliases")
local exactness = require("rules.lib.exactness")
local booktitles = require("rules.lib.booktitles")
local calibrations = require("rules.data.calibrations")
local names = require("rules.lib.names")
local fields = require("rules.lib.fields")
local identifiers = require("rules.lib.identifiers")
local listed = require("rules.lib.listed")
local measures = require("rules.lib.measures")
local numbers = require("rules.lib.numbers")
local spelling = require("rules.lib.spelling")
local title_words = require("rules.lib.title_words")
local wording = require("rules.lib.wording")
local text = mix.text

-- Below this value of `title` two works have different titles.
local title_floor = 0.5

-- Parses a record. `year` may be a whole date; shops write the month first.
local function read(record)
  local title = fields.text(record.title, " ") or ""
  local subtitle = fields.text(record.subtitle, " ")
  if subtitle and not title:find(subtitle, 1, true) then title = title .. ": " .. subtitle end
  local series = fields.text(record.series, " ")
  local volume = measures.count(fields.text(record.position, " "))
  title = booktitles.with_volume(title, series, volume)
  local author = fields.text(record.author, "; ")
  local publisher = fields.text(record.publisher, " ")
  local language = fields.text(record.language, " ")
  local parsed = booktitles.parse(title)
  return {
    title = parsed, volume = parsed.number or volume and ("%g"):format(volume),
    series = series and spelling.key(series),
    authors = author and names.parse(author),
    isbn = identifiers.isbn(fields.text(record.isbn, " ")),
    year = measures.year(fields.text(record.year, " ")),
    publisher = publisher and text.normalize(publisher:sub(1, 200)),
    pages = tonumber(fields.text(record.pages, " ")),
    language = language and text.fold(language):sub(1, 2),
    written = spelling.plain(title), maker = author and spelling.plain(author),
  }
end

-- Whether one subtitle continues the other: "Thrawn" and "Thrawn: Alliances" in one series are two
-- books.
local function goes_on(a, b)
  return a.chained ~= b.chained and a.sub ~= "" and b.sub ~= ""
    and (a.sub:sub(1, #b.sub + 1) == b.sub .. " " or b.sub:sub(1, #a.sub + 1) == a.sub .. " ")
end

local function subtitle_value(a, b)
  if a.sub == b.sub then return 1, "exact" end
  if goes_on(a, b) then return 0.65, ("another part: %s"):format(b.sub) end
  if a.generic or b.generic then return 0.99, "the same but for the kind of book" end
  if a.is_series and (a.sub == "" or b.sub == "") then
    return 0.65, "perhaps a volume of the series"
  end
  if a.sub == "" or b.sub == "" then return 0.95, "the same without the subtitle" end
  if text.token_set_ratio(a.sub, b.sub) >= 0.8 then return 0.97, "subtitles alike" end
  -- Two books of a series, such as "Star Wars: …"; or one of the subtitles is only a description.
  if text.token_set_ratio(a.sub, b.sub) < 0.5 then return 0.65,
    ("another subtitle: %s"):format(b.sub) end
  return 0.8, ("another subtitle: %s"):format(b.sub)
end

local function sorted(words)
  local list = table.move(words, 1, #words, 1, {})
  table.sort(list)
  return table.concat(list, " ")
end

-- Whether one title is the other without its series: "The Lord of the Rings: The Two Towers", and
-- "The Two Towers" or "The Two Towers (The Lord of the Rings, #2)".
local function behind_series(a, b)
  return a.own ~= nil and a.own == b.main
    or a.sub_main ~= nil and a.sub_main == b.main and a.main == b.series_key
end

-- Finds titles that mean the same in other words; nil for others. The third result tells that their
-- numbers were compared.
local function otherwise_same(a, b)
  local numbered, other = a.numbered or a.main, b.numbered or b.main
  if numbered == other and a.main ~= b.main then return 0.98, "the same volume", true end
  if behind_series(a, b) or behind_series(b, a) then
    return 0.97, "the title behind its series", true
  end
  if not (a.generic or b.generic) and (a.sub_main == b.main or b.sub_main == a.main) then
    return 0.7, "perhaps the title without its series", true
  end
  if aliases.same_work(a.main, b.main) then return 0.96, "known under both titles", true end
  if a.unopened and a.unopened == (b.unopened or b.main) or b.unopened == a.main then
    return 0.93, "the same but for how the title opens", true
  end
  if (a.open or b.open)
    and wording.unmasked(a.open or text.fold(a.short), b.open or text.fold(b.short)) then
    return 0.97, "the same but for letters that are hidden", true
  end
  local same, note = wording.same(a.core, b.core)
  if same > 0 then return same, note, true end
  same, note = wording.same(a.main, b.main)
  if same > 0 then return same * 0.99, note, true end
  if #a.words > 1 and #a.words == #b.words and sorted(a.words) == sorted(b.words) then
    return 0.95, "the same words in another order"
  end
  return nil
end

local function title_value(a, b, one_author)
  if a.full == b.full or a.core == b.core then return 1, "exact" end
  -- Only when the author agrees; otherwise it cannot be the book.
  if one_author and a.main ~= b.main then
    local same, how, counted = otherwise_same(a, b)
    if same then return same, how, counted end
  end
  local main = title_words.likeness(a, b)
  local value, note = subtitle_value(a, b)
  value = value * main
  if main < 1 then note = ("%s ~ %s"):format(a.main, b.main) end
  -- A shop may write a colon where another has a bracket or nothing.
  local whole = 1 - 3 * (1 - text.ratio(a.core, b.core))
  if whole > value and main > 0 and main ~= title_words.in_doubt then
    value, note = whole, ("%s ~ %s"):format(a.core, b.core)
  end
  return value, note
end

-- Whether the part before the colon is the author: "Anne Frank: The Diary of a Young Girl".
local function behind_author(title, authors)
  if not (authors and title.sub_main) then return nil end
  for _, author in ipairs(authors) do
    if author.key == title.main then return title.sub_main end
  end
  return nil
end

local function author_likeness(q, c)
  if not q.authors or not c.authors then return 0.5, "no author to compare" end
  if names.is_nobody(q.authors) ~= names.is_nobody(c.authors) then
    return 0.5, "the author is not named on one side"
  end
  return names.lists(q.authors, c.authors)
end

local function compare(q, c)
  local same_isbn = q.isbn ~= nil and q.isbn == c.isbn
  local author, author_note = author_likeness(q, c)
  local value, note, counted = title_value(q.title, c.title, author > 0 or same_isbn)
  local ours, theirs = behind_author(q.title, q.authors), behind_author(c.title, c.authors)
  if value < 0.95 and (ours or theirs) and (ours or q.title.main) == (theirs or c.title.main) then
    value, note = 0.97, "the same but for the author's name"
  end
  -- Only one names a volume, and not the first: it may be another one.
  local volume = q.title.number or c.title.number
  if volume and volume ~= "1" and (q.title.number == nil) ~= (c.title.number == nil) and not counted
    and (q.title.series or c.title.series or "") == "" then
    value = value * 0.75
  end
  return {
    title = value, note = note, counted = counted, same_isbn = same_isbn, author = author,
    author_note = author_note,
  }
end

local function title_gate(q, c, pair)
  if q.title.full == "" then return false, "no title to compare" end
  if pair.same_isbn or pair.title >= title_floor then return true end
  return false, ("another title: %s"):format(c.title.canonical)
end

local function author_gate(_, c, pair)
  if pair.same_isbn or pair.author > 0 then return true end
  return false, ("another author: %s"):format(c.authors[1].key)
end

-- Two series count apart: one novel may be the third of one, and the first of another.
local function other_volume(a, b)
  if not (a.volume and b.volume) or a.volume == b.volume then return nil end
  local is_told = a.title.number and b.title.number
  if not is_told and a.series and b.series and a.series ~= b.series then return nil end
  return ("volume %s, not %s"):format(b.volume, a.volume)
end

-- Whether two titles are one but for a number: "Naruto, Vol. 12", "Naruto 21".
local function other_number(a, b)
  local ours, theirs = a.numbered or a.main, b.numbered or b.main
  return not numbers.same(ours, theirs) and ours:gsub("%d+", "#") == theirs:gsub("%d+", "#")
end

local function number_gate(q, c, pair)
  local a, b = q.title, c.title
  if pair.same_isbn then return true end
  local volume = other_volume(q, c)
  if volume then return false, volume end
  if pair.counted or numbers.same(a.main, b.main) or numbers.same(a.core,
    b.core) then return true end
  return false, ("other numbers in the title: %s"):format(b.canonical)
end

-- The reason to doubt the same ISBN: shops give volumes of a series one by mistake.
local function contradiction(q, c, pair)
  local volume = pair.same_isbn and other_volume(q, c)
  if volume then return 1, volume end
  if not pair.same_isbn then return 0 end
  if other_number(q.title, c.title) then return 1, "another number in the title" end
  if q.title.derived ~= c.title.derived and pair.author < 0.95 then return 1, "another work" end
  return 0
end

-- Writers of graphic novels: of their books "A Graphic Novel" says what they are; others are made
-- of another book.
local cartoonists = {}
for _, name in ipairs(listed(require("rules.data.cartoonists"))) do
  cartoonists[names.parse(name)[1].key] = true
end

-- Whether a title says of itself what it is, as "Jerusalem: A Cookbook".
local function says_what_it_is(book, other)
  local title = book.title
  if not (title.derived and title.generic) or other.title.derived then return false end
  if not title.derived:find("graphic", 1, true) then return true end
  for _, author in ipairs(book.authors or {}) do
    if cartoonists[author.key] then return true end
  end
  return false
end

-- A summary, a workbook or a box of a title is not the book.
local function work_gate(q, c, pair)
  local ours, theirs = q.title.derived, c.title.derived
  if pair.same_isbn or ours == theirs then return true end
  if pair.author >= 0.95
    and (says_what_it_is(q, c) or says_what_it_is(c, q)) then
    return true
  end
  return false, ours and ("a %s is wanted"):format(ours) or ("a %s"):format(theirs)
end

local function isbn_score(_, _, pair)
  if pair.same_isbn then return 1, "the same ISBN" end
  return nil
end

local function year_score(q, c)
  if not q.year or not c.year then return nil end
  local apart = math.abs(q.year - c.year)
  if apart == 0 then return 1, "the same year" end
  if apart <= 2 then return 0.7, "within two years" end
  return 0.4, ("%d years apart"):format(apart)
end

local function publisher_score(q, c)
  if not q.publisher or not c.publisher then return nil end
  local ratio = text.token_set_ratio(q.publisher, c.publisher)
  return math.max(0.5, ratio), ratio >= 0.8 and "the same publisher" or "another imprint"
end

local function pages_score(q, c)
  if not q.pages or not c.pages or q.pages <= 0 or c.pages <= 0 then return nil end
  local share = math.abs(q.pages - c.pages) / math.max(q.pages, c.pages)
  return math.max(0.2, 1 - 2 * share), ("%d and %d pages"):format(q.pages, c.pages)
end

local function other_language(q, c)
  local ours, theirs = q.language or q.title.language, c.language or c.title.language
  if not (ours and theirs) or ours == theirs then return 0 end
  return 1, ("in %s, not %s"):format(theirs, ours)
end

local function other_text(q, c)
  local ours, theirs = q.title.editions.abridged, c.title.editions.abridged
  if ours == theirs then return 0 end
  return 1, "abridged on one side"
end

return {
  kind = "match",
  name = "books/standard",
  doc = "The ISBN, else title and author; editions of one work are one book.",
  fields = {
    query = {
      "title", "subtitle", "author", "year", "isbn", "publisher", "pages", "language", "series",
      "position",
    },
    candidate = {
      "title", "subtitle", "author", "year", "isbn", "publisher", "pages", "language", "series",
      "position",
    },
    aliases = {
      author = { "Authors", "Author_Name" },
      year = { "Time", "Released", "Published", "publication_year", "publication_date" },
      isbn = { "ISBN13", "ISBN10" },
      pages = { "Page_Count", "Number_of_Pages" },
    },
  },
  prepare = read,
  prepare_candidate = read,
  compare = compare,
  -- Searches by the edition's number first, then by the catalogued title, then by its shorter form.
  search = function(query)
    local given = fields.text(query.title, " ") or ""
    local volume = booktitles.with_volume(given, fields.text(query.series, " "),
      measures.count(fields.text(query.position, " ")))
    local title = booktitles.parse(given)
    local authors = fields.text(query.author, "; ")
    local author = authors and names.split(authors)[1]
    local list = {}
    local isbn = identifiers.isbn(fields.text(query.isbn, " "))
    if isbn then list[1] = { isbn = isbn } end
    if volume ~= given then list[#list + 1] = { title = volume, author = author } end
    if title.canonical ~= "" then
      list[#list + 1] = { title = title.canonical, author = author }
      if title.short ~= title.canonical then
        list[#list + 1] = { title = title.short, author = author }
      end
    end
    return list
  end,
  gates = {
    { name = "title", check = title_gate, doc = "Some of the title must agree." },
    { name = "author", check = author_gate, doc = "An author must be the same." },
    { name = "numbers", check = number_gate, doc = "Volumes and numbers must be the same." },
    { name = "work", check = work_gate, doc = "Summaries and boxes are other works." },
  },
  features = {
    { name = "isbn", weight = 5, score = isbn_score, doc = "The same ISBN outweighs the rest." },
    {
      name = "title",
      weight = 0.55,
      score = function(_, _, pair)
        -- The ISBN decides: another subtitle takes nothing from it.
        if pair.same_isbn and pair.title >= title_floor then return nil end
        return math.max(0, pair.title), pair.note
      end,
    },
    {
      name = "author",
      weight = 0.35,
      score = function(_, _, pair) return pair.author, pair.author_note end,
    },
    { name = "year", weight = 0.10, score = year_score },
    { name = "publisher", weight = 0.03, score = publisher_score },
    { name = "pages", weight = 0.03, score = pages_score },
    { name = "contradiction", penalty = 0.25, score = contradiction, doc = "Not by the ISBN." },
    exactness.feature("isbn"),
    { name = "language", penalty = 0.1, score = other_language },
    { name = "abridged", penalty = 0.1, score = other_text },
  },
  accept = 0.85,
  review = 0.6,
  margin = 0.03,
  calibration = calibrations.books,
  -- The more books have a title, the less it proves without an author.
  term = function(book, other)
    if other and (book.authors and other.authors or book.isbn and book.isbn == other.isbn) then
      return nil
    end
    return book.title.main ~= "" and book.title.main or nil
  end,
  -- Editions of one work are not rivals.
  same_work = function(a, b)
    return a.title.main == b.title.main and a.volume == b.volume
      and (a.authors and b.authors and names.lists(a.authors, b.authors) > 0) == true
  end,
  tie_order = { "year" },
}
