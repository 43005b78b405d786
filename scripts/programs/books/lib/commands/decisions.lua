-- mixhost books decisions: what reviews decided, for another machine.

local commands = require("programs.books.lib.commands")

local function lines_of(text)
  local rest = text:gmatch("[^\r\n]+")
  return function() return rest() end
end

local function import(path, args)
  local text, err = mix.fs.read(path)
  if not text then mix.ui.fail(err.message) end
  local report = commands.need(mix.library.replay(lines_of(text)))
  for _, bad in ipairs(report.rejected) do
    mix.ui.note(("%s line %d: %s"):format(path, bad.line, bad.reason))
  end
  if args.json then return print(mix.json.encode(report)) end
  print(("%s applied, %d kept for later, %d rejected"):format(
    commands.count(report.applied, "decision"), report.kept, report.rejected_count))
end

return function()
  local args = commands.parse("decisions", {
    summary = "Writes the decisions of reviews as NDJSON, or applies those of a file.",
    options = {
      { "import", type = "path", placeholder = "FILE", help = "apply the decisions of a file" },
    },
    examples = {
      "$0 decisions > decisions.ndjson",
      "$0 decisions --import decisions.ndjson",
    },
  })
  if args.import then return import(args.import, args) end
  for line in commands.need(mix.library.decisions()) do io.write(line, "\n") end
end
