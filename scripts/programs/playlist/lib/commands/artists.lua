-- mixhost playlist artists check: how the lines of a file are understood, and why.

local chosen_rules = require("lib.chosen_rules")
local artist_lines = require("programs.playlist.lib.artist_lines")
local build = require("programs.playlist.lib.build")
local build_view = require("programs.playlist.lib.build_view")
local commands = require("programs.playlist.lib.commands")
local failures = require("programs.playlist.lib.failures")
local pipeline = require("programs.playlist.lib.pipeline")

-- What follows from a line, and how it is told.
local function check(line, rules, service)
  local artist, why = pipeline.resolve(rules, service, line.text)
  return {
    line = line.line, text = artist_lines.shown(line.text), why = why,
    id = artist and artist.id or nil, name = artist and artist.name or nil,
  }
end

local function row_text(row)
  if row.id then
    return ("%d\t%s\t%s\tspotify:artist:%s\t%s"):format(
      row.line, row.text, row.name, row.id, row.why)
  end
  return ("%d\t%s\t-\t-\t%s"):format(row.line, row.text, row.why)
end

return function()
  local args = commands.parse("artists", {
    summary = "Says how each line of a file is understood: line, text, artist, address, why.",
    options = {
      { "rules", default = "standard", placeholder = "NAME", help = "the rules of playlist/" },
    },
    positional = {
      { "action", type = "choice", choices = { "check" }, help = "check" },
      { "file", type = "path", help = "a line an artist, # comments; - for standard input" },
    },
    examples = { "$0 artists check artists.txt" },
  })
  local lines = artist_lines.parse(failures.need(mix.fs.read(args.file)))
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  local service, rules = build.service(), chosen_rules("playlist", args.rules)
  local rows, missing = mix.json.array({}), 0
  for place, line in ipairs(lines) do
    view:progress("artists", place, #lines, artist_lines.shown(line.text))
    local row = check(line, rules, service)
    rows[#rows + 1] = row
    missing = missing + (row.id and 0 or 1)
    mix.events.emit("artist", row)
    if not args.json and not mix.events.enabled() then print(row_text(row)) end
  end
  view:stop()
  if args.json and not mix.events.enabled() then print(mix.json.encode(rows, { pretty = true })) end
  if not args.quiet then
    mix.ui.note(("%s, %d without an artist"):format(commands.count(#rows, "line"), missing))
  end
  if missing > 0 then os.exit(1) end
end
