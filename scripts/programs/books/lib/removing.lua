-- Removes books: those that are named, or those of the last import.

local commands = require("programs.books.lib.commands")
local formats = require("programs.books.lib.formats")

local removing = {}

-- The most books that are named before the question.
local most_named = 20

local imports = {}
for _, name in ipairs(formats.names) do imports[name] = true end

local function is_imported(work)
  for _, origin in pairs(work.sources or {}) do
    if imports[origin.source] then return true end
  end
  return false
end

--- The books that the last import added, as far as they are still there: all works of an import
-- have one time. An empty list when nothing was imported.
function removing.last_import()
  local list = {}
  for work in commands.need(mix.library.list({ kind = "book" })) do
    local latest = list[1] and list[1].added or -math.huge
    if work.added >= latest and is_imported(work) then
      if work.added > latest then list = {} end
      list[#list + 1] = { id = work.id, title = work.title, added = work.added }
    end
  end
  return list
end

--- Asks before what cannot be taken back; in a pipe nobody could answer.
function removing.is_confirmed(works)
  for place = 1, math.min(#works, most_named) do
    mix.ui.note(("%d  %s"):format(works[place].id, works[place].title))
  end
  if #works > most_named then mix.ui.note(("… and %d more"):format(#works - most_named)) end
  if not mix.ui.is_terminal() then
    mix.ui.fail("undo does not bring removed books back; say --yes if that is meant", 2)
  end
  io.write(("remove %s for good? [y/N] "):format(commands.count(#works, "book")))
  local answer = mix.ui.read_line()
  return answer ~= nil and answer:lower():find("^%s*y") ~= nil
end

--- Removes works and says how many they were.
function removing.remove(works, args)
  if not args.yes and not removing.is_confirmed(works) then
    return mix.ui.note("nothing was removed")
  end
  local count = 0
  for _, work in ipairs(works) do
    if commands.need(mix.library.delete(work.id)) then count = count + 1 end
  end
  if args.json then return print(mix.json.encode({ removed = count })) end
  print(commands.count(count, "book") .. " removed")
end

return removing
