-- Names of the same person or group, and titles of the same work, from tables in rules/data. A
-- user's own tables add to them: own_aliases.csv and own_titles.csv in the folder data of the
-- user's rules.

local alias_table = require("rules.lib.alias_table")
local memo = require("rules.lib.memo")
local spelling = require("rules.lib.spelling")

local function compact(key) return (key:gsub("[ '%.]", "")) end

local function without_article(key)
  return key:match("^the (.+)") or key:match("^an? (.+)") or key
end

local artist_key = memo(function(name)
  local key = spelling.key(spelling.plain(name))
  return compact(key:match("^the (.+)") or key)
end, 16)

local function title_key(name)
  return compact(without_article(spelling.key(spelling.plain(name))))
end

-- The text of a user's table; nil when there is none.
local function own(name)
  local found, text = pcall(require, name)
  return found and type(text) == "string" and text or nil
end

local function load(key_of, name, own_name, shown)
  local known = alias_table.new(key_of):read(require(name), shown)
  known.notes = {}
  local text = own(own_name)
  return text and known:read(text, own_name:match("[^%.]+$") .. ".csv") or known
end

local people = load(artist_key, "rules.data.aliases", "rules.data.own_aliases", "aliases.csv")
local works = load(title_key, "rules.data.work_titles", "rules.data.own_titles", "work_titles.csv")

local aliases = {}

-- Drops middle initials: "samuel l clemens" becomes "samuel clemens".
local without_initials = memo(function(key)
  local first, rest = key:match("^(%S%S+) (.+)$")
  if not first then return key end
  return first .. " " .. (rest:gsub("%f[%w]%w ", ""))
end, 512)

-- The key under which a table has a name; false for most names, which no table has.
local handles = memo(function(key)
  local whole, short = compact(key), compact(without_initials(key))
  if people:knows(whole) then return whole end
  return people:knows(short) and short
end, 1024)

--- Returns how two keys of names are related: "same" for one person or group, "member" for a group
--- and one of its members; nil for others.
function aliases.people(a, b)
  local ours = handles(a)
  if not ours then return nil end
  local theirs = handles(b)
  return theirs and people:relation(ours, theirs) or nil
end

local work_handles = memo(function(key)
  local whole = compact(key)
  return works:knows(whole) and whole
end, 1024)

--- Whether two keys of titles mean the same work.
function aliases.same_work(a, b)
  local ours = work_handles(a)
  local theirs = ours and work_handles(b)
  return theirs and works:relation(ours, theirs) == "same" or false
end

--- Faults of the user's own tables, one line each.
function aliases.notes()
  local list = table.move(people.notes, 1, #people.notes, 1, {})
  return table.move(works.notes, 1, #works.notes, #list + 1, list)
end

return aliases
