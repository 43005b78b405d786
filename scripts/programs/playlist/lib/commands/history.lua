-- mixhost playlist history: what was written.

local builds = require("programs.playlist.lib.writing.builds")
local commands = require("programs.playlist.lib.commands")
local history_rows = require("programs.playlist.lib.history_rows")
local spotify = require("services.spotify.provider")

local function document(record)
  return {
    build = record.id, command = record.command, playlist = record.playlist or mix.json.null,
    name = record.name, url = record.playlist and spotify.link(record.playlist) or mix.json.null,
    action = record.action, account = record.account, rules = record.rules or mix.json.null,
    started = mix.time.iso(record.started), state = record.state,
    comes = record.comes or record.added or 0, goes = record.goes or 0,
  }
end

return function()
  local args = commands.parse("history", {
    summary = "Shows what was written, newest first, without network.",
    options = { { "limit", type = "integer", min = 1, max = 10000, default = 20,
      help = "the most to list" } },
    examples = { "$0 history", "$0 history --json --limit 1" },
  })
  local list, rows = builds.list(), {}
  local documents = mix.json.array({})
  for place = 1, math.min(#list, args.limit) do
    local record = list[place]
    documents[place] = document(record)
    rows[place] = history_rows.row(record)
  end
  if args.json then return print(mix.json.encode(documents, { pretty = true })) end
  if #rows == 0 then return mix.ui.note("nothing was written yet") end
  mix.ui.table(rows, { columns = {
    { key = "build", title = "Build" }, { key = "playlist", title = "Playlist", least = 12 },
    { key = "change", title = "Items", align = "right", drop = 3 },
    { key = "state", title = "State" }, { key = "when", title = "When", least = 16, drop = 2 },
    { key = "command", title = "By", drop = 1 },
  } })
end
