-- mixhost books edit: what the user says of a book, before files and catalogues.

local commands = require("programs.books.lib.commands")
local isbn = require("programs.books.lib.isbn")
local languages = require("lib.languages")
local record = require("programs.books.lib.record")

-- What a look-up goes by: a change of these may find another book.
local looked_up = { title = true, creators = true, ["identifiers.isbn13"] = true }

local clearable = {
  "subtitle", "creators", "year", "publisher", "pages", "language", "series", "series_position",
  "description", "cover", "isbn",
}

-- The numbers of an ISBN, and those of its old number that have no match in it.
local function take_isbn(text, fields, clear)
  local thirteen, ten = isbn.read(text)
  if not thirteen then mix.ui.fail((ten or "--isbn is empty"):gsub("; kept.*$", ""), 2) end
  fields.identifiers = { isbn13 = thirteen, isbn10 = ten }
  if not ten then clear[#clear + 1] = "identifiers.isbn10" end
end

-- Two books of one number are mostly one: the user may want to remove the other.
local function warn_of_twin(id, fields)
  local thirteen = fields.identifiers and fields.identifiers.isbn13
  for _, other in ipairs(thirteen and mix.library.find({ isbn = thirteen, limit = 2 }) or {}) do
    if other.id ~= id then
      mix.ui.note(("work %d has this ISBN, too: %s"):format(other.id, other.title))
    end
  end
end

local function take_extra(list, fields)
  for _, text in ipairs(list or {}) do
    local name, value = text:match("^([%w_]+)=(.*)$")
    if not name then mix.ui.fail(("--set %s: NAME=TEXT expected"):format(text), 2) end
    fields.extra = fields.extra or {}
    fields.extra[name] = tonumber(value) or value
  end
end

-- Ends the script for what no book has.
local function check(args)
  local problem = args.title and record.title_problem(record.cell(args.title))
  if problem then mix.ui.fail("--title: " .. problem, 2) end
  if args.cover and not args.cover:find("^https://") then
    mix.ui.fail(("--cover %s: an address that begins with https:// is expected"):format(
      args.cover), 2)
  end
  if args.language and not languages.code(args.language) then
    mix.ui.fail(("--language %s: no language is known by that name; two letters such as en "
      .. "name one"):format(args.language), 2)
  end
end

local function wanted(args)
  check(args)
  local clear = {}
  local authors = args.author and #args.author > 0 and args.author or nil
  local fields = {
    title = args.title, subtitle = args.subtitle, creators = authors, year = args.year,
    publisher = args.publisher, pages = args.pages, language = languages.code(args.language),
    series = args.series, series_position = args.position, description = args.description,
    cover = args.cover,
  }
  for _, name in ipairs(args.clear or {}) do
    local names = name == "isbn" and { "identifiers.isbn13", "identifiers.isbn10" } or { name }
    for _, flat in ipairs(names) do clear[#clear + 1] = flat end
  end
  if args.isbn then take_isbn(args.isbn, fields, clear) end
  take_extra(args.set, fields)
  return fields, clear
end

-- Whether the book is looked up again: when the user says so, and when the change may find what was
-- not found before.
local function new_status(args, work, fields, clear)
  if args.again then return "pending" end
  local waits = work.status == "not_found" or work.status == "failed" or work.status == "uncertain"
  local finds = fields.title or fields.creators or fields.identifiers
  for _, name in ipairs(clear) do finds = finds or looked_up[name] end
  return waits and finds and "pending" or nil
end

return function()
  local args = commands.parse("edit", {
    summary = "Changes a book. What you say here stays, whatever files and catalogues say; undo "
      .. "takes it back.",
    options = {
      { "title", help = "its title" }, { "subtitle", help = "its subtitle" },
      { "author", many = true, help = "who wrote it; once for each" },
      { "isbn", help = "its ISBN, ten or thirteen digits" },
      { "year", type = "integer", min = -3000, max = 2200, help = "when it first came out" },
      { "publisher", help = "its publisher" },
      { "pages", type = "integer", min = 1, max = 99999, help = "how many pages it has" },
      { "language", help = "two letters, such as en" },
      { "series", help = "the series that it belongs to" },
      { "position", type = "number", help = "its place in the series" },
      { "description", help = "what it is about" }, { "cover", type = "url", help = "its cover" },
      { "set", many = true, placeholder = "NAME=TEXT",
        help = "another column, such as my_rating=4; once for each" },
      { "clear", type = "choice", choices = clearable, many = true,
        help = "take a field away; once for each" },
      { "again", type = "flag",
        help = "forget what catalogues said, and let run look the book up again" },
    },
    positional = { { "id", type = "integer", help = "the book's number; see list" } },
    examples = {
      "$0 edit 12 --title Sabriel --author \"Garth Nix\"",
      "$0 edit 12 --isbn 9780061474354 --again",
    },
  })
  local work = mix.library.get(args.id) or mix.ui.fail(commands.no_book(args.id))
  local fields, clear = wanted(args)
  if next(fields) == nil and #clear == 0 and not args.again then
    mix.ui.fail("nothing to change: give a field, such as --title TEXT, or --again", 2)
  end
  warn_of_twin(args.id, fields)
  local status = new_status(args, work, fields, clear)
  local done = commands.check(mix.library.edit(args.id, fields, {
    clear = clear, forget = args.again, status = status,
  }))
  if args.json then
    return print(mix.json.encode({ id = args.id, changed = mix.json.array(done.changed),
      status = status or work.status }))
  end
  print(#done.changed == 0 and "nothing has changed" or "changed: "
    .. table.concat(done.changed, ", "))
  if status then mix.ui.note(("look it up with: %s run"):format(mix.args.command)) end
end
