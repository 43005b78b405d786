-- Finds the wanted book in a catalogue. The same ISBN decides; otherwise title and author must both
-- agree. Dates, publishers and pages belong to editions and count little, because shops list one
-- work under many.
--
-- Numbers: title (0.55) and author (0.35) make 0.9 of the whole when nothing else is known, so that
-- neither alone reaches `review`. An ISBN (5) outweighs another title or another author; against
-- both the match is uncertain. `accept` 0.85 allows another subtitle (0.8) with the same author,
-- and leaves a title without any author uncertain, unless it is long, or short and of the same year
-- (`likeness.proof`).

local aliases = require("rules.lib.aliases")
local derived_works = require("rules.lib.derived_works")
local editions = require("rules.lib.editions")
local exactness = require("rules.lib.exactness")
local booktitles = require("rules.lib.booktitles")
local byline = require("rules.lib.byline")
local likeness = require("rules.lib.booktitle_likeness")
local calibrations = require("rules.data.calibrations")
local names = require("rules.lib.names")
local fields = require("rules.lib.fields")
local identifiers = require("lib.identifiers")
local lists = require("rules.lib.lists")
local measures = require("rules.lib.measures")
local numbers = require("rules.lib.numbers")
local spelling = require("rules.lib.spelling")
local unknown_titles = require("rules.lib.unknown_titles")
local text = mix.text

-- Below this value of `title` two works have different titles.
local title_floor = 0.5

-- Parses a title, to which the columns of its series give the mark that it lacks: people write
-- "Tides 3" for the third.
local function parsed_in_series(title, series, volume)
  local parsed = booktitles.parse(title)
  if not (series and volume) or parsed.number or parsed.series_key then return parsed end
  return booktitles.parse(("%s (%s, #%g)"):format(title, series, volume))
end

-- Parses a record. `year` may be a whole date; shops write the month first.
local function read(record)
  local title = fields.text(record.title, " ") or ""
  local subtitle = fields.text(record.subtitle, " ")
  if subtitle and not title:find(subtitle, 1, true) then title = title .. ": " .. subtitle end
  local series = fields.text(record.series, " ")
  local volume = measures.count(fields.text(record.position, " "))
  local named = title
  title = booktitles.with_volume(title, series, volume)
  local author = fields.text(record.author, "; ")
  local publisher = fields.text(record.publisher, " ")
  local language = fields.text(record.language, " ")
  local parsed = parsed_in_series(title, series, volume)
  local edition = fields.text(record.edition, " ")
  local isbns = identifiers.isbns(fields.text(record.isbn, "; "))
  return {
    record = record, title = parsed, is_called_so = title ~= named,
    volume = parsed.number or volume and ("%g"):format(volume),
    series = series and spelling.key(series),
    authors = author and names.parse(author),
    isbn = isbns[1], isbns = isbns,
    edition = parsed.edition or edition and editions.number(edition .. " edition"),
    year = measures.year(fields.text(record.year, " ")),
    publisher = publisher and text.normalize(publisher:sub(1, 200)),
    pages = tonumber(fields.text(record.pages, " ")),
    language = language and text.fold(language):sub(1, 2),
    written = spelling.plain(title), maker = author and spelling.plain(author),
  }
end

-- How many people a record names.
local function count_of(record) return record.authors and #record.authors or 1 end

-- Whether a record has an unknown remark or opens as histories do, and others stand before the only
-- author of the other: "Salt Roads (Graphic Tales)", "The History of Salt Roads" by Bo Mar and Ada
-- Lune. Beside a subtitle these are several, who drew it: "Salt Roads: First Trips".
local function by_others(one, other)
  local title, count = one.title, count_of(one)
  local is_drawn = title.sub ~= "" and other.title.sub == "" and count > 2
  return (title.extra ~= "" or title.unopened or is_drawn) and count > 1 and other.authors ~= nil
    and #other.authors == 1 and names.likeness(one.authors[1], other.authors[1]) < 0.8
end

-- A manga with another artist beside the author retells what the author wrote.
local function is_retold(q, c)
  return by_others(q, c) or by_others(c, q)
    or (q.title.form == "manga") ~= (c.title.form == "manga") and count_of(q) ~= count_of(c)
end

-- Whether a title has no name besides that of its series and a number.
local function is_unnamed(title)
  return title.series_key == nil or title.series_key == title.main
end

local function has_number(title) return title.number ~= nil or title.main:find(" %d+$") ~= nil end

-- Returns the share of the likeness that is left where the numbers of two titles count something
-- else, volumes and books or the volumes of a special edition: of comics these are bound
-- differently. A number alone rather counts volumes.
local function bound_otherwise(a, b)
  if a.sub ~= "" and b.sub ~= "" or not (is_unnamed(a) and is_unnamed(b)) then return 1 end
  local ours, theirs = a.counted:find("%f[%a]volume %w"), b.counted:find("%f[%a]volume %w")
  local our_book, their_book = a.counted:find("%f[%a]book %w"), b.counted:find("%f[%a]book %w")
  if not (ours and theirs) and (ours and their_book or theirs and our_book) then return 0.7 end
  if not (ours or theirs) and (our_book == nil) ~= (their_book == nil) then return 0.97 end
  local is_counted = (a.number or b.number) and has_number(a) and has_number(b)
  return is_counted and a.is_special ~= b.is_special and 0.7 or 1
end

-- Whether a title in lower case counts volumes of one work: "War and Peace. Volume I".
local function names_volume(title)
  return title:find("%f[%a]volume %w") or title:find("%f[%a]tom[eo]? %w")
    or title:find("том ", 1, true) or title:find("上", 1, true)
end

-- Returns the share of the likeness that is left where only one names a part or a volume: little,
-- unless it is the first, not of a work that says that it is complete, and not by other people
-- beside the author, as retellings are.
local function volume_on_one_side(q, c)
  -- "Salt Roads, Part 4: The Long Way Home" says no more than "Salt Roads: The Long Way Home".
  if q.title.sub == c.title.sub and q.title.sub:find(" ", 1, true) and not q.title.generic then
    return 1
  end
  if q.title.is_part ~= c.title.is_part then return 0.7 end
  local with, without = q, c
  if c.title.number then with, without = c, q end
  -- "Ada's Logbook: Salt Roads (Book 2)" of a known series has a name of its own.
  if with.title.own and not with.title.opens_with_number then return 1 end
  if not with.title.number or without.title.number or (with.title.series or "") ~= "" then
    return 1
  end
  -- A volume with a name of its own is not its series: "Tides 1: Salt Roads", "Tides (Integral)".
  local is_named = with.title.opens_with_number and with.title.sub ~= ""
    and without.title.sub == "" and not without.title.range
  -- The last book of "Tides" may be called "Tides".
  if with.is_called_so and q.year ~= nil and q.year == c.year then return 0.91 end
  local may_be_whole = with.title.number == "1" and not is_named
    and count_of(with) <= count_of(without)
    and not without.title.main:find("^complete ") and not without.title.main:find("^collected ")
  if not may_be_whole then return 0.7 end
  -- A book has its number in a series, a volume is a part of its work.
  return names_volume(with.title.counted) and 0.75 or 0.91
end

-- Whether two editions are of two volumes. One with a name of its own may lack its place.
local function is_other_volume(a, b)
  if a.volume == b.volume then return false end
  if a.volume and b.volume then return true end
  local with, without = a, b
  if b.volume then with, without = b, a end
  local is_own = with.title.own ~= nil or not is_unnamed(with.title)
  return not (is_own or without.title.main == with.title.numbered)
end

local function is_one_title(a, b) return a == b or aliases.same_work(a, b) end

-- The wanted book with title and author exchanged where the candidate has each in the other column,
-- else as it is.
local function uncrossed(q, c)
  if not (q.authors and c.authors) or q.title.main == c.title.main then return q end
  q.crossed = q.crossed or read(setmetatable({
    title = fields.text(q.record.author, " "), author = q.record.title, subtitle = false,
  }, { __index = q.record }))
  local is_crossed = q.crossed.title.main == c.title.main and q.crossed.authors
    and names.likeness(q.crossed.authors[1], c.authors[1]) >= 0.95
  return is_crossed and q.crossed or q
end

-- The wanted book without the year that ends its title, where the other is of that year: "Dune
-- 1965". A yearbook has it in its name.
local function undated(q, c)
  local year = not q.year and c.year and q.written:match("%s[%(%[]?([12][089]%d%d)[%)%]]?$")
  if not year or c.year ~= tonumber(year) or c.title.full:find(year, 1, true) then return q end
  local title = q.written:match("^(.*[^%s,])[%s,]+%S+$")
  return read(setmetatable({ title = title, year = year }, { __index = q.record }))
end

-- Whether only the catalogue says that a volume is the novel: there may be a manga of that number.
local function is_form_open(q, c)
  return q.title.form == nil and c.title.form == "light novel" and c.volume ~= nil
end

local function compare(q, c)
  q = undated(uncrossed(q, c), c)
  local same_isbn = lists.shared(q.isbns, c.isbns, rawequal) > 0
  local author, author_note = names.authors(q.authors, c.authors)
  local value, note, counted = likeness.of(q.title, c.title, same_isbn and 1 or author or 0.5)
  if value < 0.95 or not (q.authors and c.authors) then
    local ours = byline.without_author(q.title, q.authors or c.authors)
    local theirs = byline.without_author(c.title, c.authors or q.authors)
    if (ours or theirs) and is_one_title(ours or q.title.main, theirs or c.title.main) then
      value, note = math.max(value, 0.97), "the same but for the author's name"
      if not (q.authors and c.authors) then
        -- "Salt Roads by Ada Lune (Thoughts)" is by somebody else.
        local bare = (q.authors and c or q).title
        local is_open = bare.extra ~= "" and (q.authors and theirs or ours) ~= bare.main
        author, author_note = is_open and 0.6 or 0.97, "named in the title"
      end
    end
  end
  local is_telling = likeness.proof(q.title, c.title) > 0.5
    or value >= 0.95 and q.year ~= nil and q.year == c.year
  if q.authors and c.authors and author and author < 0.8 and value >= 0.9
    and names.told_shortly(q.authors, c.authors, is_telling) then
    author, author_note = 0.8, "the family name alone"
  end
  if not counted then value = value * volume_on_one_side(q, c) end
  local share = bound_otherwise(q.title, c.title)
  if share < 1 then value, note = value * share, "bound otherwise" end
  if is_retold(q, c) then
    value = value * 0.75
  elseif is_form_open(q, c) then
    value = value * 0.79
  end
  return {
    q = q, title = value, note = note, counted = counted, same_isbn = same_isbn,
    author_note = author_note,
    author = author or value >= 0.97 and likeness.proof(q.title, c.title) or 0.5,
  }
end

local function title_gate(q, c, pair)
  if pair.same_isbn then return true end
  if q.title.full == "" or q.authors and names.is_nobody(q.authors)
    and unknown_titles(q.title.full) then
    return false, "no title to compare"
  end
  if pair.title >= title_floor then return true end
  return false, ("another title: %s"):format(c.title.canonical)
end

local function author_gate(_, c, pair)
  if pair.same_isbn or pair.author > 0 then return true end
  return false, ("another author: %s"):format(c.authors[1].key)
end

-- Whether two records name series that are others.
local function other_series(a, b)
  local ours, theirs = a.series or a.title.series_key, b.series or b.title.series_key
  return ours and theirs and text.token_set_ratio(ours, theirs) < 0.8
end

-- Two series count apart: one novel may be the third of one, and the first of another.
local function other_volume(a, b)
  if not (a.volume and b.volume) or a.volume == b.volume or other_series(a, b)
    or a.title.is_part ~= b.title.is_part then
    return nil
  end
  return ("volume %s, not %s"):format(b.volume, a.volume)
end

local function number_gate(_, c, pair)
  local a, b = pair.q.title, c.title
  if pair.same_isbn then return true end
  local volume = other_volume(pair.q, c)
  if volume then return false, volume end
  local is_same = pair.counted or not likeness.other_numbers(a, b)
    and (numbers.same(a.main, b.main) or numbers.same(a.core, b.core))
  if is_same then return true end
  return false, ("other numbers in the title: %s"):format(b.canonical)
end

-- The third edition of a textbook is not the fourth; where one side names none, it is the work.
local function other_edition(q, c, pair)
  if pair.same_isbn or not (q.edition and c.edition) or q.edition == c.edition then return 0 end
  return 1, ("edition %s, not %s"):format(c.edition, q.edition)
end

-- The reason to doubt the same ISBN: shops give volumes of a series one by mistake.
local function contradiction(q, c, pair)
  local volume = pair.same_isbn and other_volume(q, c)
  if volume then return 1, volume end
  if not pair.same_isbn then return 0 end
  if likeness.other_numbers(q.title, c.title) then return 1, "another number in the title" end
  if q.title.derived ~= c.title.derived and pair.author < 0.95 then return 1, "another work" end
  return 0
end

-- A summary, a workbook or a box of a title is not the book.
local function work_gate(_, c, pair)
  local reason = not pair.same_isbn and derived_works.conflict(pair.q, c, pair.author >= 0.8)
  return not reason, reason or nil
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
  return math.max(0.2, 1 - 2 * share), ("%g and %g pages"):format(q.pages, c.pages)
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
      "position", "edition",
    },
    candidate = {
      "title", "subtitle", "author", "year", "isbn", "publisher", "pages", "language", "series",
      "position", "edition",
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
    local author = authors and names.searched(authors)
    local list = {}
    local isbn = identifiers.isbn(fields.text(query.isbn, "; "))
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
      score = function(q, _, pair)
        -- The ISBN decides: another subtitle, or none, takes nothing from it.
        local is_alike = pair.title >= title_floor or q.title.full == ""
        if pair.same_isbn and is_alike then return nil end
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
    { name = "edition", penalty = 0.2, score = other_edition },
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
  -- Editions of one work are not rivals, nor are its titles.
  same_work = function(a, b)
    if is_other_volume(a, b) or not (a.authors and b.authors) then return false end
    local ours, theirs = a.title.form, b.title.form
    if ours and theirs and ours ~= theirs then return false end
    local pair = compare(a, b)
    return pair.author > 0 and (a.title.main == b.title.main or pair.title >= 0.95)
  end,
  tie_order = { "year" },
}
