-- The commands of mixhost trailers: what they are called, and what they share.

local tmdb = require("services.tmdb.provider")
local subcommands = require("lib.subcommands")

local commands = subcommands.new({
  script = "trailers", folder = "programs.trailers.lib.commands", default = "list",
  summary = "Films and series at TMDB: one merged, filtered view, and their trailers.",
  commands = {
    { "browse", "page through the list: filter by keys, open details and trailers" },
    { "list", "print the merged list as a table, lines or JSON (also without a command)" },
    { "search", "search films and series by title, IMDb or TVDB identifier" },
    { "detail", "show one film or series with its trailers" },
    { "genres", "list the genres of films and series" },
    { "follow", "follow films, series and artists: the calendar has their releases", "following" },
    { "unfollow", "stop following them", "following" },
    { "followed", "list what is followed, and what comes out next", "following" },
    { "calendar", "write the releases of what is followed as iCalendar" },
  },
  examples = {
    "$0 browse",
    "$0 list --type movies --genre Action --date thisYear",
    "$0 search interstellar",
    "$0 detail movie/157336",
    "$0 calendar --output releases.ics",
  },
})

--- Prints a document as the arguments ask for it: as JSON, as one event of a name, or by `show` for
-- people.
function commands.present(args, name, document, show)
  if args.events then
    mix.events.emit(name, document)
  elseif args.json then
    print(mix.json.encode(document))
  else
    show()
  end
end

--- Shows what TMDB's terms want to be shown.
function commands.attribute() mix.ui.note(tmdb.attribution) end

return commands
