-- mixhost books import: files into the library.

local commands = require("programs.books.lib.commands")
local failure = require("lib.failure")
local formats = require("programs.books.lib.formats")
local reading = require("programs.books.lib.reading")

-- How many rows of a kind are named one by one.
local most_named = 20

local delimiters = { comma = ",", semicolon = ";", tab = "\t", auto = "auto" }

local function name_rows(label, rows, total, text)
  for place = 1, math.min(#rows, most_named) do
    mix.ui.note(("%s row %d: %s"):format(label, rows[place].row, text(rows[place])))
  end
  if total > most_named then
    mix.ui.note(("%s … and %d more"):format(label, total - most_named))
  end
end

local function duplicate_text(duplicate)
  local where = duplicate.of == "import" and "this file" or "the library"
  return ("already in %s as work %s (by %s)"):format(where, duplicate.work, duplicate.by)
end

local function reason(row) return row.reason end

local function document(path, file, report, args)
  return {
    file = path, format = file.format, rows = file.count, added = report.added,
    filled = report.filled, duplicates = report.duplicate_count,
    rejected = report.rejected_count, remarks = file.remark_count, dry_run = args.dry_run,
    duplicate_rows = mix.json.array(report.duplicates),
    rejected_rows = mix.json.array(report.rejected),
    remark_rows = mix.json.array(file.remarks),
  }
end

local function tell(path, file, report, args)
  name_rows(path, report.rejected, report.rejected_count, reason)
  name_rows(path, file.remarks, file.remark_count, reason)
  name_rows(path, report.duplicates, report.duplicate_count, duplicate_text)
  if args.json then return end
  local filled = report.filled > 0 and (", %d filled in"):format(report.filled) or ""
  print(("%s (%s): %s %s%s, %s, %d rejected%s"):format(
    path, file.format, commands.count(report.added, "book"),
    args.dry_run and "would be added" or "added", filled,
    commands.count(report.duplicate_count, "duplicate"), report.rejected_count,
    file.remark_count > 0 and ", " .. commands.count(file.remark_count, "remark") or ""))
end

local function import(path, args)
  local file, problem = reading.open(path, {
    format = args.format, delimiter = delimiters[args.delimiter], encoding = args.encoding,
  })
  if not file then return nil, problem end
  local read, report, err = pcall(mix.library.import, function() return file:next() end, {
    kind = "book", source = file.format, dry_run = args.dry_run, strict = args.strict,
    on_duplicate = args.fill and "fill" or "skip",
  })
  if not read then return nil, failure.line(report) .. "; nothing was imported" end
  if not report then
    local hint = err.kind == "rejected" and " (--strict)" or ""
    return nil, ("%s: %s%s"):format(path, err.message, hint)
  end
  mix.events.emit("imported", document(path, file, report, args))
  tell(path, file, report, args)
  return document(path, file, report, args)
end

return function()
  local args = commands.parse("import", {
    summary = "Reads exports of Goodreads, StoryGraph, LibraryThing and Calibre, and tables with "
      .. "a column \"title\".",
    options = {
      { "format", type = "choice", choices = formats.names, default = "auto",
        help = "which export it is; auto: by the names of its columns" },
      { "delimiter", type = "choice", choices = { "auto", "comma", "semicolon", "tab" },
        default = "auto", help = "what parts the fields" },
      { "encoding", type = "choice", choices = { "auto", "utf-8", "iso-8859-1", "utf-16" },
        default = "auto", help = "how the text is encoded" },
      { "strict", type = "flag", help = "import nothing when a row is rejected" },
      { "dry-run", type = "flag", help = "say what would happen, and change nothing" },
      { "fill", type = "flag",
        help = "let a duplicate fill in what the work in the library lacks" },
    },
    positional = { { "file", type = "path", many = true, help = "files; - for standard input" } },
    examples = {
      "$0 import goodreads_library_export.csv",
      "$0 import --dry-run --strict books.csv",
    },
  })
  local documents, failed = mix.json.array({}), false
  for _, path in ipairs(args.file) do
    local done, problem = import(path, args)
    if done then
      documents[#documents + 1] = done
    else
      mix.ui.problem(problem)
      failed = true
    end
  end
  if args.json and not args.events then print(mix.json.encode({ files = documents })) end
  if failed then os.exit(1) end
end
