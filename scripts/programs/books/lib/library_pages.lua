-- Parts of the library's screen: one book, and one doubt.

local book_view = require("programs.books.lib.book_view")

local library_pages = {}

local facts = {
  { "creators", "Authors" }, { "year", "Year" }, { "publisher", "Publisher" }, { "pages", "Pages" },
  { "language", "Language" }, { "series", "Series" }, { "series_position", "Position" },
  { "description", "About" },
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

local function author(fields) return table.concat(fields.creators or {}, ", ") end

--- A book with all that is known of it, to be edited.
function library_pages.detail(work)
  return { "detail", title = work.title, subtitle = author(work), image = work.cover,
    on_close = "close", facts = facts_of(work),
    work.error and { "message", work.error, tone = "warning" },
    { "form", title = "Edit", submit = "edit", fields = {
      { name = "title", label = "Title", value = work.title, required = true },
      { name = "author", label = "Authors", value = author(work), help = "; between several" },
      { name = "year", label = "Year", type = "integer", value = work.year },
      { name = "publisher", label = "Publisher", value = work.publisher },
    } },
  }
end

local function parts_of(candidate)
  local parts = {}
  for _, item in ipairs(candidate.breakdown or {}) do
    local value = tonumber(item.score or item.points or item.value)
    if value and value == value then
      parts[#parts + 1] = {
        label = tostring(item.field or item.name or item.rule or "part"), value = value,
        text = item.note,
      }
    end
  end
  return parts
end

-- Candidates side by side; their places tell them apart.
local function candidates_of(work)
  local list = {}
  for place, candidate in ipairs(work.candidates or {}) do
    local fields = candidate.fields
    list[place] = {
      key = place, title = fields.title, subtitle = author(fields), image = fields.cover,
      score = candidate.score, facts = facts_of({
        creators = fields.creators, year = fields.year, publisher = fields.publisher,
        identifiers = fields.identifiers,
      }), parts = parts_of(candidate),
    }
  end
  return list
end

--- A book that is in doubt, with its candidates.
function library_pages.review(work)
  return { "review", key = work.id, candidates = candidates_of(work),
    subject = { title = work.title, subtitle = author(work), facts = facts_of({
      year = work.year, publisher = work.publisher, identifiers = work.identifiers,
    }) },
    on_choose = "accept", on_reject = "reject", on_skip = "skip",
  }
end

--- A row of the library.
function library_pages.row(work)
  return {
    id = work.id, cover = work.cover, title = work.title, author = author(work),
    year = work.year, status = work.status, score = book_view.score(work.score),
  }
end

return library_pages
