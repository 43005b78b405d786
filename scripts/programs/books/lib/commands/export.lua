-- mixhost books export: the library for other programs.

local commands = require("programs.books.lib.commands")
local cover_files = require("programs.books.lib.cover_files")
local opf = require("programs.books.lib.exports.opf")
local output_file = require("lib.output_file")
local table_text = require("programs.books.lib.exports.table_text")

local tables = { calibre = true, goodreads = true, storygraph = true }
local statuses = { "pending", "queued", "enriched", "uncertain", "not_found", "failed" }

local function write_text(args)
  local filter = { status = args.status, kind = "book" }
  if tables[args.format] then
    local columns = require("programs.books.lib.exports." .. args.format).columns
    return table_text.write(columns, commands.need(mix.library.list(filter)), output_file.put)
  end
  filter.format, filter.compare = args.format, args.compare
  for chunk in commands.need(mix.library.export(filter)) do output_file.put(chunk) end
end

local function check(args)
  if args.format == "opf" and not args.to then
    mix.ui.fail("--format opf makes a folder for each book: --to DIR says where", 2)
  elseif args.to and args.format ~= "opf" then
    mix.ui.fail("--to goes with --format opf; the other formats are written to standard output", 2)
  elseif args.compare and (tables[args.format] or args.format == "opf") then
    mix.ui.fail("--compare goes with csv, json and ndjson", 2)
  end
end

return function()
  local args = commands.parse("export", {
    summary = "Writes the library; see docs/output.md for the fields, and docs/books.md for what "
      .. "other programs take.",
    options = {
      { "format", type = "choice", default = "csv",
        choices = { "csv", "json", "ndjson", "calibre", "opf", "goodreads", "storygraph" },
        help = "how to write it; opf: a folder for each book, as Calibre keeps them" },
      { "to", type = "path", access = "write", placeholder = "DIR", help = "the folder for opf" },
      { "covers", type = "path", access = "write", placeholder = "DIR",
        help = "save the covers as files; those that are there already are left" },
      { "compare", type = "flag", help = "with the original beside every work" },
      { "status", type = "choice", choices = statuses, help = "only those of a status" },
    },
    examples = {
      "$0 export --format csv --compare > books.csv",
      "$0 export --format goodreads > goodreads.csv",
      "$0 export --format opf --to calibre --covers covers",
    },
  })
  check(args)
  output_file.check_folder("--to", args.to)
  output_file.check_folder("--covers", args.covers)
  local saved = args.covers and cover_files.save(args.covers) or nil
  if args.format == "opf" then
    local works = commands.need(mix.library.list({ status = args.status, kind = "book" }))
    local count = opf.write_folder(works, args.to, args.covers)
    if args.json then
      print(mix.json.encode({ books = count, folder = args.to, covers = saved or mix.json.null }))
    else
      print(("%s written to %s"):format(commands.count(count, "book"), args.to))
    end
  else
    write_text(args)
  end
  if saved then
    cover_files.report(args.covers, saved)
    if saved.failed > 0 then os.exit(1) end
  end
end
