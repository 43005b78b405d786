-- Reads an album's name: the kind of release, and versions that the titles on it do not name.

local set_of = require("lib.set_of")
local versions = require("rules.lib.versions")

local compilations = {
  "greatest hits", "best of", "the very best", "essential", "anthology", "collection",
  "^now that", "hits of", "number ones", "top hits", "karaoke", "tribute", "various artists",
  "playlist", "mixed by", "dj mix",
}
local editions = {
  "deluxe", "expanded", "anniversary", "edition", "remaster", "bonus", "super audio", "special",
}
-- Tags that apply to every track of such an album.
local whole_albums = { "live", "karaoke", "instrumental", "acoustic", "tribute" }

-- Words in those names; most albums have none of them and need no further check.
local telling = set_of([[
  greatest best very essential essentials anthology collection collections now hits ones karaoke
  tribute various playlist mixed mix deluxe expanded anniversary edition editions remaster
  remastered remasters bonus super special
]])

local function is_telling(album)
  for word in album:gmatch("%a+") do
    if telling[word] then return true end
  end
  return false
end

local function has_any(s, words)
  for _, word in ipairs(words) do
    if s:find(word) then return true end
  end
  return false
end

local releases = {}

--- Returns the kind of release of a folded album: a value (1 for an original release, less for
--- later ones) and its name.
function releases.kind(album)
  if not is_telling(album) then return 1, "original release" end
  if has_any(album, compilations) then return 0.2, "compilation" end
  if has_any(album, editions) then return 0.7, "later edition" end
  return 1, "original release"
end

--- Returns the version tags in a folded album's remarks: "Name (Live)", "Name: Live", "Live at
--- the Harbour", "Unplugged in Oslo"; nil without any.
function releases.tags(album)
  local is_live = album:find("^live%f[%W]") or album:find("%f[%w]unplugged%f[%W]")
  if not is_live and not album:find("[%(%[:%-]") then return nil end
  local found
  local function add(remark)
    local hard = versions.tags(remark)
    for _, tag in ipairs(hard and whole_albums or {}) do
      if hard[tag] then
        found = found or {}
        found[tag] = true
      end
    end
  end
  for remark in album:gmatch("[%(%[]([^%)%]]*)[%)%]]") do add(remark) end
  if is_live then add(album) end
  local ending = album:gsub("%b()", ""):match("[:%-] ([^:]*)$")
  if ending then add(ending) end
  return found
end

return releases
