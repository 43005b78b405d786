-- mixhost playlist list: the user's playlists.

local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local last_result = require("lib.last_result")
local session = require("programs.playlist.lib.session")
local spotify = require("services.spotify.provider")

local function show(rows)
  mix.ui.table(rows, { columns = {
    { key = "id", title = "Id", least = 22 },
    { key = "items", title = "Items", align = "right", drop = 2 },
    { key = "name", title = "Name", least = 10 }, { key = "owner", title = "Owner", drop = 1 },
  } })
end

local function fetch()
  local service, user = session.signed_in()
  local rows = mix.json.array({})
  for place, playlist in ipairs(failure.need(service:playlists())) do
    rows[place] = {
      id = playlist.id, name = playlist.name, items = playlist.total,
      owner = playlist.owner == user.id and "you" or playlist.owner,
      public = playlist.public, description = playlist.description,
      url = spotify.link(playlist.id),
    }
  end
  return rows
end

return function()
  local args = commands.parse("list", {
    summary = "Shows the playlists on your list at Spotify, newest first.",
    examples = { "$0 list", "$0 list --json" },
  })
  local key = "playlist list"
  local rows = last_result.before(args, key, show, fetch)
  last_result.keep(args, key, rows)
  if args.json then return print(mix.json.encode(rows, { pretty = true })) end
  show(rows)
end
