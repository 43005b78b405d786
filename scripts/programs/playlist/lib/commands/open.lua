-- mixhost playlist open: where a playlist is.

local builds = require("programs.playlist.lib.writing.builds")
local choosing = require("programs.playlist.lib.choosing")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local last_result = require("lib.last_result")
local session = require("programs.playlist.lib.session")
local spotify = require("services.spotify.provider")
local targets = require("programs.playlist.lib.targets")

-- The playlist that was built last.
local function last_built()
  for _, record in ipairs(builds.list()) do
    if record.playlist and record.state ~= "undone" then
      return { id = record.playlist, name = record.name, state = record.state }
    end
  end
  return failure.raise("no playlist was built yet, or all were taken back", "none")
end

local function named(args)
  local service, user = session.signed_in()
  local found = targets.find(service, user.id, args.playlist, choosing.by(args.pick), true)
  return { id = found.id, name = found.name or mix.json.null }
end

return function()
  local args = commands.parse("open", {
    summary = "Prints the address of the last playlist built, or of another of yours.",
    options = { choosing.option },
    positional = { { "playlist", optional = true, help = "name, id or address" } },
    examples = { "xdg-open \"$($0 open)\"", "$0 open \"Road Trip Mix\"" },
  })
  local found
  if args.playlist then
    local key = ("playlist open %s %s"):format(args.playlist, args.pick or "")
    found = last_result.before(args, key, function(last) print(spotify.link(last.id)) end,
      function() return named(args) end)
    last_result.keep(args, key, found)
  else
    found = last_built()
  end
  local link = spotify.link(found.id)
  if not args.json then return print(link) end
  print(mix.json.encode({ id = found.id, name = found.name, url = link, state = found.state }))
end
