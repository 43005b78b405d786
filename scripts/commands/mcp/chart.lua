-- The tool `chart`: the list of the chart's source.

local answers = require("programs.mcp.lib.answers")
local chart_sources = require("programs.chart.lib.chart_sources")

local function lower(text) return text and text:lower() end

local function run(arguments, context)
  local problems = mix.json.array({})
  local found, reason = chart_sources.read({
    remote = mix.env.setting("chart.remote_url"), apple = lower(mix.env.setting("chart.apple")),
    limit = mix.env.setting("chart.limit"), max_bytes = 2000000, max_entries = 500,
  }, function(problem) problems[#problems + 1] = answers.text(problem) end)
  if not found then return nil, reason end
  local entries = mix.json.array({})
  for place = 1, math.min(#found.entries, arguments.limit or 25, context.limits.rows) do
    entries[place] = answers.record(found.entries[place])
  end
  return { source = found.source, updated_at = found.updated_at, is_stale = found.stale == true,
    total = #found.entries, problems = problems, entries = entries }
end

return function(limits)
  return { {
    name = "chart", title = "Music chart", run = run, list = "entries", asks_services = true,
    about = "Reads the music chart of the source that the user has set, else the list that comes "
      .. "with mixhost.",
    input = { type = "object", properties = {
      limit = { type = "integer", minimum = 1, maximum = limits.rows, description = "default 25" },
    } },
  } }
end
