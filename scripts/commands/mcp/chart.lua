-- The tool `chart`: the newest list that the chart program has kept, or that of the source.

local answers = require("programs.mcp.lib.answers")
local chart_sources = require("programs.chart.lib.chart_sources")
local history = require("programs.chart.lib.history")

local function lower(text) return text and text:lower() end

-- With what moved since the list before it.
local function kept()
  local list = history.newest()
  if not list then return nil end
  history.compare_kept(list)
  return { source = list.source, updated_at = mix.time.iso(list.time), entries = list.entries }
end

local function of_source(problems)
  return chart_sources.read({
    remote = mix.env.setting("chart.remote_url"), apple = lower(mix.env.setting("chart.apple")),
    limit = mix.env.setting("chart.limit"), max_bytes = 2000000, max_entries = 500,
  }, function(problem) problems[#problems + 1] = answers.text(problem) end)
end

local function run(arguments, context)
  local problems = mix.json.array({})
  local found, reason = arguments.from ~= "source" and kept() or nil, nil
  local is_kept = found ~= nil
  if not is_kept then found, reason = of_source(problems) end
  if not found then return nil, reason end
  local entries = mix.json.array({})
  for place = 1, math.min(#found.entries, arguments.limit or 25, context.limits.rows) do
    entries[place] = answers.record(found.entries[place])
  end
  return { source = found.source, updated_at = found.updated_at, is_stale = found.stale == true,
    is_kept = is_kept, total = #found.entries, problems = problems, entries = entries }
end

return function(limits)
  return { {
    name = "chart", title = "Music chart", run = run, list = "entries", asks_services = true,
    about = "Reads the newest music chart that mixhost chart has kept, with what moved; with from "
      .. "= source, or when none is kept, that of the source which the user has set, else the list "
      .. "that comes with mixhost.",
    input = { type = "object", properties = {
      from = { type = "string", enum = { "kept", "source" }, description = "default kept" },
      limit = { type = "integer", minimum = 1, maximum = limits.rows, description = "default 25" },
    } },
  } }
end
