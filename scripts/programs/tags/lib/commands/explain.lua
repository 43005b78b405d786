-- mixhost tags explain: why a file was matched, or was not.

local asking = require("programs.tags.lib.asking")
local commands = require("programs.tags.lib.commands")
local match_report = require("lib.match_report")
local plans = require("programs.tags.lib.plans")
local terminal_text = require("lib.terminal_text")
local view = require("programs.tags.lib.view")
local words = require("lib.match_words")

-- The file's record in the plan of one of the folders above it.
local function find(path)
  local folder, rest = path:match("^(.*)/([^/]+)$")
  while folder do
    local plan = plans.get(folder ~= "" and folder or "/")
    local file = plan and plans.file(plan.id, rest)
    if file then return file, plan end
    local above, name = folder:match("^(.*)/([^/]+)$")
    folder, rest = above, name and name .. "/" .. rest
  end
  return mix.ui.fail(("%s is in no plan: make one of its folder with %s plan"):format(path,
    mix.args.command))
end

local function print_candidates(file, found, description)
  local rows = {}
  for index, candidate in ipairs(found.candidates) do
    rows[index] = { number = candidate.index, score = words.score(candidate.score, description),
      candidate = view.candidate(candidate.candidate),
      verdict = match_report.verdict(candidate, found, description) }
  end
  mix.ui.table(rows, { columns = { { key = "number", title = "#", align = "right" },
    { key = "score", title = "score", align = "right" }, "candidate", "verdict" } })
  local chosen = found.index and found.candidates[found.index]
  if not chosen then return end
  print()
  rows = {}
  for _, item in ipairs(chosen.breakdown) do
    rows[#rows + 1] = { part = words.part(item.contribution, description), feature = item.feature,
      note = item.note }
  end
  mix.ui.table(rows, { columns = { { key = "part", title = "points", align = "right" }, "feature",
    "note" } })
  if file.remark then terminal_text.print(file.remark) end
end

-- The album that the file is of, with its releases.
local function print_album(file, plan)
  for _, album in ipairs(plans.albums(plan.id)) do
    if album.id == file.album then
      terminal_text.print(("Album: %s"):format(album.reason))
      mix.ui.table(view.album_rows(album, plans.files(plan.id)), { columns = view.album_columns })
      print()
    end
  end
end

return function()
  local args = commands.parse("explain", {
    summary = "Says why a file of the plan was matched, or was not: what was looked for, what was "
      .. "found, and what the rules made of each candidate. Without network.",
    positional = { { "file", type = "path", help = "a file of a planned folder" } },
    examples = { "$0 explain \"01 - Ebb.flac\"" },
  })
  local info = commands.need(mix.fs.info(args.file))
  local file, plan = find(info.real)
  if not file.record then mix.ui.fail(("%s: %s"):format(args.file, file.reason)) end
  local rules = plans.rules(plan)
  local found = mix.match.explain(file.record, file.candidates or {}, rules)
  if args.json then
    return print(mix.json.encode({ file = view.record(file), explanation = found },
      { pretty = true }))
  end
  local description = rules:describe()
  print("Looked for: " .. words.record(file.record, description.fields.query))
  for field, origin in pairs(file.from or {}) do print(("(%s: from %s)"):format(field, origin)) end
  if file.by == "you" then terminal_text.print("Decided: " .. file.reason) end
  print_album(file, plan)
  if not file.service then return terminal_text.print(file.reason) end
  terminal_text.print(("%s: %s"):format(asking.title(file.service),
    match_report.headline(found, description)))
  if #found.candidates == 0 then return end
  terminal_text.print(("%s; %s.\n"):format(found.reason, match_report.needed(description)))
  print_candidates(file, found, description)
end
