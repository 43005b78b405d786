-- mixhost playlist restore: playlists out of a backup.

local backups = require("programs.playlist.lib.backups")
local build_view = require("programs.playlist.lib.build_view")
local changes = require("programs.playlist.lib.writing.changes")
local commands = require("programs.playlist.lib.commands")
local failure = require("lib.failure")
local plan = require("programs.playlist.lib.writing.plan")
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

local function uris_of(copy)
  local all, writable = {}, {}
  for place, item in ipairs(copy.items) do
    all[place] = item.uri
    if plan.is_writable(item.uri) then writable[#writable + 1] = item.uri end
  end
  return all, writable
end

local function lost(count)
  if count == 0 then return {} end
  return { ("%s cannot be written: files of yours, or what Spotify no longer has"):format(
    commands.count(count, "item")) }
end

-- The plan for a playlist that is gone: made anew.
local function creation(copy, user)
  local all, writable = uris_of(copy)
  local writes = { { write = "create", name = copy.name, description = copy.description,
    public = copy.public } }
  for _, batch in ipairs(plan.batches(writable)) do
    writes[#writes + 1] = { write = "add", uris = mix.json.array(batch) }
  end
  return plan.counted({
    name = copy.name, user = user.id, action = "create", items = writable, added = writable,
    description = copy.description, public = copy.public, after = writable, writes = writes,
    notes = lost(#all - #writable),
  })
end

-- The plan for a playlist that is there: what differs is put right.
local function correction(copy, playlist, user, service)
  local existing = failure.need(service:items(playlist.id))
  local all, writable = uris_of(copy)
  local made = changes.edit(playlist, user, existing, all)
  if made then
    if made.action == "none" then made.why = "it is as in the backup" end
    return made
  end
  local writes, action = {}, "replace"
  for place, batch in ipairs(plan.batches(writable)) do
    writes[place] = { write = place == 1 and "replace" or "add", uris = mix.json.array(batch) }
  end
  writes[1] = writes[1] or { write = "replace", uris = mix.json.array({}) }
  return plan.counted({
    name = playlist.name, playlist = { id = playlist.id, name = playlist.name }, user = user.id,
    action = action, items = writable, added = writable, existing = existing, after = writable,
    writes = writes, notes = lost(#all - #writable),
  })
end

-- The playlist on the list that a copy is of: the same one, else the only one of its name, as after
-- a restore.
local function counterpart(copy, playlists, user)
  local alike = {}
  for _, playlist in ipairs(playlists) do
    if playlist.owner == user.id then
      if playlist.id == copy.id then return playlist end
      if playlist.name == copy.name then alike[#alike + 1] = playlist end
    end
  end
  return #alike == 1 and alike[1] or nil
end

local function run(args, copies, service, user, view)
  local playlists = failure.need(service:playlists())
  for _, copy in ipairs(copies) do
    local playlist = not args.new and counterpart(copy, playlists, user) or nil
    local made = playlist and correction(copy, playlist, user, service) or creation(copy, user)
    view:change_planned(made)
    local journal = not args.dry_run
      and changes.write(service, user, made, view, "restore") or nil
    view:changed(made, journal, {})
  end
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
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  return session.change(args, "restore", function(service, user)
    run(args, copies, service, user, view)
  end)
end
