-- The sources of the chart: the remote list, then Apple's chart, both only when asked for; then the
-- list that one of them gave last, then the local file. A source that fails costs one warning; the
-- run ends only when nothing is left.

local apple_charts = require("services.apple_charts.provider")
local chart = require("programs.chart.lib.chart")
local failure = require("lib.failure")
local history = require("programs.chart.lib.history")

local chart_sources = {}

local bundled = "docs/kworb_top10.json"

-- Asked anew at every run, but kept: an expired list is better than none when the network fails.
local remote_ttl = "1s"

-- A service that cannot be reached costs three tries of this long at most, further services one.
local connect_timeout = 2
local second_connect_timeout = 1
local total_timeout = 8

local function get(url, options, network)
  -- A refused address (not https, not granted, private) is raised; here it is one more failure.
  local ok, response, err = pcall(mix.http.get, url, {
    ttl = remote_ttl, reload = options.reload, max_bytes = options.max_bytes,
    timeout = total_timeout, retry = network.reachable ~= false,
    connect_timeout = network.reachable == false and second_connect_timeout or connect_timeout,
  })
  if not ok then return nil, failure.line(response) end
  if not response then
    if failure.is_network(err) then network.reachable = false end
    return nil, failure.line(err)
  end
  network.reachable = response.source == "live"
  if not response.ok then return nil, ("HTTP status %d from %s"):format(response.status, url) end
  return response
end

local function found_online(source, origin, response, entries, remarks)
  return {
    source = source, origin = origin, entries = entries, remarks = remarks,
    stale = response.source == "stale",
    time = mix.time.now() - (response.age or 0),
  }
end

local function remote(options, network)
  local response, reason = get(options.remote, options, network)
  if not response then return nil, reason end
  local entries, remarks = chart.read(response.body, options.max_entries)
  if not entries then return nil, ("%s: %s"):format(options.remote, remarks) end
  return found_online("remote", options.remote, response, entries, remarks)
end

local function apple_address(options)
  return apple_charts.address(options.apple, options.limit)
end

local function apple(options, network)
  local url = apple_address(options)
  local response, reason = get(url, options, network)
  if not response then return nil, reason end
  local document, err = mix.json.decode(response.body)
  if document == nil then return nil, ("%s: %s"):format(url, failure.line(err)) end
  local rows, entries, remarks
  rows, reason = apple_charts.rows(document)
  if not rows then return nil, ("%s: %s"):format(url, reason) end
  entries, remarks = chart.check(rows, options.max_entries)
  if not entries then return nil, ("%s: %s"):format(url, remarks) end
  return found_online("apple", url, response, entries, remarks)
end

-- The list that an address gave last. A service that answers with anything but a list, as a log-in
-- page does, has put that in the cache in place of the list.
local function last_list(address, options)
  local list = history.newest(address)
  if not list then return nil end
  local entries = list.entries
  return {
    source = list.source, origin = address, remarks = {}, stale = true, time = list.time,
    entries = table.move(entries, 1, math.min(#entries, options.max_entries), 1, {}),
  }
end

local function local_file(options)
  local path = options.file
  local text, err, info
  if path then
    text, err = mix.fs.read(path)
    info = text and mix.fs.info(path)
  else
    text, err = mix.fs.bundled(bundled)
  end
  if not text then return nil, failure.line(err) end
  local entries, remarks, day = chart.read(text, options.max_entries)
  if not entries then return nil, ("%s: %s"):format(path or bundled, remarks) end
  -- The newer list was wanted when another source was asked first. Its own date counts: the time of
  -- the file is that of a copy.
  return {
    source = "local", origin = path or "local", entries = entries, remarks = remarks,
    stale = options.remote ~= nil or options.apple ~= nil,
    time = day or info and info.modified or mix.time.now(), is_day = day ~= nil,
  }
end

--- The list that comes with mixhost: {entries, time}; nil without it.
function chart_sources.bundled() return (local_file({ max_entries = 500 })) end

--- Reads the chart, and keeps nothing: {source, origin (its address), entries, stale, time,
--- updated_at}. nil and the reason when no source has a single entry. The second result says
--- whether the network could be reached; nil when it was not asked. Options and `warn`: of load.
function chart_sources.read(options, warn)
  local network = {}
  local steps = {}
  if options.remote then steps[1] = { "remote", remote, options.remote } end
  if options.apple then steps[#steps + 1] = { "apple", apple, apple_address(options) } end
  local found, reason
  for _, step in ipairs(steps) do
    found, reason = step[2](options, network)
    if found then break end
    warn(("the %s chart failed: %s"):format(step[1], reason))
  end
  for _, step in ipairs(steps) do found = found or last_list(step[3], options) end
  if not found then
    found, reason = local_file(options)
    if not found then return nil, reason end
  end
  for _, remark in ipairs(found.remarks) do
    warn(("the %s chart: %s"):format(found.source, remark))
  end
  found.updated_at = mix.time.iso(found.time)
  return found, network.reachable
end

-- Whether the first of the sources asked for answered, and anew.
local function is_wanted(found, options)
  local wanted = options.remote and "remote" or options.apple and "apple" or "local"
  return found ~= nil and found.source == wanted and not found.stale
end

--- The chart to show: the loaded one, unless it is older than the one that is shown already.
function chart_sources.newer(current, found, warn)
  if not current or found.time >= current.time then return found end
  warn(("the %s chart of %s is older than the %s one of %s, which stays"):format(
    found.source, found.updated_at, current.source, current.updated_at))
  return current
end

--- Loads the chart, records the refresh and compares the list with the one before. Options: remote,
-- apple, limit, file, max_bytes, max_entries, reload. `key`: of the policy; `warn` gets what failed
-- on the way. Returns the chart, unless `current`, which is shown already, is newer, and whether
-- the network could be reached; nil and the reason when no source has a single entry.
function chart_sources.load(current, options, key, warn)
  local first
  local found, reachable = chart_sources.read(options, function(message)
    first = first or message
    warn(message)
  end)
  mix.policy.record("chart", is_wanted(found, options), { key = key, error = first })
  if not found then return nil, reachable end
  history.compare(found)
  return chart_sources.newer(current, found, warn), reachable
end

--- Records that no song of a loaded chart could be looked up for want of a network, so that it is
--- tried again sooner than after a success. `counts`: of enrichment.run; `key`: of the policy.
function chart_sources.note_unreached(counts, key)
  if counts.unreached then
    mix.policy.record("chart", false, { key = key, error = counts.unreached })
  end
end

--- An entry without what a catalogue said of it.
function chart_sources.bare(entry)
  return {
    rank = entry.rank, title = entry.title, artist = entry.artist, known_id = entry.known_id,
    previous_rank = entry.previous_rank, moved = entry.moved, new = entry.new,
  }
end

local function remote_url() return mix.env.setting("chart.remote_url") end

--- See docs/doctor.md.
chart_sources.checks = {
  {
    title = "Remote chart", upstream = "chart", address = remote_url, serves = { "chart" },
    requires = { "chart.remote_url" },
    client = function() return { base = remote_url() } end,
    question = function() return { path = "" } end,
    shape = function(response)
      if not response.ok then return ("HTTP status %d"):format(response.status) end
      local entries, reason = chart.read(response.body, 1)
      return not entries and reason or nil, "look at the setting chart.remote_url"
    end,
  },
}

return chart_sources
