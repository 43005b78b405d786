-- mixhost books import: files into the library.

local commands = require("programs.books.lib.commands")
local formats = require("programs.books.lib.formats")
local importing = require("programs.books.lib.importing")
local prose = require("lib.prose")
local table_reader = require("lib.table_reader")

local rows_a_step = 500

local delimiters = { comma = ",", semicolon = ";", tab = "\t", auto = "auto" }

local function duplicate_text(duplicate)
  local where = duplicate.of == "import" and "this file" or "the library"
  return ("already in %s as work %s (by %s)"):format(where, duplicate.work, duplicate.by)
end

local function document(path, file, report, args)
  return {
    file = path, format = file.format, encoding = file:encoding(), rows = file.count,
    added = report.added,
    filled = report.filled, duplicates = report.duplicate_count,
    rejected = report.rejected_count, remarks = file.remark_count, dry_run = args.dry_run,
    duplicate_rows = mix.json.array(report.duplicates),
    rejected_rows = mix.json.array(report.rejected),
    remark_rows = mix.json.array(file.remarks),
  }
end

local function tell(path, file, report, args)
  commands.name_rows(path, report.rejected, report.rejected_count)
  commands.name_rows(path, file.remarks, file.remark_count)
  commands.name_rows(path, report.duplicates, report.duplicate_count, duplicate_text)
  if args.json then return end
  local filled = report.filled > 0 and (", %d filled in"):format(report.filled) or ""
  local encoding = file:encoding() == "utf-8" and "" or ", " .. file:encoding()
  local remark = args.encoding == "auto" and table_reader.remark(file:encoding())
  if remark then mix.ui.note(("%s: %s"):format(path, remark)) end
  prose.print(("%s (%s%s): %s %s%s, %s, %d rejected%s"):format(
    path, file.format, encoding, commands.count(report.added, "book"),
    args.dry_run and "would be added" or "added", filled,
    commands.count(report.duplicate_count, "duplicate"), report.rejected_count,
    file.remark_count > 0 and ", " .. commands.count(file.remark_count, "remark") or ""))
end

-- Rows are counted on the terminal while a large file is read.
local function shown_rows(file)
  local count, meter = 0, nil
  return {
    take = function()
      count = count + 1
      if count % rows_a_step == 0 then
        meter = meter or mix.ui.progress(0, "Rows")
        meter:step(rows_a_step)
      end
      return file:next()
    end,
    finish = function()
      if meter then meter:finish() end
    end,
  }
end

local function import(path, args)
  local file, problem = importing.open({ path = path }, {
    format = args.format, delimiter = delimiters[args.delimiter], encoding = args.encoding,
    columns = args.columns,
  })
  if not file then return nil, problem end
  local rows = shown_rows(file)
  local report, reason_why, kind = importing.take(file, {
    next = rows.take, dry_run = args.dry_run, strict = args.strict, fill = args.fill,
  })
  rows.finish()
  if not report and not kind then return nil, reason_why end
  if not report then
    local hint = kind == "rejected" and " (--strict)" or ""
    return nil, ("%s: %s%s"):format(path, reason_why, hint)
  end
  local done = document(path, file, report, args)
  mix.events.emit("imported", done)
  tell(path, file, report, args)
  local in_vain = importing.in_vain(file, report)
  if in_vain then
    mix.ui.problem(("%s: %s"):format(path, in_vain))
    return done, nil, true
  end
  return done
end

return function()
  local args = commands.parse("import", {
    summary = "Reads exports of Goodreads, StoryGraph, LibraryThing and Calibre, tables with a "
      .. "column \"title\", JSON, BibTeX, RIS, and libraries of Calibre.",
    options = {
      { "format", type = "choice", choices = formats.names, default = "auto",
        help = "which export it is; auto: by the names of its columns" },
      { "delimiter", type = "choice", choices = { "auto", "comma", "semicolon", "tab" },
        default = "auto", help = "the sign between fields" },
      table_reader.option,
      { "columns", placeholder = "NAMES",
        help = "the columns of a file without a header row, such as title,author,year" },
      { "strict", type = "flag", help = "import nothing when a row is rejected" },
      { "dry-run", type = "flag", help = "say what would happen, and change nothing" },
      { "fill", type = "flag",
        help = "let a duplicate fill in what the work in the library lacks" },
    },
    positional = { { "file", type = "path", many = true,
      help = "files, or the folder of a Calibre library; - for standard input" } },
    examples = {
      "$0 import goodreads_library_export.csv",
      "$0 import ~/Calibre",
      "$0 import --dry-run --strict books.csv",
      "$0 import --columns title,author,isbn --delimiter semicolon list.csv",
    },
  })
  table_reader.check(args.encoding)
  if args.columns and not args.columns:find("[^%s,]") then
    mix.ui.fail("--columns names no column, such as title,author,year", 2)
  end
  local documents, failed = mix.json.array({}), false
  for _, path in ipairs(args.file) do
    local done, problem, is_vain = import(path, args)
    documents[#documents + 1] = done
    if not done then mix.ui.problem(problem) end
    failed = failed or not done or is_vain
  end
  if args.json and not args.events then print(mix.json.encode({ files = documents })) end
  if failed then os.exit(1) end
end
