-- mixhost playlist backup: the user's playlists in a file.

local backups = require("programs.playlist.lib.backups")
local build_view = require("programs.playlist.lib.build_view")
local choosing = require("programs.playlist.lib.choosing")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local output_file = require("lib.output_file")
local refusals = require("lib.refusals")
local session = require("programs.playlist.lib.session")
local targets = require("programs.playlist.lib.targets")

-- The playlists that are named; else all of the user's own.
local function chosen(args, service, user)
  local list = {}
  for place, text in ipairs(args.playlists or {}) do
    local found = targets.find(service, user.id, text, choosing.by(args.pick), true)
    list[place] = found.owner and found or failure.need(service:playlist(found.id))
  end
  if #list > 0 then return list end
  for _, playlist in ipairs(failure.need(service:playlists())) do
    if playlist.owner == user.id then list[#list + 1] = playlist end
  end
  return list
end

return function()
  local args = commands.parse("backup", {
    summary = "Copies playlists into a file: name, description, visibility, items. Without names "
      .. "all that are yours.",
    options = { choosing.option },
    positional = {
      { "file", type = "path", access = "write", help = "where to; - for standard output" },
      { "playlists", many = true, optional = true, help = "names, ids or addresses" },
    },
    examples = { "$0 backup playlists.json", "$0 backup road.json \"Road Trip Mix\"" },
  })
  output_file.check("FILE", args.file)
  local service, user = session.signed_in()
  local list = chosen(args, service, user)
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  local copies, items, refused = backups.copy_all(list, service, view)
  local text = backups.write(copies, user)
  local line = refusals.line(refused, #list)
  if line then mix.ui.problem(line) end
  failure.need(output_file.write(args.file, text))
  if output_file.is_stdout(args.file) then return end
  local done = { file = args.file, playlists = #copies, items = items, refused = #refused }
  if args.json then return print(mix.json.encode(done)) end
  mix.ui.note(("%s with %s in %s"):format(commands.count(#copies, "playlist"),
    commands.count(items, "item"), args.file))
end
