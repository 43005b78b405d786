-- Puts the files of a folder into albums: those of one folder with one album's name, the folders of
-- several discs together.

local bare_titles = require("programs.tags.lib.bare_titles")
local credits = require("rules.lib.credits")
local disc_of_name = require("lib.disc_of_name")
local knowing = require("programs.tags.lib.knowing")
local reading = require("programs.tags.lib.reading")

local grouping = {}

-- The share of files that have to agree on the artist, else an album is by several.
local common_share = 0.7

-- The folder of an album: "Tides/CD 1" and "Tides (Disc 2)" are in that of "Tides".
local function folder_of(path)
  local folder = path:match("^(.*)/[^/]+$") or ""
  local above, name = folder:match("^(.-)/?([^/]*)$")
  local disc, rest = disc_of_name(name)
  if not disc then return folder end
  local parent = above == "" and "" or above .. "/"
  return rest == "" and above or parent .. rest
end

--- The value that most of a list have, and its share of the list's `count`; nil: none has one.
local function common(list, count)
  local counts, best = {}, nil
  for place = 1, count do
    local value = list[place]
    if value ~= nil then
      counts[value] = (counts[value] or 0) + 1
      if not best or counts[value] > counts[best] then best = value end
    end
  end
  return best, best and counts[best] / count or 0
end

local function each(files, read)
  local list = {}
  for place, file in ipairs(files) do list[place] = read(file) end
  return list
end

-- The field of the tags; a path says it less surely.
local function told(file, field)
  return not (file.from and file.from[field]) and file.record[field] or nil
end

local function album_of(file)
  local name = told(file, "album")
  return name and reading.without_disc(name)
end

local function is_various(name) return credits.key(name) == "various artists" end

-- The maker of the album; nil and true: several.
local function maker_of(files)
  local maker, share = common(each(files, function(file) return file.facts.maker end), #files)
  if maker and share > 0.5 then
    if is_various(maker) then return nil, true end
    return maker, false
  end
  local keys, names, known = {}, {}, 0
  for place, file in ipairs(files) do
    local artist = told(file, "artist") and credits.parse(file.record.artist)
    local first = artist and artist.spelled[1]
    if first then
      keys[place], known = credits.key(first), known + 1
      names[keys[place]] = names[keys[place]] or first
    end
  end
  local key = common(keys, #files)
  local count = 0
  for place = 1, #files do count = count + (keys[place] == key and 1 or 0) end
  if not key or is_various(key) then return nil, key ~= nil end
  if count / known >= common_share then return names[key], false end
  return nil, known >= 3
end

local shared = { "release", "barcode", "label", "catalogue_number", "country", "year",
  "track_total", "disc_total" }

--- An album of files: {files, folder, name, title, artist, is_various, facts}. `name`: the folder's
--- own name, which is asked where the tags say no album.
function grouping.album(files, folder, name)
  bare_titles.apply(files)
  local group = { files = files, folder = folder, name = name, facts = {} }
  group.title = common(each(files, album_of), #files)
  group.artist, group.is_various = maker_of(files)
  for _, field in ipairs(shared) do
    group.facts[field] = common(each(files, function(file) return file.facts[field] end), #files)
  end
  local discs = 0
  for _, file in ipairs(files) do discs = math.max(discs, file.facts.disc or 0) end
  group.facts.disc_total = group.facts.disc_total or discs > 1 and discs or nil
  local artist, title = reading.of_folder(name)
  if not group.title then group.title, group.is_named_by_folder = title, title ~= nil end
  if not group.artist and not group.is_various then
    -- "Artist - Album", or "Artist/Album".
    group.artist = artist or common(each(files, function(file) return file.record.artist end),
      #files)
    group.is_artist_by_folder = group.artist ~= nil
  end
  return group
end

-- The names of albums that files of one folder have: lists of files, those without a name with the
-- only album.
local function by_album(files)
  local lists, nameless = {}, {}
  for _, file in ipairs(files) do
    local name, home = album_of(file), nil
    for _, list in ipairs(name and lists or {}) do
      if not home and knowing.are_same(list.name, name) then home = list end
    end
    if not name then
      nameless[#nameless + 1] = file
    elseif home then
      home[#home + 1] = file
    else
      lists[#lists + 1] = { file, name = name }
    end
  end
  if #lists == 0 then return { nameless }, {} end
  if #lists == 1 then
    table.move(nameless, 1, #nameless, #lists[1] + 1, lists[1])
    return lists, {}
  end
  return lists, nameless
end

local function last_name(path) return path:match("([^/]*)$") end

--- Puts files ({path, record, facts}) into albums and singles. `root`: the folder of their paths.
function grouping.groups(files, root)
  local folders, order, groups, singles = {}, {}, {}, {}
  for _, file in ipairs(files) do
    local folder = folder_of(file.path)
    if not folders[folder] then
      folders[folder], order[#order + 1] = {}, folder
    end
    table.insert(folders[folder], file)
  end
  for _, folder in ipairs(order) do
    local lists, nameless = by_album(folders[folder])
    for _, list in ipairs(lists) do
      local group = grouping.album(list, folder, last_name(folder == "" and root or folder))
      -- One file is a single, unless it says which release it is of.
      if #list > 1 and group.title or group.facts.release or group.facts.barcode then
        groups[#groups + 1] = group
      else
        table.move(list, 1, #list, #singles + 1, singles)
      end
    end
    table.move(nameless, 1, #nameless, #singles + 1, singles)
  end
  return groups, singles
end

return grouping
