-- Books that come into the library by its screen: a file that is dropped, and one that is looked
-- for.

local catalogue_search = require("programs.books.lib.catalogue_search")
local counted = require("lib.counted")
local importing = require("programs.books.lib.importing")
local library_pages = require("programs.books.lib.library_pages")

local adding = {}

local most_named = 5

--- The form for a file.
function adding.import_form()
  return { "form", title = "Import a file", submit = "import", label = "Import", fields = {
    { name = "file", label = "File", type = "file", required = true,
      accept = ".csv,.tsv,.txt,.json,.ndjson,.jsonl,.bib,.ris",
      help = "an export of Goodreads, StoryGraph, LibraryThing or Calibre, or a table" },
    { name = "fill", label = "Fill in duplicates", type = "flag", value = false,
      help = "a book that is there already gets what it lacks" },
  } }
end

-- "Row 4: the title is empty", the first few.
local function named(rows, total)
  local lines = {}
  for place = 1, math.min(#rows, most_named) do
    lines[place] = ("Row %d: %s"):format(rows[place].row, rows[place].reason)
  end
  if total > most_named then lines[#lines + 1] = ("… and %d more"):format(total - most_named) end
  return lines
end

--- Imports the text of a file. Returns the message: {text, tone}.
function adding.import(text, options)
  local file, problem = importing.open({ name = "The file", text = text }, {})
  if not file then return { text = problem, tone = "error" } end
  local report
  report, problem = importing.take(file, { fill = options.fill })
  if not report then return { text = problem, tone = "error" } end
  local vain = importing.in_vain(file, report)
  local lines = named(report.rejected, report.rejected_count)
  if vain then
    table.insert(lines, 1, "The file: " .. vain)
    return { text = table.concat(lines, "\n"), tone = "error" }
  end
  table.move(named(file.remarks, file.remark_count), 1, most_named + 1, #lines + 1, lines)
  table.insert(lines, 1, ("%s: %s added, %s%s, %d rejected"):format(file.format,
    counted(report.added, "book"), counted(report.duplicate_count, "duplicate"),
    report.filled > 0 and (", %d filled in"):format(report.filled) or "", report.rejected_count))
  return { text = table.concat(lines, "\n"), added = report.added,
    tone = report.rejected_count > 0 and "warning" or "success" }
end

--- The form for words or an ISBN.
function adding.search_form(words, author)
  return { "form", title = "Look for a book", submit = "look", label = "Search the catalogues",
    fields = {
      { name = "words", label = "Title or ISBN", value = words, required = true },
      { name = "author", label = "Author", value = author },
    } }
end

--- The catalogues' answers to words: {candidates}; or {problem}.
function adding.look(words, author)
  local candidates, problem = catalogue_search.ask(catalogue_search.wanted(words, author))
  if not candidates then return { problem = problem } end
  return { candidates = candidates }
end

--- The books found, to be added.
function adding.found(answer)
  local items = {}
  for place, candidate in ipairs(answer.candidates) do
    local fields = candidate.fields
    items[place] = {
      key = place, image = fields.cover, badge = candidate.source,
      title = fields.title .. (fields.subtitle and ": " .. fields.subtitle or ""),
      subtitle = library_pages.about(fields),
      actions = { { label = "Add", action = "add", args = place } },
    }
  end
  return { "list", id = "found", items = items, empty = "No catalogue lists such a book.",
    shape = "poster" }
end

--- Adds what was found. Returns the message, and the work's number.
function adding.add(candidate)
  local done, err = catalogue_search.add(candidate)
  if not done then return { text = err.message, tone = "error" } end
  if done.added == 0 then
    return { text = "This book is in the library already.", tone = "warning" }, done.id
  end
  return { text = ("%s is added, at the head of the queue."):format(candidate.fields.title),
    tone = "success", seconds = 5 }, done.id
end

return adding
