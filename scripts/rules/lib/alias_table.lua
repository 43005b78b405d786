-- Reads tables of related names: CSV with the columns name, alias, relation, source. The relation
-- is empty where both names mean the same ("George Eliot", "Mary Ann Evans"), or "member" where the
-- alias is a member of the group.

local AliasTable = {}
AliasTable.__index = AliasTable

-- Splits one line of CSV into cells.
local function cells(line)
  if not line:find('"', 1, true) then
    local list = {}
    for cell in (line .. ","):gmatch("([^,]*),") do list[#list + 1] = cell end
    return list
  end
  local list, place = {}, 1
  while place <= #line + 1 do
    if line:sub(place, place) == '"' then
      local stop = place + 1
      while stop <= #line do
        if line:sub(stop, stop + 1) == '""' then
          stop = stop + 2
        elseif line:sub(stop, stop) == '"' then
          break
        else
          stop = stop + 1
        end
      end
      list[#list + 1] = (line:sub(place + 1, stop - 1):gsub('""', '"'))
      place = stop + 2
    else
      local stop = line:find(",", place, true) or #line + 1
      list[#list + 1] = line:sub(place, stop - 1)
      place = stop + 1
    end
  end
  return list
end

local alias_table = {}

--- Makes an empty table of names. `key_of` makes the key by which a name is compared.
function alias_table.new(key_of)
  return setmetatable({
    key_of = key_of, group_of = {}, names = {}, members = {}, count = 0, notes = {},
  }, AliasTable)
end

-- The group of a key; a new one when there is none.
function AliasTable:group(key, name)
  local group = self.group_of[key]
  if group then return group end
  self.count = self.count + 1
  self.group_of[key], self.names[self.count] = self.count, { { key = key, name = name } }
  return self.count
end

function AliasTable:join(into, group)
  for _, entry in ipairs(self.names[group]) do
    self.group_of[entry.key] = into
    table.insert(self.names[into], entry)
  end
  self.names[group] = nil
  local members = self.members[group]
  if members then
    self.members[into] = self.members[into] or {}
    table.move(members, 1, #members, #self.members[into] + 1, self.members[into])
    self.members[group] = nil
  end
end

function AliasTable:note(words) self.notes[#self.notes + 1] = words end

-- The names of a group as they were written, for a note.
function AliasTable:listed(group)
  local list = {}
  for index, entry in ipairs(self.names[group]) do list[index] = entry.name end
  return table.concat(list, ", ")
end

-- Whether a key names a group with the other as a direct member.
function AliasTable:has_member(key, other)
  for _, member in ipairs(self.members[self.group_of[key]] or {}) do
    if self.group_of[member] == self.group_of[other] then return true end
  end
  return false
end

function AliasTable:add(name, alias, relation, place)
  local key, other = self.key_of(name), self.key_of(alias)
  if key == "" or other == "" then return end
  local group, second = self:group(key, name), self:group(other, alias)
  if relation == "member" then
    if group == second or self:has_member(other, key) then
      self:note(("%s: %s and %s would be members of each other; left out"):format(
        place, name, alias))
      return
    end
    self.members[group] = self.members[group] or {}
    table.insert(self.members[group], other)
  elseif group ~= second then
    self:join(group, second)
  elseif key ~= other then
    self:note(("%s: %s and %s are one already, by a cycle: %s"):format(
      place, name, alias, self:listed(group)))
  end
end

-- Checks the header in the first line: a list without one would silently lose its first row.
function AliasTable:check_header(line, shown)
  local row = cells(line)
  if row[1] and row[2] and row[1]:lower() == "name" and row[2]:lower() == "alias" then return end
  self:note(("%s:1: the first line is not name,alias,relation,source and is left out"):format(
    shown))
end

--- Adds the rows of a text. `shown` is the file's name in notes. A row that closes a cycle changes
--- nothing and adds a note to `notes`; so do a row without two names, an unknown relation and a
--- missing header.
function AliasTable:read(csv, shown)
  local number = 0
  for line in (csv:gsub("^\u{feff}", ""):gsub("\r\n?", "\n") .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    if number == 1 then
      self:check_header(line, shown)
    elseif line:find("%S") and line:sub(1, 1) ~= "#" then
      local row = cells(line)
      local place = ("%s:%d"):format(shown, number)
      if row[1] and row[2] and row[1] ~= "" and row[2] ~= "" then
        if row[3] and row[3] ~= "" and row[3] ~= "member" then
          self:note(("%s: the relation is member or empty, not %s; left out"):format(place, row[3]))
        else
          self:add(row[1], row[2], row[3], place)
        end
      else
        self:note(place .. ": a name and an alias expected")
      end
    end
  end
  return self
end

--- Whether a key is in the table.
function AliasTable:knows(key) return self.group_of[key] ~= nil end

--- Returns "same" when two keys mean the same, "member" when one is a member of the other; else
--- nil.
function AliasTable:relation(a, b)
  local group, other = self.group_of[a], self.group_of[b]
  if not (group and other) then return nil end
  if group == other then return "same" end
  if self:has_member(a, b) or self:has_member(b, a) then return "member" end
  return nil
end

return alias_table
