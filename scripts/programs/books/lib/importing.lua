-- Books of a file into the library, for the command and the screen.

local failure = require("lib.failure")
local opf_books = require("programs.books.lib.opf_books")
local reading = require("programs.books.lib.reading")
local table_reader = require("lib.table_reader")

local importing = {}

--- Opens what is imported: {path} or {name, text}; a path may be a folder of Calibre. Options:
-- format (auto), delimiter, encoding, columns. nil and the reason when it is not a table of books.
function importing.open(source, options)
  local encoding, problem = table_reader.encoding(options.encoding or "auto")
  if not encoding then return nil, problem end
  local wanted = {
    format = options.format or "auto", delimiter = options.delimiter, encoding = encoding,
    columns = options.columns,
  }
  if source.text then return reading.open_text(source.name, source.text, wanted) end
  if source.path:find("metadata%.db$") then
    return nil, ("%s is Calibre's database: give the folder that it is in; mixhost reads the "
      .. "metadata.opf of each book"):format(source.path)
  end
  if opf_books.is_one(source.path) then return opf_books.open(source.path) end
  return reading.open(source.path, wanted)
end

-- How many books before a failure were kept.
local function kept(saved)
  if saved == 0 then return "; nothing was imported" end
  if saved == 1 then return "; the book before is imported, and the next import skips it" end
  return ("; the %d books before are imported, and the next import skips them"):format(saved)
end

--- Imports an opened file, in steps unless it is all or nothing. Options: dry_run, strict, fill,
-- next (in place of the file's own). Returns the report of mix.library.import; nil and the reason,
-- without the file's name where reading failed.
function importing.take(file, options)
  local saved = 0
  local is_whole = options.dry_run or options.strict
  local read, report, err = pcall(mix.library.import, options.next or function()
    return file:next()
  end, {
    kind = "book", source = file.format, dry_run = options.dry_run, strict = options.strict,
    on_duplicate = options.fill and "fill" or "skip",
    on_saved = not is_whole and function(counts) saved = counts.added end or nil,
  })
  if not read then return nil, failure.line(report) .. kept(saved) end
  if not report then return nil, err.message .. (saved > 0 and kept(saved) or ""), err.kind end
  return report
end

--- Why nothing came of a file; nil when something did. A file whose books are all in the library
-- already is not a failure.
function importing.in_vain(file, report)
  if report.added > 0 or report.duplicate_count > 0 then return nil end
  return ("%s; nothing was imported"):format(
    file.count == 0 and "it has no rows below its header" or "no row of it is a book")
end

return importing
