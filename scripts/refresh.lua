-- Reads a music chart, shows it at once, and fills in album, release date, artwork and preview from
-- the iTunes Search API, or from MusicBrainz. Answers are kept for a day, so that a second
-- run asks nothing.

local apple_charts = require("services.apple_charts.provider")
local chosen_rules = require("lib.chosen_rules")
local chart_sources = require("programs.chart.lib.chart_sources")
local document = require("programs.chart.lib.refresh_document")
local enrichment = require("programs.chart.lib.enrichment")
local history = require("programs.chart.lib.history")
local last_result = require("lib.last_result")
local output_file = require("lib.output_file")
local refresh_keys = require("programs.chart.lib.refresh_keys")
local refresh_view = require("programs.chart.lib.refresh_view")

local args = mix.args.parse({
  name = "refresh",
  summary = "Shows a music chart with albums, dates, artwork and previews from iTunes.",
  options = {
    { "remote", type = "url", help = "the chart's address, https only" },
    { "apple", placeholder = "CC", help = "Apple's chart of a country, when the remote one fails" },
    { "limit", type = "choice", choices = apple_charts.limits, placeholder = "N",
      help = "how much of Apple's chart: 10, 25, 50 or 100 (default 100)" },
    { "max-bytes", type = "size", default = "2MB", help = "the largest remote chart" },
    { "max-entries", type = "integer", min = 1, max = 10000, default = 500,
      help = "the longest chart; more is cut off" },
    { "top", type = "integer", min = 1, help = "only the first N entries" },
    { "catalogue", type = "choice", choices = { "itunes", "musicbrainz" },
      help = "the catalogue asked about the songs (default itunes)" },
    { "country", placeholder = "CC", help = "the iTunes store to search (default us)" },
    { "concurrency", type = "integer", min = 1, max = 64, default = 6,
      help = "entries at work at once" },
    { "csv", type = "path", access = "write", placeholder = "FILE",
      help = "also write the entries as CSV" },
    { "every", type = "choice", choices = { "off", "1h", "6h", "24h" },
      help = "stay and refresh again that often (default off)" },
    { "rules", default = "standard", placeholder = "NAME", help = "the rules of match/tracks" },
  },
  positional = {
    { "file", type = "path", optional = true,
      help = "a chart as JSON: [{\"rank\": 1, \"title\": …, \"artist\": …}, …]" },
  },
  examples = {
    "$0",
    "$0 --remote https://example.com/chart.json --top 50",
    "$0 --apple de --limit 25 --every 6h",
    "$0 chart.json --json > chart-with-albums.json",
  },
})

local function country(option, text)
  local code = text and text:lower()
  if not code or code:find("^%l%l$") then return code end
  return mix.ui.fail(("--%s takes two letters, such as us, not \"%s\""):format(option, text), 2)
end

-- A file on the command line outranks the sources in the settings.
local function source_setting(name) return not args.file and mix.env.setting(name) or nil end

output_file.check("--csv", args.csv)
local options = {
  -- A source on the command line outranks those in the settings, too.
  remote = args.remote or not args.apple and source_setting("chart.remote_url") or nil,
  apple = country("apple", args.apple or source_setting("chart.apple")),
  limit = args.limit or mix.env.setting("chart.limit"),
  file = args.file,
  max_bytes = args.max_bytes,
  max_entries = args.max_entries,
}
-- Only the option stays: the setting is the server's, and a cron job must end whatever it says.
local every = args.every and args.every ~= "off" and mix.time.duration(args.every) or nil
local store = country("country", args.country or mix.env.setting("chart.country"))
local catalogue = args.catalogue or mix.env.setting("chart.catalogue")
local rules = chosen_rules("match/tracks", args.rules)
-- A list beside the CSV would be part of it.
local gives_csv = args.csv and output_file.is_stdout(args.csv)
if gives_csv and (args.json or args.events) then
  mix.ui.fail("--csv - writes to standard output, as --json and --events do: name a file", 2)
end
local for_people = not (args.json or args.events or gives_csv)

local view
local keys = refresh_keys.open(function(paused)
  if view then view:paused(paused) end
end)
if for_people then
  view = refresh_view.open({
    quiet = args.quiet, interactive = keys.interactive,
    catalogue = enrichment.catalogues[catalogue].title,
  })
end

-- The intervals of one chart say nothing about another.
local policy = {
  key = options.remote or options.apple or options.file or "local",
  rule = mix.env.setting("chart.policy"), every = every,
}

local shown_key = ("refresh %s %s %s %s"):format(policy.key, catalogue, store or "", args.top or "")

-- The chart to show, and whether the network could be reached.
local function load(current)
  local found, reachable = chart_sources.load(current, options, policy.key, document.warn)
  if found then return found, reachable end
  if not current then mix.ui.fail("no chart to show: " .. reachable, 1) end
  document.warn("no chart to show: " .. reachable)
  return current
end

local function copies(chart)
  local entries = {}
  for index = 1, math.min(#chart.entries, args.top or #chart.entries) do
    entries[index] = chart_sources.bare(chart.entries[index])
  end
  return entries
end

local function completed(entry)
  document.entry_event(entry)
  if view then view:entry(entry) end
end

local function write_csv(entries)
  local ok, err = output_file.write(args.csv, document.csv(entries))
  if ok then return end
  if not every then mix.ui.fail("--csv: " .. err.message, 1) end
  document.warn("--csv: " .. err.message)
end

local function show_end(chart, entries, summary)
  document.done_event(chart, summary)
  if view then return view:finish(chart, entries, summary) end
  local line = refresh_view.resume_line(entries, enrichment.catalogues[catalogue].title)
  if line then document.warn(line) end
  if args.json and not args.events then print(document.json(chart, entries, summary)) end
end

-- Shown while a source is awaited for the first time: the newest list there was, of
-- whatever source, else the one that comes with mixhost.
local function earlier_list()
  local list = history.newest() or chart_sources.bundled()
  if not list then return nil end
  return { time = list.time, value = refresh_view.rows(copies(list)) }
end

-- Loads, shows and enriches once. Returns the chart, and whether the user wants the next at once.
local function refresh(current)
  local start = mix.time.monotonic()
  local chart, reachable
  if current then
    chart, reachable = load(current)
  else
    chart, reachable = last_result.before(
      args, shown_key, refresh_view.show_rows, load, earlier_list)
  end
  local entries = copies(chart)
  document.list_event(chart, entries)
  if view then view:list(chart, entries) end
  local counts
  local ended = keys:during(function()
    counts = enrichment.run(entries, {
      catalogue = catalogue, concurrency = args.concurrency, country = store, rules = rules,
      gate = keys, reachable = reachable,
    }, completed)
  end)
  if ended == "refresh" then
    if view then view:stop() end
    return chart, true
  end
  chart_sources.note_unreached(counts, policy.key)
  show_end(chart, entries, document.summary(entries, counts, mix.time.monotonic() - start))
  last_result.keep(args, shown_key, refresh_view.rows(entries), chart.time)
  if args.csv then write_csv(entries) end
  return chart, false
end

-- Waits until the policy says that the chart is due, or the user does. The clock may jump, and the
-- machine may sleep: the policy is asked again every minute.
local function wait_until_due()
  policy.forced = false
  local decision = mix.policy.due("chart", policy)
  if view then mix.ui.note("next refresh at " .. mix.time.iso(decision.next_at)) end
  while not decision.due do
    local seconds = math.min(60, math.max(1, decision.next_at - mix.time.now()))
    local ended = keys:during(function() mix.task.sleep(seconds) end)
    policy.forced = ended == "refresh"
    decision = mix.policy.due("chart", policy)
  end
end

local chart, again
repeat
  chart, again = refresh(chart)
  options.reload = true
  if every and not again then
    wait_until_due()
    again = true
  end
until not again
