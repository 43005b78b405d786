-- Names under which one person or group is known, and works that bear several titles: data, in
-- rules/data. A user's own list stands beside it (rules/data/own_aliases).

local memo = require("rules.lib.memo")
local spelling = require("rules.lib.spelling")

-- A table from every name's key to its group, out of lines "name = name = name".
local function groups(lines, key_of)
  local group_of, count = {}, 0
  for line in lines:gmatch("[^\n]+") do
    local listed = line:match("^%s*([^#]+)")
    if listed and listed:find("=", 1, true) then
      count = count + 1
      for name in listed:gmatch("[^=]+") do
        local key = key_of(spelling.tidy(name))
        -- Of two groups with one name the first holds: a cycle in a list joins nothing else.
        group_of[key] = group_of[key] or count
      end
    end
  end
  return group_of
end

local function compact(key) return (key:gsub("[ '%.]", "")) end

local artist_key = memo(function(name)
  local key = spelling.key(name)
  return compact(key:match("^the (.+)") or key)
end, 512)

local people = groups(require("rules.data.aliases"), artist_key)

local function title_key(name)
  local key = spelling.key(name)
  return compact(key:match("^the (.+)") or key:match("^an? (.+)") or key)
end

local works = groups(require("rules.data.work_titles"), title_key)

local aliases = {}

--- Whether two keys of names are one person or group.
function aliases.same_person(a, b)
  local group = people[compact(a)]
  return group ~= nil and group == people[compact(b)]
end

--- Whether two keys of titles are one work.
function aliases.same_work(a, b)
  local group = works[compact(a)]
  return group ~= nil and group == works[compact(b)]
end

return aliases
