-- A made-up account for specs: playlists that change as Spotify's do. Its n-th request can end the
-- run, before it was carried out or after, and its n-th write can fail.

local failure = require("lib.failure")

local account = {}

local Account = {}
Account.__index = Account

local function copy(list) return table.move(list, 1, #list, 1, {}) end

-- Counts a request; `change` is what it does.
function Account:request(change)
  self.requests = self.requests + 1
  local ends = self.requests == self.stop_at
  local result = not (ends and self.is_before) and change()
  if not ends then return result end
  self.is_killed = true
  return error(account.killed, 0)
end

-- Makes the n-th request from now on the last one; nil: none.
function Account:stop(number, is_before)
  self.requests, self.stop_at, self.is_before, self.is_killed = 0, number, is_before, false
end

-- Carries out a write: true, or what `change` returns. `faults` has how writes fail, by their
-- numbers: "stop" and "gone" refuse one, "before" and "after" lose its answer. `unknown`: the items
-- that it does not have, of which one refuses a write.
local function write(self, change, uris)
  self.writes = self.writes + 1
  for _, uri in ipairs(uris or {}) do
    if (self.unknown or {})[uri] then
      return nil, { kind = "invalid", status = 400, message = "Non existing id: " .. uri }
    end
  end
  local fault = self.faults[self.writes]
  if fault == "stop" then failure.raise("HTTP status 400", "invalid") end
  if fault == "gone" then return nil, { kind = "not_found", message = "no playlist p" } end
  local result = fault ~= "before" and self:request(change)
  if fault then return nil, { kind = "timeout", message = "no answer" } end
  return result or true
end

function Account:playlists()
  return self:request(function()
    local list = {}
    for _, id in ipairs(self.order) do list[#list + 1] = self.all[id] end
    return list
  end)
end

function Account:create(user, name, description)
  return write(self, function()
    local id = "new" .. #self.order
    self:put(id, name, user, description, {})
    return { id = id }
  end)
end

-- Puts a playlist there, as if it had always been.
function Account:put(id, name, owner, description, items)
  if not self.all[id] then table.insert(self.order, 1, id) end
  self.all[id] = { id = id, name = name, owner = owner, description = description, items = items }
end

-- The playlist of an identifier, or the error that there is none.
local function known(self, id)
  local found = self.all[id]
  if found then return found end
  return nil, { kind = "not_found", message = "no playlist " .. id }
end

function Account:items(id)
  local found, err = known(self, id)
  return self:request(function() return found and copy(found.items) end), err
end

function Account:replace(id, uris)
  return write(self, function() self.all[id].items = copy(uris) end, uris)
end

function Account:add(id, uris, position)
  return write(self, function()
    local items = self.all[id].items
    for place, uri in ipairs(uris) do
      table.insert(items, position and position + place or #items + 1, uri)
    end
  end, uris)
end

function Account:remove(id, uris)
  return write(self, function()
    local gone, left = {}, {}
    for _, uri in ipairs(uris) do gone[uri] = true end
    for _, uri in ipairs(self.all[id].items) do
      if not gone[uri] then left[#left + 1] = uri end
    end
    self.all[id].items = left
  end)
end

function Account:forget(id)
  return write(self, function()
    self.all[id] = nil
    for place, other in ipairs(self.order) do
      if other == id then table.remove(self.order, place) break end
    end
  end)
end

-- All of it, to compare with.
function Account:picture()
  local lines = {}
  for _, id in ipairs(self.order) do
    local playlist = self.all[id]
    lines[#lines + 1] = id .. " " .. playlist.name .. ": " .. table.concat(playlist.items, " ")
  end
  return table.concat(lines, "\n")
end

--- The error in a run that is killed.
account.killed = { kind = "killed", message = "killed" }

--- An account without playlists. `faults`: how its writes fail, by their numbers.
function account.new(faults)
  return setmetatable({ all = {}, order = {}, requests = 0, writes = 0, faults = faults or {} },
    Account)
end

--- Addresses of tracks: "spotify:track:a1", "spotify:track:a2", …
function account.uris(prefix, count)
  local list = {}
  for number = 1, count do list[number] = ("spotify:track:%s%d"):format(prefix, number) end
  return list
end

return account
