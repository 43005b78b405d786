-- mixhost books edit: what the user says of a book, before files and catalogues.

local commands = require("programs.books.lib.commands")
local editing = require("programs.books.lib.editing")
local work_fields = require("lib.work_fields")

local function take_extra(list, fields)
  for _, text in ipairs(list or {}) do
    local name, value = text:match("^([%w_]+)=(.*)$")
    if not name then mix.ui.fail(("--set %s: NAME=TEXT expected"):format(text), 2) end
    fields.extra = fields.extra or {}
    fields.extra[name] = tonumber(value) or value
  end
end

-- The changes; ends the script for a number that no book has.
local function wanted(args)
  local given = {}
  for name, value in pairs(args) do given[name] = value end
  take_extra(args.set, given)
  local fields, clear = editing.changes(given)
  if fields then return fields, clear end
  local flaw = clear
  if flaw.field == "isbn" then mix.ui.fail(flaw.message, 2) end
  return mix.ui.fail(("--%s%s: %s"):format(flaw.field, flaw.shown and " " .. flaw.shown or "",
    flaw.message), 2)
end

-- The types of options by the field's kind.
local taken = {
  names = { many = true }, url = { type = "url" }, position = { type = "number" },
  year = { type = "integer", min = -3000, max = 2200 },
  pages = { type = "integer", min = 1, max = 99999 },
}

-- The options of all fields, and others behind them.
local function options(others)
  local list = {}
  for place, field in ipairs(work_fields.list) do
    local kind = taken[field.kind] or {}
    list[place] = { field.input, help = field.help, type = kind.type, min = kind.min,
      max = kind.max, many = kind.many }
  end
  return table.move(others, 1, #others, #list + 1, list)
end

return function()
  local args = commands.parse("edit", {
    summary = "Changes a book. Your values stay, whatever files and catalogues say; undo "
      .. "takes it back.",
    options = options({
      { "set", many = true, placeholder = "NAME=TEXT",
        help = "another column, such as my_rating=4; once for each" },
      { "clear", type = "choice", choices = editing.clearable, many = true,
        help = "take a field away; once for each" },
      { "again", type = "flag",
        help = "forget what catalogues said, and let run look the book up again" },
    }),
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
  local twin = editing.twin(args.id, fields)
  if twin then mix.ui.note(("work %d has this ISBN, too: %s"):format(twin.id, twin.title)) end
  local done, status = editing.save(work, fields, clear, args.again)
  commands.need(done, status)
  if args.json then
    return print(mix.json.encode({ id = args.id, changed = mix.json.array(done.changed),
      status = status or work.status }))
  end
  print(#done.changed == 0 and "nothing has changed" or "changed: "
    .. table.concat(done.changed, ", "))
  if status then mix.ui.note(("look it up with: %s run"):format(mix.args.command)) end
end
