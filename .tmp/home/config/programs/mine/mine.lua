-- mine: what `mixhost mine` runs.

local provider = require("providers.mine")

local args = mix.args.parse({
  name = "mine",
  summary = "Shows songs by a search, newest first.",
  positional = {
    { "term", optional = true, help = "what to search for (default: blinding lights)" },
  },
  examples = { "$0 stay", "$0 --json stay" },
})

local songs, err = provider.open():search({
  title = args.term or "blinding lights", limit = math.tointeger(mix.env.setting("mine.limit")),
})
if not songs then mix.ui.fail(err.message) end
table.sort(songs, function(a, b) return (a.release_date or "") > (b.release_date or "") end)
if args.json then
  print(mix.json.encode(mix.json.array(songs)))
else
  mix.ui.table(songs, { columns = { "release_date", "title", "artist" } })
end
