-- mixhost books decisions: what reviews decided, for another machine.

local commands = require("programs.books.lib.commands")
local decision_lines = require("lib.decision_lines")

local form = { needed = { "kind", "title", "decision" },
  others = { "creator", "identifiers", "time", "score", "candidate" },
  verdict = "decision", verdicts = { "accept", "skip", "none" } }

-- Applies the decisions of a text, as mix.library.replay does: the others are rejected with what
-- each lacks.
local function replay(bytes)
  local lines, bad = decision_lines.read(bytes, form)
  local texts = {}
  for place, line in ipairs(lines) do texts[place] = line.text end
  local report = commands.need(mix.library.replay(texts))
  for _, rejected in ipairs(report.rejected) do rejected.line = lines[rejected.line].line end
  for _, line in ipairs(bad) do
    report.rejected[#report.rejected + 1] = { line = line.line, reason = line.reason }
  end
  table.sort(report.rejected, function(a, b) return a.line < b.line end)
  report.rejected_count = report.rejected_count + #bad
  return report
end

local function import(path, args)
  local report = replay(commands.need(mix.fs.read(path)))
  local is_vain = report.kept == 0
  decision_lines.tell(path, report.rejected, report.rejected_count, is_vain,
    "mixhost books decisions")
  if args.json then
    print(mix.json.encode(report))
  else
    print(("%s applied, %d kept for later, %d rejected"):format(
      commands.count(report.applied, "decision"), report.kept, report.rejected_count))
  end
  if is_vain then os.exit(1) end
end

return function()
  local args = commands.parse("decisions", {
    summary = "Writes the decisions of reviews as NDJSON, or applies those of a file.",
    options = {
      { "import", type = "path", placeholder = "FILE", help = "apply the decisions of a file" },
    },
    examples = { "$0 decisions > decisions.ndjson", "$0 decisions --import decisions.ndjson" },
  })
  if args.import then return import(args.import, args) end
  for line in commands.need(mix.library.decisions()) do io.write(line, "\n") end
end
