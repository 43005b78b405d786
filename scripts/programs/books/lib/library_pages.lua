-- Parts of the library's screen: one book, and one doubt.

local book_view = require("programs.books.lib.book_view")

local library_pages = {}

local facts = {
  { "subtitle", "Subtitle" }, { "creators", "Authors" }, { "year", "Year" },
  { "publisher", "Publisher" }, { "pages", "Pages" }, { "language", "Language" },
  { "series", "Series" }, { "series_position", "Volume" }, { "description", "About" },
}

--- The name of a status, and its tone.
library_pages.statuses = {
  pending = { "Not looked up yet", "info" }, queued = { "In the queue", "info" },
  enriched = { "Enriched", "success" }, uncertain = { "Uncertain", "warning" },
  not_found = { "Not found", "warning" }, failed = { "Failed", "error" },
}

local function shown(value)
  if type(value) == "table" then value = table.concat(value, ", ") end
  if type(value) == "number" then value = ("%g"):format(value) end
  return value ~= "" and value or nil
end

local function fact(label, value, source)
  return { label = label, value = value, source = source and source.source }
end

local function facts_of(work)
  local list, sources = {}, work.sources or {}
  for _, pair in ipairs(facts) do
    local value = shown(work[pair[1]])
    if value then list[#list + 1] = fact(pair[2], value, sources[pair[1]]) end
  end
  for _, name in ipairs({ "isbn13", "isbn10" }) do
    local value = (work.identifiers or {})[name]
    if value then list[#list + 1] = fact("ISBN", value, sources["identifiers." .. name]) end
  end
  return list
end

--- The authors on one line.
function library_pages.author(fields) return table.concat(fields.creators or {}, ", ") end

local author = library_pages.author

-- The values of a book's form: as the book is, or as the user has typed them.
local function fields_of(work, draft)
  local given = draft or {
    title = work.title, subtitle = work.subtitle,
    author = table.concat(work.creators or {}, "; "), year = work.year,
    isbn = (work.identifiers or {}).isbn13, publisher = work.publisher, pages = work.pages,
    language = work.language, series = work.series, position = work.series_position,
    cover = work.cover, description = work.description,
  }
  local list = {
    { name = "title", label = "Title", required = true }, { name = "subtitle", label = "Subtitle" },
    { name = "author", label = "Authors", help = "; between several" },
    { name = "year", label = "Year", type = "integer" }, { name = "isbn", label = "ISBN" },
    { name = "publisher", label = "Publisher" },
    { name = "pages", label = "Pages", type = "integer" },
    { name = "language", label = "Language", help = "two letters, such as en" },
    { name = "series", label = "Series" },
    { name = "position", label = "Volume", type = "number", help = "its place in the series" },
    { name = "cover", label = "Cover", type = "url" },
    { name = "description", label = "About", type = "multiline" },
  }
  for _, field in ipairs(list) do field.value = given[field.name] end
  list[#list + 1] = { name = "again", label = "Look it up again", type = "flag",
    value = given.again or false, help = "forgets what catalogues said" }
  return list
end

--- A book with all that is known of it, to be edited. `draft`: what was typed and is not saved;
-- `flaw`: what is wrong with it, {field, message}.
function library_pages.detail(work, draft, flaw)
  local fields = fields_of(work, draft)
  for _, field in ipairs(fields) do
    if flaw and field.name == flaw.field then field.error = flaw.message end
  end
  local status = library_pages.statuses[work.status] or { work.status }
  local list = facts_of(work)
  table.insert(list, 1, { label = "Status", value = work.score
    and ("%s, score %s"):format(status[1], book_view.score(work.score)) or status[1] })
  return { "detail", title = work.title, subtitle = author(work), image = work.cover,
    on_close = "close", facts = list,
    { "message", work.error, tone = "warning" },
    work.status == "uncertain" and { "link", "Decide about it", action = "decide", args = work.id },
    { "form", title = "Edit", submit = "edit", fields = fields },
    { "link", "Remove", action = "remove", args = work.id,
      confirm = ("Remove \u{201C}%s\u{201D} for good? Undo does not bring it back."):format(
        work.title) },
  }
end

local function parts_of(candidate)
  local parts = {}
  for _, item in ipairs(candidate.breakdown or {}) do
    local value = tonumber(item.contribution or item.score or item.points or item.value)
    if value and value == value and math.abs(value) < math.huge then
      parts[#parts + 1] = {
        label = tostring(item.feature or item.field or item.name or item.rule or "part"),
        value = value, text = item.note,
      }
    end
  end
  return parts
end

-- Candidates side by side; their places tell them apart.
local function candidates_of(candidates)
  local list = {}
  for place, candidate in ipairs(candidates) do
    local fields = candidate.fields
    local known = facts_of({
      year = fields.year, publisher = fields.publisher, pages = fields.pages,
      language = fields.language, identifiers = fields.identifiers,
    })
    known[#known + 1] = candidate.source and { label = "Found at", value = candidate.source }
    list[place] = {
      key = place, subtitle = author(fields), image = fields.cover, score = candidate.score,
      title = fields.title .. (fields.subtitle and ": " .. fields.subtitle or ""),
      facts = known, parts = parts_of(candidate),
    }
  end
  return list
end

--- A book that is in doubt, with its candidates (default: those that were kept).
function library_pages.review(work, candidates)
  return { "review", key = work.id, candidates = candidates_of(candidates or work.candidates or {}),
    subject = { title = work.title, subtitle = author(work), image = work.cover,
      facts = facts_of({
        year = work.year, publisher = work.publisher, pages = work.pages,
        language = work.language, identifiers = work.identifiers,
      }) },
    on_choose = "accept", on_reject = "reject", on_skip = "skip",
  }
end

--- A row of the library.
function library_pages.row(work)
  return {
    id = work.id, cover = work.cover, title = work.title, author = author(work),
    year = work.year, status = (library_pages.statuses[work.status] or { work.status })[1],
    score = book_view.score(work.score),
  }
end

--- A card of the library.
function library_pages.card(work)
  local status = library_pages.statuses[work.status] or { work.status }
  local by = author(work)
  local about = work.year and (by ~= "" and ("%s, %d"):format(by, work.year)
    or tostring(work.year)) or by
  return {
    key = work.id, title = work.title, subtitle = about ~= "" and about or nil,
    image = work.cover, badge = status[1], tone = status[2],
  }
end

return library_pages
