-- Checks the state of this machine: folders, data file, cache, clock, log-ins.

local machine = {}

-- With fewer free bytes a disk counts as nearly full.
local little_room = 100e6
-- Seconds by which a clock may be wrong; beyond, log-ins and expiry dates fail.
local most_offset = 60
-- 2025-01-01: a clock that shows an earlier time was never set.
local earliest = 1735689600
local soon = 14 * 86400
-- Seconds of a round trip above which a store slows down jobs.
local slow_trip = 0.05

local function item(title, fact, level, what, advice)
  return {
    title = title, fact = fact, level = level or "ok",
    problems = what and { { level = level, what = what, advice = advice } } or {},
  }
end

--- Returns bytes in the unit that needs the fewest digits.
function machine.size(bytes)
  for _, unit in ipairs({ { 1e12, "TB" }, { 1e9, "GB" }, { 1e6, "MB" }, { 1e3, "KB" } }) do
    if bytes >= unit[1] then return ("%.1f %s"):format(bytes / unit[1], unit[2]) end
  end
  return ("%d B"):format(bytes)
end

--- Returns an item with a folder's state; `folder` is an entry of mix.host.folders.
function machine.folder(folder)
  local title = "Folder for " .. folder.name
  local fact = folder.exists and folder.path or folder.path .. " (made with its first file)"
  if folder.problem then
    return item(title, fact, "wrong", "no file can be written: " .. folder.problem,
      folder.problem:find("No space", 1, true) and "make room on this disk"
        or "make it writable for this user, or name other folders with --home or MIXHOST_HOME")
  end
  if folder.free and folder.free < little_room then
    return item(title, fact, "warning", ("only %s are left on its disk"):format(
      machine.size(folder.free)), "make room; mixhost cache clear frees the cache")
  end
  if folder.free then fact = ("%s, %s free"):format(fact, machine.size(folder.free)) end
  return item(title, fact)
end

local function settings()
  local found = item("Settings", "all fit")
  for place, problem in ipairs(mix.env.problems()) do
    found.fact, found.level = nil, "wrong"
    found.problems[place] = { level = "wrong", what = problem }
  end
  -- The advice appears once, with the last problem.
  local last = found.problems[#found.problems]
  if last then last.advice = "mixhost config shows every setting and where it comes from" end
  return found
end

--- Returns an item with the state of the data file; `file` is that of mix.host.data_file,
--- `folder` the item of its folder: a full or read-only disk damages no file.
function machine.data_file(file, folder)
  if not file.exists then return item("Data file", "none yet") end
  if file.problem then
    local advice = folder and folder.level == "wrong" and folder.problems[1].advice
    return item("Data file", file.path, "wrong", file.problem,
      advice or "mixhost restore brings a backup back; see docs/jobs.md")
  end
  return item("Data file", ("%s, can be read and written"):format(machine.size(file.bytes)))
end

-- For a table's size: its share of the whole, if it is notable.
local function sizes(tables)
  local total, parts = 0, {}
  for _, entry in ipairs(tables) do total = total + entry.bytes end
  for place, entry in ipairs(tables) do
    if place > 3 or entry.bytes < total / 20 then break end
    parts[place] = ("%s %s"):format(entry.name, machine.size(entry.bytes))
  end
  return ("%s (%s)"):format(machine.size(total), table.concat(parts, ", "))
end

local function milliseconds(seconds)
  return (seconds < 0.01 and "%.1f ms" or "%.0f ms"):format(1000 * seconds)
end

local store_states = {
  missing = "its tables are made with its first use",
  older = "its tables are brought up to date with their next use",
}

--- Returns an item with the state of a fleet's shared server; `store` is that of mix.host.store.
function machine.store(store)
  if store.problem then
    -- The message consists of the fault and, after the last colon, the advice.
    local what, advice = store.problem:match("^(.*): (.-)$")
    return item("Store", store.address, "wrong", what or store.problem, advice)
  end
  local facts = {
    ("%s, PostgreSQL %s, schema %s"):format(store.address, store.version, store.schema),
    ("reached in %s, round trip %s"):format(milliseconds(store.reached),
      milliseconds(store.round_trip)),
  }
  facts[#facts + 1] = store_states[store.state] or "can be written, " .. sizes(store.tables)
  if store.state == "current" then
    facts[#facts + 1] = store.refreshers and "refreshers run on " .. store.refreshers
      or "no host runs refreshers"
  end
  local found = item("Store", table.concat(facts, "; "))
  local function warn(what, advice)
    found.level = "warning"
    table.insert(found.problems, { level = "warning", what = what, advice = advice })
  end
  if math.abs(store.clock_ahead) > most_offset then
    warn(("this host's clock is %.0f s %s the store's"):format(math.abs(store.clock_ahead),
      store.clock_ahead > 0 and "ahead of" or "behind"),
      "set the clocks by the network's time; leases and limits go by the store's")
  end
  if store.round_trip > slow_trip then
    warn(("a round trip takes %s"):format(milliseconds(store.round_trip)),
      "an item of a job waits for eight of them: run workers nearer to the store")
  end
  return found
end

local function cache_file()
  local file = mix.host.cache_file()
  local fact = ("%s of %s"):format(machine.size(file.bytes), machine.size(file.max_bytes))
  -- Bytes written between two clean-ups exceed the limit.
  if file.bytes > file.max_bytes * 1.5 then
    return item("Cache", fact, "warning", "the cache is larger than cache.max_bytes",
      "run: mixhost cache prune")
  end
  return item("Cache", fact)
end

local function median(numbers)
  table.sort(numbers)
  return numbers[(#numbers + 1) // 2]
end

--- Returns an item with the clock's state, judged by servers' dates: `offsets` in seconds, above
--- zero when this clock is ahead.
function machine.clock(offsets, now, is_live)
  local title = "Clock"
  local shown = mix.time.iso(now)
  local advice = "set the clock: log-ins (OAuth), certificates and expiry dates depend on it"
  if now < earliest then
    return item(title, shown, "wrong", "the clock was never set: it shows " .. shown, advice)
  end
  if #offsets == 0 then
    local why = is_live and "no answer had a date" or "not compared; --live asks the servers"
    return item(title, ("%s, %s"):format(shown, why))
  end
  local offset = median(offsets)
  if math.abs(offset) > most_offset then
    return item(title, shown, "warning", ("the clock is %.0f s %s"):format(
      math.abs(offset), offset > 0 and "ahead" or "behind"), advice)
  end
  -- A server's date has whole seconds only.
  return item(title, ("%s, within %.0f s of the servers'"):format(shown,
    math.max(1, math.ceil(math.abs(offset)))))
end

-- Whether a service failed because its name could not be resolved.
local function lacks_network(found)
  for _, problem in ipairs(found.problems) do
    if problem.kind == "dns" then return true end
  end
  return false
end

--- Returns an item about the network when no service in use has an address, and removes the advice
--- of each service, because they share the cause; nil when some service has an address, or only one
--- is in use.
function machine.network(services)
  local count = 0
  for _, found in ipairs(services) do
    if found.level ~= "unused" then
      if not lacks_network(found) then return nil end
      count = count + 1
    end
  end
  if count < 2 then return nil end
  for _, found in ipairs(services) do
    for _, problem in ipairs(found.problems) do
      if problem.kind == "dns" then problem.advice = nil end
    end
  end
  return item("Network", nil, "wrong", "no service's name has an address",
    "connect this machine, or look at its name servers; behind a proxy, set http.proxy")
end

--- Returns items on settings, folders, files and clock. `offsets`: of the clock, by servers' dates;
--- `store`: that of mix.host.store, nil without one.
function machine.examine(offsets, is_live, store)
  local items, data = { settings() }, nil
  for _, folder in ipairs(mix.host.folders()) do
    items[#items + 1] = machine.folder(folder)
    if folder.name == "data" then data = items[#items] end
  end
  items[#items + 1] = store and machine.store(store)
    or machine.data_file(mix.host.data_file(), data)
  items[#items + 1] = cache_file()
  items[#items + 1] = machine.clock(offsets, mix.time.now(), is_live)
  return items
end

--- Returns an item with a log-in's state. `account`: that of mix.auth.status; `is_needed`: a
--- configured program uses it; `is_mock`: mock log-ins happen without the user.
function machine.log_in(account, is_needed, is_mock)
  local title, again = account.title, "run: mixhost auth login " .. account.provider
  if account.signed_in then
    local left = account.ends_at and account.ends_at - mix.time.now()
    local fact = "signed in" .. (account.account and " as " .. account.account or "")
    if left and left < soon then
      return item(title, fact, "warning", left > 0 and ("the log-in ends in %d days"):format(
        left // 86400) or "the log-in has probably ended", again)
    end
    if left then fact = ("%s, until %s"):format(fact, mix.time.iso(account.ends_at):sub(1, 10)) end
    return item(title, fact)
  end
  if not is_needed then
    return item(title, "not signed in, and nothing configured asks for it", "unused")
  end
  if is_mock then return item(title, "not signed in; the mock signs in automatically") end
  return item(title, nil, "wrong", account.ended and ("the log-in has ended (%s)"):format(
    account.ended) or "not signed in", again)
end

--- Returns items on all log-ins. `needed`: by the provider's name.
function machine.log_ins(needed, is_mock)
  local items = {}
  for _, name in ipairs(mix.auth.providers()) do
    local account, err = mix.auth.status(name)
    items[#items + 1] = account and machine.log_in(account, needed[name], is_mock)
      or item(name, nil, needed[name] and "wrong" or "warning", tostring(err.message),
        "run: mixhost auth logout " .. name .. ", then: mixhost auth login " .. name)
  end
  return items
end

return machine
