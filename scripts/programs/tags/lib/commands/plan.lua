-- mixhost tags plan: what a folder's files are, and what would be changed.

local choices = require("programs.tags.lib.choices")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.tags.lib.commands")
local planning = require("programs.tags.lib.planning")
local plans = require("programs.tags.lib.plans")
local view = require("programs.tags.lib.view")

local function catalogues(args)
  if args.with then return { args.with } end
  local list = {}
  for name in mix.env.setting("tags.catalogues"):gmatch("[%w_]+") do list[#list + 1] = name end
  -- Without an address MusicBrainz answers nobody; the other one does.
  if #list > 1 and list[1] == "musicbrainz" and not mix.env.setting("http.contact") then
    mix.ui.note("MusicBrainz is not asked: it wants to know whom to write to "
      .. "(mixhost config set http.contact ADDRESS)")
    table.remove(list, 1)
  end
  return list
end

local function show_albums(albums, files)
  local rows = {}
  for _, album in ipairs(albums) do
    table.move(view.album_rows(album, files), 1, 1 + #album.candidates, #rows + 1, rows)
  end
  if #rows == 0 then return end
  mix.ui.table(rows, { columns = view.album_columns })
  print()
end

local function show(files, counts, root)
  local rows = {}
  for _, file in ipairs(files) do
    if file.status ~= "same" or file.differing then rows[#rows + 1] = view.row(file) end
  end
  local columns = { "file", "status", { key = "score", title = "score", align = "right" }, "from",
    "note" }
  -- On a narrow terminal the status has room, too, and the part of the path that tells files apart.
  if mix.ui.is_terminal() and mix.ui.width() < 60 then
    for _, row in ipairs(rows) do row.file = row.file:match("[^/]+$") or row.file end
    columns = { { key = "file", title = "file", least = 24 }, "status",
      { key = "note", title = "note", drop = 1 } }
  end
  if #rows > 0 then mix.ui.table(rows, { columns = columns }) end
  mix.ui.note(("%s: %s"):format(root, view.summary(counts)))
  if counts.matched > 0 then
    mix.ui.note(("%s diff shows the values, %s write writes them"):format(
      mix.args.command, mix.args.command))
  end
end

return function()
  local args = commands.parse("plan", {
    summary = "Looks up the audio files of a folder at music catalogues, and keeps a plan of "
      .. "changes. No file is touched. Files that the plan has already are not asked about again.",
    options = {
      { "with", type = "choice", choices = { "musicbrainz", "itunes" },
        help = "ask this catalogue only (default: the setting tags.catalogues)" },
      { "country", placeholder = "CC", help = "the iTunes store (default: tags.country)" },
      { "match-rules", default = "standard", placeholder = "NAME",
        help = "the rules of match/tracks" },
      choices.fields,
      choices.follow,
      { "fresh", type = "flag", help = "ask about all files again, also about decided ones" },
    },
    positional = { commands.folder("read") },
    examples = { "$0 plan ~/Music/New", "$0 plan --with itunes --fields title,artist --json" },
  })
  local root = commands.root(args)
  local files, problems = planning.run({
    root = root, catalogues = catalogues(args), fresh = args.fresh,
    rules = chosen_rules("match/tracks", args.match_rules, "--match-rules"),
    country = args.country or mix.env.setting("tags.country"),
    only = choices.set(args.fields), fields = args.fields, follow = args.follow,
  })
  for _, problem in ipairs(problems) do mix.ui.problem(problem) end
  local counts, albums = plans.counts(files), plans.albums(plans.id(root))
  if args.json then
    local list, whole = mix.json.array({}), mix.json.array({})
    for place, file in ipairs(files) do list[place] = view.record(file) end
    for place, album in ipairs(albums) do whole[place] = view.album_record(album, files) end
    print(mix.json.encode({ folder = root, counts = counts, albums = whole, files = list },
      { pretty = true }))
  else
    show_albums(albums, files)
    show(files, counts, root)
  end
  if counts.failed > 0 then
    local reason
    for _, file in ipairs(files) do reason = reason or file.status == "failed" and file.reason end
    mix.ui.fail(("%s not asked: %s; the same command continues with them"):format(
      commands.count(counts.failed, "file"), reason))
  end
end
