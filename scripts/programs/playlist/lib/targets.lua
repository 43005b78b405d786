-- The playlist that is meant: an identifier, an address, or the name of one of the user's.

local failure = require("lib.failure")
local near = require("lib.near")
local of_name = require("lib.of_name")

local targets = {}

-- As Spotify makes identifiers.
local identifier = "^" .. ("%w"):rep(22) .. "$"

--- The meaning of a text: {id}, {name} or {problem}. A short word may be both name and identifier:
--- {name, maybe_id}.
function targets.read(text)
  local word = text:match("^%s*(.-)%s*$")
  if word == "" then return { problem = "the name of a playlist is empty" } end
  local kind, id = word:match("^spotify:(%a+):([^:?#]*)")
  -- Addresses of long ago: spotify:user:NAME:playlist:ID.
  local old = word:match("^spotify:user:[^:]*:playlist:([^:?#]*)")
  if old then kind, id = "playlist", old end
  local path = word:match("^%a*:?/?/?open%.spotify%.com/([^?#]*)")
  if path then
    path = path:gsub("^intl%-%a+/", ""):gsub("^user/[^/]+/", ""):gsub("/+$", "")
    kind, id = path:match("^(%a+)/([^/]+)$")
    kind = kind or "page"
  end
  if kind and kind ~= "playlist" then
    return { problem = ("%s is an address of Spotify's, of kind %s: not a playlist's"):format(
      word, kind) }
  end
  if kind then
    if id:find("^%w+$") then return { id = id } end
    return { problem = ("\"%s\" is not an identifier of a playlist"):format(id) }
  end
  if word:find("^%a[%a%d+.-]*://") then
    return { problem = word .. " is not the address of a playlist at open.spotify.com" }
  end
  if word:find(identifier) then return { id = word } end
  return { name = word, maybe_id = word:find("^%w+$") ~= nil }
end

-- The user's own among playlists.
local function own(playlists, user)
  local list = {}
  for _, playlist in ipairs(playlists) do
    if playlist.owner == user then list[#list + 1] = playlist end
  end
  return list
end

--- The user's playlists that have the same name as one of them, itself included.
function targets.alike(target, playlists, user)
  local wanted, found = mix.text.casefold(target.name or ""), {}
  for _, playlist in ipairs(own(playlists, user)) do
    if mix.text.casefold(playlist.name) == wanted then found[#found + 1] = playlist end
  end
  return found
end

-- Names on the user's list, for the nearest one.
local function unknown(name, mine)
  local names = {}
  for place, playlist in ipairs(mine) do names[place] = playlist.name end
  failure.raise(("you have no playlist called \"%s\"%s; playlist list shows yours"):format(name,
    near(name, names, true)), "not_found")
end

--- The playlist that a text means, as the service lists it; of one that is known by its identifier
--- alone, that. `choose(playlists, name)` decides between several of one name. `reads`: it may be
--- another user's, where none of the user's own has the name.
function targets.find(service, user, text, choose, reads)
  local meant = targets.read(text)
  if meant.problem then failure.raise(meant.problem, "usage") end
  if meant.id then return targets.named(service, { id = meant.id }) end
  local all = failure.need(service:playlists())
  local mine = own(all, user)
  local found = of_name(mine, meant.name)
  if reads and not found[1] then mine, found = all, of_name(all, meant.name) end
  if #found > 1 then return choose(found, meant.name) end
  if found[1] then return found[1] end
  if not meant.maybe_id then return unknown(meant.name, mine) end
  local playlist, err = service:playlist(meant.name)
  if playlist then return playlist end
  if err.kind ~= "not_found" then error(err, 0) end
  return unknown(meant.name, mine)
end

-- Parts that an answer may lack, since only the name is wanted.
local passing = { not_found = true, not_owned = true, forbidden = true, answer = true }

--- Completes a playlist of which only the identifier is known, as far as Spotify says: reading its
--- items tells what is wrong.
function targets.named(service, target)
  if target.name then return target end
  local playlist, err = service:playlist(target.id)
  if playlist then return playlist end
  if not passing[err.kind] then error(err, 0) end
  return target
end

return targets
