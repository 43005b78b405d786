-- The work of mix.grid (Sources/Bindings/Page/Grid declares it): a grid that shows one filter's
-- items page by page, and the details of one item. Both load one thing at a time, the latest that
-- was asked for; `name` is the state that they show.

local host = ...

local script = {}

-- The most empty pages that are skipped in search of the next item.
local most_empty_pages = 20

-- Calls every observer at once with what `message` gives. The first error is raised by the call
-- that made the change.
local function tell(self, message)
  self.is_telling = true
  for _, observer in ipairs(self.observers) do
    local ok, err = pcall(host.now, "an observer", observer.call, message())
    if not ok then self.raised = self.raised or { err } end
  end
  self.is_telling = false
end

-- An observer would hear of its own change without end.
local function check_telling(self)
  if self.is_telling then
    host.raise({ kind = "usage",
      message = "an observer only looks: it cannot change what it observes" })
  end
end

local function raise_told(self)
  local raised = self.raised
  self.raised = nil
  if raised then error(raised[1], 0) end
end

local function give_up(self)
  if self.superseded then self.superseded:set() end
  self.superseded = nil
end

-- Runs a load in the place of the one that runs. Returns what pcall gives, packed; nil when another
-- load has taken its place. `cancelled` is called instead when the caller is cancelled, with
-- whether this load was the latest.
local function run(self, load, cancelled)
  give_up(self)
  local mine, results, has_ended = mix.task.latch(), nil, false
  self.superseded = mine
  local _ <close> = setmetatable({}, { __close = function()
    if not has_ended then cancelled(self.superseded == mine) end
  end })
  mix.task.race({
    function() results = table.pack(pcall(load)) end,
    function() mine:wait() end,
  })
  has_ended = true
  if self.superseded ~= mine then return nil end
  self.superseded = nil
  return results
end

function script.on_change(self, observer)
  self.last_observer = (self.last_observer or 0) + 1
  table.insert(self.observers, { id = self.last_observer, call = observer })
  return self.last_observer
end

function script.off(self, id)
  for place, observer in ipairs(self.observers) do
    if observer.id == id then
      -- The list that `tell` goes through stays as it is.
      self.observers = table.move(self.observers, 1, #self.observers, 1, {})
      table.remove(self.observers, place)
      return true
    end
  end
  return false
end

function script.state(self) return self.name end

function script.shown(self)
  if not self.items then return "detail: " .. self.name end
  return ("grid: %s, %d items"):format(self.name, #self.items)
end

function script.failure(self) return self.failure end

-- Grids

local function tell_grid(self, event, filter)
  tell(self, function()
    return {
      event = event, state = self.name, count = #self.items, filter = filter, error = self.failure,
    }
  end)
end

local function set_grid(self, name, items, failure)
  self.name, self.items, self.failure = name, items, failure
  tell_grid(self, "changed", self.filter)
end

-- A page of the script's: its items, and whether there are more; nil and an error.
local function page_of(self, filter, view, number)
  local items, more = self.load(filter, number, view)
  if items == nil then
    if more == nil then return {}, false end
    return nil, host.error(more)
  end
  if type(items) ~= "table" then
    return nil, host.error({ kind = "usage", message = "load returns a list of items, not "
      .. (math.type(items) or type(items)) })
  end
  if type(more) ~= "boolean" then more = #items > 0 end
  return items, more
end

-- Loads the next page that has something, or the last one.
local function load_page(self)
  local filter, view, first = self.filter, self.view, self.page
  local results = run(self, function()
    local number = first
    local items, more = page_of(self, filter, view, number)
    while items and #items == 0 and more and number - first < most_empty_pages do
      number = number + 1
      items, more = page_of(self, filter, view, number)
    end
    return items, more, number
  end, function(is_latest)
    if is_latest then
      set_grid(self, self.name == "loadingInitial" and "idle" or "loaded", self.items)
    end
    tell_grid(self, "cancelled", filter)
  end)
  local ok, items, more, number = table.unpack(results or {}, 1, 4)
  if not results then
    tell_grid(self, "cancelled", filter)
  elseif not ok then
    set_grid(self, "error", self.items, host.error(items))
  elseif not items then
    set_grid(self, "error", self.items, more)
  else
    self.page = number + 1
    local all = table.move(self.items, 1, #self.items, 1, {})
    table.move(items, 1, #items, #all + 1, all)
    set_grid(self, #all == 0 and "empty" or more and "loaded" or "exhausted", all)
  end
  raise_told(self)
  return results and self.name or "cancelled"
end

function script.new(load, columns, prefetch_rows, debounce)
  return {
    load = load, columns = columns, prefetch_rows = prefetch_rows, debounce = debounce,
    name = "idle", items = {}, observers = {}, focused = 0,
  }
end

function script.show(self, filter)
  give_up(self)
  self.filter, self.view, self.page, self.focused = filter, {}, 1, self.focused + 1
  set_grid(self, "loadingInitial", {})
  return load_page(self)
end

function script.next_page(self)
  if self.name ~= "loaded" then return self.name end
  set_grid(self, "loadingNextPage", self.items)
  return load_page(self)
end

local function is_near_end(self, index)
  local rows = (#self.items - 1) // self.columns - (index - 1) // self.columns
  return self.name == "loaded" and rows < self.prefetch_rows
end

function script.focus(self, index)
  index = math.max(1, index)
  self.focused = self.focused + 1
  local mine = self.focused
  if not is_near_end(self, index) then return self.name end
  mix.task.sleep(self.debounce)
  if mine ~= self.focused or not is_near_end(self, index) then return "cancelled" end
  return script.next_page(self)
end

function script.retry(self)
  if self.name ~= "error" then return self.name end
  if #self.items == 0 then return script.show(self, self.filter) end
  set_grid(self, "loadingNextPage", self.items)
  return load_page(self)
end

function script.remove(self, is_gone)
  check_telling(self)
  local rest = {}
  for _, item in ipairs(self.items) do
    if host.now("grid:remove", is_gone, item) ~= true then rest[#rest + 1] = item end
  end
  if self.name == "idle" or self.name == "loadingInitial" or self.name == "empty" then return end
  local name = self.name == "exhausted" and #rest == 0 and "empty" or self.name
  set_grid(self, name, rest, self.failure)
  raise_told(self)
end

function script.items(self) return mix.json.array(table.move(self.items, 1, #self.items, 1, {})) end

function script.count(self) return #self.items end

function script.filter(self) return self.filter end

-- Details

local function set_detail(self, name, value, failure)
  self.name, self.value, self.failure = name, value, failure
  tell(self, function() return name end)
end

function script.detail(load) return { load = load, name = "idle", observers = {} } end

function script.open(self, key, partial)
  self.key, self.partial = key, partial
  give_up(self)
  set_detail(self, "loading", partial)
  local results = run(self, function() return self.load(key) end, function(is_latest)
    if is_latest then set_detail(self, "idle") end
  end)
  if results then
    local ok, value, err = table.unpack(results, 1, 3)
    if not ok then value, err = nil, value end
    if ok and value == nil and err == nil then
      err = { kind = "not_found", message = "there is no such item" }
    end
    if value ~= nil then
      set_detail(self, "loaded", value)
    else
      set_detail(self, "error", partial, host.error(err))
    end
  end
  raise_told(self)
  return results and self.name or "cancelled"
end

function script.open_again(self)
  return self.name == "error" and script.open(self, self.key, self.partial) or self.name
end

function script.close(self)
  check_telling(self)
  give_up(self)
  self.key = nil
  set_detail(self, "idle")
  raise_told(self)
end

function script.value(self) return self.value end

return script
