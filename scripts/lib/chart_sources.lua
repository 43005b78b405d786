-- Where the chart comes from: the remote list first when there is one, else the local file. What
-- fails costs one warning; only when nothing is left the run ends.

local chart = require("lib.chart")
local failure = require("lib.failure")

local chart_sources = {}

local bundled = "docs/kworb_top10.json"

-- Asked anew at every run, but kept: an expired list is better than none when the network fails.
local remote_ttl = "1s"

local function remote(url, max_bytes)
  -- A refused address (not https, not granted, private) is raised; here it is one more failure.
  local ok, response, err = pcall(mix.http.get, url, {
    ttl = remote_ttl, max_bytes = max_bytes, timeout = "8s", connect_timeout = "3s",
  })
  if not ok then return nil, failure.line(response) end
  if not response then return nil, failure.line(err) end
  if not response.ok then return nil, ("HTTP status %d from %s"):format(response.status, url) end
  local entries, remarks = chart.read(response.body)
  if not entries then return nil, ("%s: %s"):format(url, remarks) end
  return {
    source = "remote",
    entries = entries,
    remarks = remarks,
    stale = response.source == "stale",
    updated_at = mix.time.iso(mix.time.now() - (response.age or 0)),
  }
end

local function local_file(path)
  local text, err
  if path then
    text, err = mix.fs.read(path)
  else
    text, err = mix.fs.bundled(bundled)
  end
  if not text then return nil, failure.line(err) end
  local entries, remarks = chart.read(text)
  if not entries then return nil, ("%s: %s"):format(path or bundled, remarks) end
  return {
    source = "local",
    entries = entries,
    remarks = remarks,
    stale = false,
    updated_at = mix.time.iso(),
  }
end

-- A file on the command line outranks the address in the settings.
local function remote_address(args)
  if args.remote then return args.remote end
  return not args.file and mix.env.setting("chart.remote_url") or nil
end

--- Loads the chart: {source, entries, stale, updated_at}. `warn` is told what failed on the way.
-- nil and the reason when no source has a single entry.
function chart_sources.load(args, warn)
  local url = remote_address(args)
  local found, reason
  if url then
    found, reason = remote(url, args.max_bytes)
    if not found then warn(("the remote chart failed, using the local one: %s"):format(reason)) end
  end
  if not found then
    found, reason = local_file(args.file)
    if not found then return nil, reason end
    -- The newer list was wanted.
    found.stale = url ~= nil
  end
  for _, remark in ipairs(found.remarks) do
    warn(("the %s chart: %s"):format(found.source, remark))
  end
  return found
end

return chart_sources
