-- mixhost playlist open: where the playlist of the last build is.

local commands = require("programs.playlist.lib.commands")
local journals = require("programs.playlist.lib.journals")
local spotify = require("providers.spotify")

return function()
  local args = commands.parse("open", {
    summary = "Prints the address of the playlist that was built last.",
    examples = { "xdg-open \"$($0 open)\"" },
  })
  local journal = journals.load()
  if not journal or not journal.playlist or journal.state == "undone" then
    mix.ui.fail("no playlist was built yet, or it was taken back")
  end
  local link = spotify.link(journal.playlist)
  if not args.json then return print(link) end
  print(mix.json.encode({
    id = journal.playlist, name = journal.name, url = link, state = journal.state,
  }))
end
