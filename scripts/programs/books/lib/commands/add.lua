-- mixhost books add: one book, or the ISBNs of a scanned shelf, ahead of the queue.

local commands = require("programs.books.lib.commands")
local file_text = require("lib.file_text")
local isbn = require("programs.books.lib.isbn")
local progress = require("lib.linking.progress")
local record = require("programs.books.lib.record")

local high_priority = 10

-- Lines of a list; what stands behind a # is a remark.
local function numbers(text)
  local records = {}
  local rejected = {}
  for row, line in ipairs(file_text.lines(text)) do
    local number = line:gsub("^\xEF\xBB\xBF", ""):gsub("#.*$", ""):match("^%s*(.-)[%s,;]*$")
    if number ~= "" then
      local thirteen, ten = isbn.read(number)
      if thirteen then
        -- The number stands for the title until the book is found.
        records[#records + 1] = {
          title = "ISBN " .. thirteen, placeholder = true, row = row,
          identifiers = { isbn13 = thirteen, isbn10 = ten },
        }
      else
        rejected[#rejected + 1] = { row = row, reason = (ten or "no ISBN"):gsub("; kept.*$", "") }
      end
    end
  end
  return records, rejected
end

local function from_list(path)
  local text, err = mix.fs.read(path)
  if not text then mix.ui.fail(err.message) end
  local records, rejected = numbers(text)
  commands.name_rows(path, rejected, #rejected)
  if #records == 0 then
    progress.fail(("%s: no ISBN is in it; one on each line is expected. A table is read by %s "
      .. "import"):format(path, mix.args.command), 1)
  end
  return records, #rejected
end

-- The records of --isbn without a title: the number stands for it until the book is found.
local function by_number(list)
  local records, rejected = numbers(table.concat(list, "\n"))
  if rejected[1] then mix.ui.fail(rejected[1].reason, 2) end
  if #records == 0 then mix.ui.fail("--isbn is empty", 2) end
  return records, 0
end

local function one(args)
  local given = args.isbn or {}
  if not args.title then
    if #given == 0 then
      mix.ui.fail("--title TEXT, --isbn NUMBER or --isbn-list FILE is needed", 2)
    end
    return by_number(given)
  end
  if #given > 1 then mix.ui.fail("one --title has one --isbn", 2) end
  local problem = record.title_problem(record.cell(args.title))
  if problem then mix.ui.fail("--title: " .. problem, 2) end
  local identifiers = given[1] and by_number(given)[1].identifiers or nil
  return {
    { title = args.title, creators = args.author, year = args.year, identifiers = identifiers },
  }, 0
end

return function()
  local args = commands.parse("add", {
    summary = "Adds books and puts them at the head of the queue.",
    options = {
      { "title", help = "the book's title" },
      { "author", many = true, help = "the author; once for each" },
      { "isbn", many = true, help = "its ISBN; enough without a title, once for each book" },
      { "year", type = "integer", min = -3000, max = 2200, help = "when it first came out" },
      { "isbn-list", type = "path", placeholder = "FILE",
        help = "a list with an ISBN on each line" },
    },
    examples = {
      "$0 add --title Sabriel --author \"Garth Nix\"",
      "$0 add --isbn 9780061474354",
      "$0 add --isbn-list shelf.txt",
    },
  })
  local records, rejected
  if args.isbn_list then records, rejected = from_list(args.isbn_list) else
    records, rejected = one(args)
  end
  local report = commands.need(mix.library.import(records, { kind = "book", source = "user" }))
  local job
  if #report.ids > 0 then
    job = commands.need(mix.jobs.enqueue(report.ids, {
      name = "enrich", priority = high_priority,
    })).job
  end
  for _, duplicate in ipairs(report.duplicates) do
    mix.ui.note(("already in the library as work %s (by %s)"):format(duplicate.work, duplicate.by))
  end
  if args.json then
    print(mix.json.encode({
      added = report.added, duplicates = report.duplicate_count, rejected = rejected,
      ids = mix.json.array(report.ids), job = job or mix.json.null,
    }))
  else
    print(("%s added, %s, %d rejected"):format(commands.count(report.added, "book"),
      commands.count(report.duplicate_count, "duplicate"), rejected))
  end
  if report.added > 0 then mix.ui.note(("look it up with: %s run"):format(mix.args.command)) end
  if report.added == 0 and report.duplicate_count == 0 then os.exit(1) end
end
