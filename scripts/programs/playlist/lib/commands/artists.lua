-- mixhost playlist artists check: how the lines of a file are understood, and why.

local artist_lines = require("programs.playlist.lib.artist_lines")
local build_view = require("programs.playlist.lib.build_view")
local chosen_rules = require("lib.chosen_rules")
local commands = require("programs.playlist.lib.commands")
local last_result = require("lib.last_result")
local pipeline = require("programs.playlist.lib.pipeline")
local session = require("programs.playlist.lib.session")
local terminal_text = require("lib.terminal_text")

-- The artists of a line.
local function check(line, rules, service)
  local artist, why = pipeline.resolve(rules, service, line.text)
  return {
    line = line.line, text = artist_lines.shown(line.text), why = why,
    id = artist and artist.id or nil, name = artist and artist.name or nil,
  }
end

local function fields_of(row)
  return { row.line, row.text, row.id and row.name or "-",
    row.id and "spotify:artist:" .. row.id or "-", row.why }
end

-- On a terminal a table, once all is known: lines would run into the line of progress.
local function show(rows)
  local cells = {}
  for place, row in ipairs(rows) do
    cells[place] = {
      line = row.line, text = row.text, artist = row.name or "-", why = row.why,
      address = row.id and "spotify:artist:" .. row.id or "-",
    }
  end
  mix.ui.table(cells, { columns = {
    { key = "line", title = "Line" }, { key = "text", title = "Text", least = 16, drop = 2 },
    { key = "artist", title = "Artist" }, { key = "why", title = "Why", least = 20 },
    { key = "address", title = "Address", least = 37, drop = 1 },
  } })
end

local function check_all(lines, args, view, is_terminal)
  local service, rules = session.service(), chosen_rules("playlist", args.rules)
  local rows = mix.json.array({})
  for place, line in ipairs(lines) do
    view:progress("artists", place, #lines, artist_lines.shown(line.text))
    local row = check(line, rules, service)
    rows[#rows + 1] = row
    mix.events.emit("artist", row)
    if not (is_terminal or args.json or mix.events.enabled()) then
      print(terminal_text.fields(fields_of(row)))
    end
  end
  view:stop()
  return rows
end

return function()
  local args = commands.parse("artists", {
    summary = "Says how each line of a file is understood: line, text, artist, address, why.",
    options = {
      { "rules", default = "standard", placeholder = "NAME", help = "the rules of playlist/" },
    },
    positional = {
      { "action", type = "choice", choices = { "check" }, help = "check" },
      { "file", type = "path", help = "one artist on each line, # comments; - for standard input" },
    },
    examples = { "$0 artists check artists.txt" },
  })
  local text = artist_lines.text_of(args.file)
  local lines = artist_lines.parse(text)
  local view = build_view.open({ json = args.json, quiet = args.quiet })
  local is_terminal = last_result.is_terminal()
  local key = ("playlist artists %s %s"):format(args.rules, mix.crypto.sha256(text))
  local rows = last_result.before(args, key, show, function()
    return check_all(lines, args, view, is_terminal)
  end)
  last_result.keep(args, key, rows)
  local missing = 0
  for _, row in ipairs(rows) do missing = missing + (row.id and 0 or 1) end
  if args.json and not mix.events.enabled() then
    print(mix.json.encode(rows, { pretty = true }))
  elseif is_terminal and not mix.events.enabled() then
    show(rows)
  end
  mix.ui.note(("%s, %d without an artist"):format(commands.count(#rows, "line"), missing))
  if missing > 0 then os.exit(1) end
end
