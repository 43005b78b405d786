-- The user's own facts of a book: fields of a command line or of a form, checked.

local isbn = require("programs.books.lib.isbn")
local languages = require("lib.languages")
local lacking = require("programs.books.lib.lacking")
local record = require("programs.books.lib.record")
local work_fields = require("lib.work_fields")

local editing = {}

--- The fields that can be taken away.
editing.clearable = {}
for _, field in ipairs(work_fields.list) do
  if not field.required then table.insert(editing.clearable, field.name) end
end

-- The fields that a look-up goes by: a change of these may find another book.
local looked_up = { title = true, creators = true, ["identifiers.isbn13"] = true }

-- The form that a value lacks, by kind; nil when it fits.
local expected = {
  url = function(text)
    return not text:find("^https://") and "an address that begins with https:// is expected"
  end,
  language = function(text)
    return not languages.code(text)
      and "no language is known by that name; two letters such as en name one"
  end,
}

-- Why a field does not fit a book; nil when nothing is wrong. `shown`: its text, where that helps.
local function flaw(given)
  local problem = given.title and record.title_problem(record.cell(given.title))
  if problem then return { field = "title", message = problem } end
  for _, field in ipairs(work_fields.list) do
    local text, check = given[field.input], expected[field.kind]
    local message = text and check and check(text)
    if message then return { field = field.input, shown = text, message = message } end
  end
end

-- The numbers of an ISBN, and those of its old number that have no match in it. nil and the flaw.
local function take_isbn(text, fields, clear)
  local thirteen, ten = isbn.read(text)
  if not thirteen then
    return nil, { field = "isbn",
      message = ten and ten:gsub("; kept.*$", "") or "the ISBN is empty" }
  end
  fields.identifiers = { isbn13 = thirteen, isbn10 = ten }
  if not ten then clear[#clear + 1] = "identifiers.isbn10" end
  return true
end

--- The argument of mix.library.edit from the inputs of lib.work_fields (author: a list), extra (by
-- name) and clear (a list of clearable): fields and what is cleared. nil and the flaw: {field,
-- message, shown}.
function editing.changes(given)
  local wrong = flaw(given)
  if wrong then return nil, wrong end
  local clear, fields = {}, { extra = given.extra }
  for _, field in ipairs(work_fields.list) do
    local value = given[field.input]
    if field.kind == "names" and value and #value == 0 then value = nil end
    if field.kind == "language" then value = languages.code(value) end
    if field.kind ~= "isbn" then fields[field.name] = value end
  end
  for _, name in ipairs(given.clear or {}) do
    local names = name == "isbn" and { "identifiers.isbn13", "identifiers.isbn10" } or { name }
    for _, flat in ipairs(names) do clear[#clear + 1] = flat end
  end
  if given.isbn then
    local taken, problem = take_isbn(given.isbn, fields, clear)
    if not taken then return nil, problem end
  end
  return fields, clear
end

--- Another work with the ISBN that a book gets: two books of one number are mostly one, and the
-- user may want to remove the other. nil: none.
function editing.twin(id, fields)
  local thirteen = fields.identifiers and fields.identifiers.isbn13
  for _, other in ipairs(thirteen and mix.library.find({ isbn = thirteen, limit = 2 }) or {}) do
    if other.id ~= id then return other end
  end
end

-- Whether the book is looked up again: when the user says so, and when the change may find what was
-- not found before.
local function new_status(again, work, fields, clear)
  if again then return "pending" end
  local waits = work.status == "not_found" or work.status == "failed" or work.status == "uncertain"
  local finds = fields.title or fields.creators or fields.identifiers
  for _, name in ipairs(clear) do finds = finds or looked_up[name] end
  return waits and finds and "pending" or nil
end

-- Notes that the user wants no description or cover, so that no run brings it back. This goes
-- before the edit, which undo takes back.
local function note_cleared(work, clear)
  local list = {}
  for _, name in ipairs(clear) do
    if name == "description" or name == "cover" then list[#list + 1] = name end
  end
  if work.status ~= "enriched" or #list == 0 then return true end
  return mix.library.update(work.id, nil, {
    source = "user", status = "enriched", score = work.score,
    error = lacking.note(work, list, "taken away by you", false),
  })
end

--- Changes a book. `again`: forget what catalogues said, and look it up anew. Returns {changed} and
-- the new status, if it has one; nil and the error.
function editing.save(work, fields, clear, again)
  local status = new_status(again, work, fields, clear)
  local noted, problem = note_cleared(work, again and {} or clear)
  if not noted then return nil, problem end
  local done, err = mix.library.edit(work.id, fields, {
    clear = clear, forget = again, status = status,
  })
  if not done then return nil, err end
  return done, status
end

return editing
