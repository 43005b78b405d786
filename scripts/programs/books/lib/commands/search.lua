-- mixhost books search: a book in the library, and in the catalogues.

local adding = require("programs.books.lib.adding")
local catalogue_search = require("programs.books.lib.catalogue_search")
local commands = require("programs.books.lib.commands")
local library_list = require("programs.books.lib.library_list")
local library_pages = require("programs.books.lib.library_pages")
local shown = require("lib.program_screen.shown")
local tables = require("lib.program_screen.tables")
local trimmed = require("lib.trimmed")

local function show_own(works)
  if #works == 0 then return mix.ui.note("not in the library") end
  mix.ui.note("in the library:")
  local rows = {}
  for place, work in ipairs(works) do rows[place] = library_pages.row(work) end
  tables.print(library_list.table(rows))
end

local function show_candidates(candidates)
  if #candidates == 0 then return mix.ui.note("no catalogue lists such a book") end
  mix.ui.note("in the catalogues:")
  shown.part(adding.found({ candidates = candidates }))
end

-- Adds a candidate, and says so.
local function add(candidate)
  local done = commands.need(catalogue_search.add(candidate))
  if done.added == 0 then
    mix.ui.note(("already in the library as work %s"):format(done.id))
  else
    mix.ui.note(("added as %s: %s; %s run completes it"):format(
      done.id, candidate.fields.title, mix.args.command))
  end
  return done
end

-- The catalogues' answers; ends the script when they cannot be asked and their answer is needed.
local function ask(args, book)
  local candidates, problem = catalogue_search.ask(book)
  if candidates then return candidates end
  if args.add then mix.ui.fail(problem) end
  mix.ui.problem(problem)
  return nil
end

return function()
  local args = commands.parse("search", {
    summary = "Looks for a book in the library and in the catalogues, by title or ISBN.",
    options = {
      { "author", help = "the author" },
      { "library", type = "flag", help = "look into the library alone" },
      { "add", type = "integer", min = 1, max = 5, placeholder = "N",
        help = "add the N-th of the catalogues" },
    },
    positional = { { "words", many = true, help = "the title, or an ISBN" } },
    examples = { "$0 search sabriel --author nix", "$0 search 9780061474354 --add 1" },
  })
  if args.library and args.add then mix.ui.fail("--library and --add exclude each other", 2) end
  local words = trimmed(table.concat(args.words, " "))
  if words == "" then mix.ui.fail("search takes a title or an ISBN", 2) end
  local book = catalogue_search.wanted(words, args.author)
  local own = catalogue_search.own_books(book)
  if not args.json and not args.add then show_own(own) end
  local candidates = not args.library and ask(args, book) or nil
  local added
  if args.add then
    local chosen = candidates[args.add]
    if not chosen then
      mix.ui.fail(("there is no candidate %d: the catalogues list %s"):format(args.add,
        #candidates == 0 and "no such book" or commands.count(#candidates, "book")))
    end
    added = add(chosen)
  elseif candidates and not args.json then
    show_candidates(candidates)
  end
  if args.json then
    print(mix.json.encode({
      library = mix.json.array(own), catalogues = candidates or mix.json.null,
      added = added or mix.json.null,
    }))
  end
  if #own == 0 and (not candidates or #candidates == 0) then os.exit(1) end
end
