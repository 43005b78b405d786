-- Nodes of the library, for its screen and the commands: one book, and one doubt.

local lacking = require("programs.books.lib.lacking")
local sorted_names = require("lib.sorted_names")
local work_fields = require("lib.work_fields")

local library_pages = {}

-- The longest value of a fact, in bytes; mixhost books show --json has all of it.
local longest_value = 50000
-- Fields of a candidate that are not among its facts.
local headlines = { title = true, subtitle = true, creators = true }

--- The name of a status, and its tone.
library_pages.statuses = {
  pending = { "To look up", "info" }, queued = { "In the queue", "info" },
  enriched = { "Enriched", "success" }, uncertain = { "Uncertain", "warning" },
  not_found = { "Not found", "warning" }, failed = { "Failed", "error" },
}

-- A score of rules that count points is above 1.
local function score_text(score)
  return score and (score > 1 and "%g" or "%.2f"):format(score) or nil
end

local function shown(value)
  if type(value) == "table" then value = table.concat(value, ", ") end
  if type(value) == "number" then value = ("%g"):format(value) end
  if value == nil or value == "" then return nil end
  if #value <= longest_value then return value end
  return value:sub(1, utf8.offset(value, 0, longest_value) - 1) .. "…"
end

local function said_by(source)
  if not source then return nil end
  return source.user and source.source ~= "user" and source.source .. ", your file" or source.source
end

local function facts_of(work)
  local list, sources = {}, work.sources or {}
  local function add(label, value, source)
    value = shown(value)
    if value then
      list[#list + 1] = { label = label, value = value, source = said_by(sources[source]) }
    end
  end
  for _, field in ipairs(work_fields.list) do
    if field.name ~= "title" and field.kind ~= "isbn" then
      add(field.label, work[field.name], field.name)
    end
  end
  add("Subjects", work.subjects, "subjects")
  for _, name in ipairs(sorted_names(work.identifiers or {})) do
    add(name:find("^isbn") and "ISBN" or name, work.identifiers[name], "identifiers." .. name)
  end
  for _, name in ipairs(sorted_names(work.extra or {})) do
    add((name:gsub("_", " ")), tostring(work.extra[name]))
  end
  return list
end

-- The authors on one line; nil without any.
local function author(fields)
  local names = table.concat(fields.creators or {}, ", ")
  return names ~= "" and names or nil
end

--- Authors and year on one line; nil without any.
function library_pages.about(fields)
  local by = author(fields)
  if not fields.year then return by end
  return by and ("%s, %d"):format(by, fields.year) or tostring(fields.year)
end

-- The types of a form's fields by kind.
local types = { year = "integer", pages = "integer", position = "number", url = "url",
  long = "multiline" }

-- The fields of a book's form: as the book is, or as the user has typed them.
local function fields_of(work, draft)
  local list = {}
  for place, field in ipairs(work_fields.list) do
    local value = work_fields.value(work, field)
    if field.kind == "names" then value = table.concat(value or {}, "; ") end
    if draft then value = draft[field.input] end
    list[place] = { name = field.input, label = field.label, type = types[field.kind],
      help = field.hint, required = field.required, value = value }
  end
  list[#list + 1] = { name = "again", label = "Look it up again", type = "flag",
    value = draft and draft.again or false, help = "forgets what catalogues said" }
  return list
end

local function status_text(work)
  local text = (library_pages.statuses[work.status] or { work.status })[1]
  if work.score then text = ("%s, score %s"):format(text, score_text(work.score)) end
  return work.decision and ("%s, decided: %s"):format(text, work.decision) or text
end

--- A book with all that is known of it.
function library_pages.book(work)
  local list = facts_of(work)
  table.insert(list, 1, { label = "Number", value = work.id })
  table.insert(list, 2, { label = "Status", value = status_text(work) })
  for place, candidate in ipairs(work.candidates or {}) do
    local fields = candidate.fields
    list[#list + 1] = { label = ("Candidate %d"):format(place), source = candidate.source,
      value = ("%s · %s · %s · %s"):format(fields.title, author(fields) or "no author",
        fields.year or "no year", score_text(candidate.score or 0)) }
  end
  return { "detail", title = work.title, subtitle = author(work), image = work.cover, facts = list,
    { "message", lacking.text(work), tone = "warning" } }
end

--- A book, to be edited. `draft`: what was typed and is not saved; `flaw`: what is wrong with it,
-- {field, message}.
function library_pages.detail(work, draft, flaw)
  local fields = fields_of(work, draft)
  for _, field in ipairs(fields) do
    if flaw and field.name == flaw.field then field.error = flaw.message end
  end
  local node = library_pages.book(work)
  node.on_close = "close"
  node[3] = work.status == "uncertain"
    and { "link", "Decide about it", action = "decide", args = work.id }
  node[4] = { "form", title = "Edit", submit = "edit", fields = fields }
  node[5] = { "link", "Remove", action = "remove", args = work.id,
    confirm = ("Remove \u{201C}%s\u{201D} for good? Undo does not bring it back."):format(
      work.title) }
  return node
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

-- The facts that tell editions apart; title and author are headlines.
local function edition_facts(work)
  local known = { identifiers = work.identifiers }
  for _, field in ipairs(work_fields.list) do
    if field.compared and not headlines[field.name] then known[field.name] = work[field.name] end
  end
  return facts_of(known)
end

-- Candidates side by side; their places tell them apart.
local function candidates_of(candidates)
  local list = {}
  for place, candidate in ipairs(candidates) do
    local fields = candidate.fields
    local known = edition_facts(fields)
    known[#known + 1] = candidate.source and { label = "Found at", value = candidate.source }
    known[#known + 1] = candidate.reason and { label = "Reason", value = candidate.reason }
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
      facts = edition_facts(work) },
    on_choose = "accept", on_reject = "reject", on_skip = "skip",
  }
end

--- A row of the library.
function library_pages.row(work)
  return {
    id = work.id, cover = work.cover, title = work.title, author = author(work),
    year = work.year, status = (library_pages.statuses[work.status] or { work.status })[1],
    score = score_text(work.score), note = work.error,
  }
end

--- A card of the library.
function library_pages.card(work)
  local status = library_pages.statuses[work.status] or { work.status }
  return {
    key = work.id, title = work.title, subtitle = library_pages.about(work),
    image = work.cover, badge = status[1], tone = status[2],
  }
end

return library_pages
