-- Reads a music chart, shows it at once, and fills in album, release date, artwork and preview from
-- the iTunes Search API. What was found is kept for a day, so that a second run asks nothing.

local chart_sources = require("lib.chart_sources")
local enrichment = require("lib.enrichment")
local output = require("lib.refresh_output")

local args = mix.args.parse({
  name = "refresh",
  summary = "Shows a music chart with albums, dates, artwork and previews from iTunes.",
  options = {
    { "remote", type = "url", help = "the chart's address, https only" },
    { "max-bytes", type = "size", default = "2MB", help = "the largest remote chart" },
    { "top", type = "integer", min = 1, help = "only the first N entries" },
    { "country", default = "us", placeholder = "CC", help = "the iTunes store to search" },
    { "concurrency", type = "integer", min = 1, max = 64, default = 6,
      help = "entries at work at once" },
    { "rules", default = "standard", placeholder = "NAME", help = "the rules of match/tracks" },
  },
  positional = {
    { "file", type = "path", optional = true,
      help = "a chart as JSON: [{\"rank\": 1, \"title\": …, \"artist\": …}, …]" },
  },
  examples = {
    "mixhost scripts/refresh.lua",
    "mixhost scripts/refresh.lua --remote https://example.com/chart.json --top 50",
    "mixhost scripts/refresh.lua chart.json --json > chart-with-albums.json",
  },
})

local function first(entries, count)
  return table.move(entries, 1, math.min(#entries, count or #entries), 1, {})
end

-- What the user can mend needs a line and no traceback.
local function give_up(message, code)
  mix.log.error(message)
  os.exit(code)
end

local function store(text)
  local country = text:lower()
  if country:find("^%a%a$") then return country end
  return give_up("refresh: --country takes two letters, such as us", 2)
end

local function enrich(entries, options)
  local progress = mix.ui.progress(#entries, "iTunes")
  local counts = enrichment.run(entries, options, function(entry)
    output.entry_event(entry)
    progress:step(1, entry.title)
  end)
  progress:finish()
  return counts
end

local start = mix.time.monotonic()
local options = {
  concurrency = args.concurrency,
  country = store(args.country),
  rules = mix.rules.load("match/tracks/" .. args.rules),
}
local for_people = not (args.json or args.events)
local chart, reason = chart_sources.load(args, output.warn)
if not chart then give_up("refresh: no chart to show: " .. reason, 1) end
local entries = first(chart.entries, args.top)

output.list_event(chart, entries)
if for_people and mix.ui.is_terminal() then output.plain_list(entries) end

local counts = enrich(entries, options)
local summary = output.summary(entries, counts, mix.time.monotonic() - start)

output.done_event(chart, summary)
if for_people then
  output.table(entries)
  output.footer(chart, entries, summary)
elseif args.json and not args.events then
  print(output.document(chart, entries, summary))
end
