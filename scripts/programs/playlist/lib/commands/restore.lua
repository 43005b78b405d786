-- mixhost playlist restore: playlists out of a backup.

local backups = require("programs.playlist.lib.backups")
local build_view = require("programs.playlist.lib.build_view")
local changes = require("programs.playlist.lib.writing.changes")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local restoring = require("programs.playlist.lib.restoring")
local session = require("programs.playlist.lib.session")

-- The copies that the user wants.
local function chosen(copies, names)
  if #names == 0 then return copies end
  local list = {}
  for _, name in ipairs(names) do
    local found = false
    for _, copy in ipairs(copies) do
      if copy.id == name or mix.text.casefold(copy.name) == mix.text.casefold(name) then
        found = true
        list[#list + 1] = copy
      end
    end
    if not found then
      failure.raise(("there is no playlist \"%s\" in the file"):format(name), "not_found")
    end
  end
  return list
end

local function run(args, copies, service, user)
  local playlists = failure.need(service:playlists())
  local summaries = #copies > 1 and mix.json.array({}) or nil
  for _, copy in ipairs(copies) do
    local view = build_view.open({ json = args.json, quiet = args.quiet, into = summaries })
    local playlist = not args.new and restoring.counterpart(copy, playlists, user) or nil
    local made = playlist and restoring.correction(copy, playlist, user, service)
      or restoring.creation(copy, user)
    view:change_planned(made)
    local journal = not args.dry_run and changes.write(service, user, made, view, "restore") or nil
    view:changed(made, journal, {})
  end
  build_view.all(args, summaries)
end

return function()
  local args = commands.parse("restore", {
    summary = "Brings playlists of a backup back: one that is still on your list gets the items it "
      .. "had, one that is gone is made anew. Each can be taken back by undo.",
    options = {
      { "new", type = "flag", help = "make new ones, whatever is on your list" },
      { "dry-run", type = "flag", help = "plan only: say what would be written" },
    },
    positional = {
      { "file", type = "path", help = "the backup; - for standard input" },
      { "playlists", many = true, optional = true, help = "names or ids (default: all in it)" },
    },
    examples = { "$0 restore playlists.json --dry-run", "$0 restore playlists.json \"Road Mix\"" },
  })
  local text = failure.need(mix.fs.read(args.file))
  local copies = chosen(backups.read(text, args.file), args.playlists or {})
  return session.change(args, "restore", function(service, user)
    run(args, copies, service, user)
  end)
end
