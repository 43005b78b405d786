-- What an album's name tells: the kind of release, and versions that the titles on it leave out.

local folder = ...
local here = type(folder) == "string" and folder:match("^(.*)releases$") or "lib."
local versions = require(here .. "versions")

local compilations = {
  "greatest hits", "best of", "the very best", "essential", "anthology", "collection",
  "^now that", "hits of", "number ones", "top hits", "karaoke", "tribute", "various artists",
  "playlist", "mixed by", "dj mix",
}
local editions = {
  "deluxe", "expanded", "anniversary", "edition", "remaster", "bonus", "super audio", "special",
}
-- Tags that hold for every track of an album that bears them.
local whole_albums = { "live", "karaoke", "instrumental", "acoustic", "tribute" }

local function has_any(s, words)
  for _, word in ipairs(words) do
    if s:find(word) then return true end
  end
  return false
end

local releases = {}

--- What kind of release an album is, from its folded name and its folded maker: `value` (1 for an
-- original release, less for what came out later) and `name`.
function releases.kind(album, maker)
  if maker:find("^various artists") or has_any(album, compilations) then
    return 0.2, "compilation"
  elseif has_any(album, editions) then
    return 0.7, "later edition"
  elseif album == "" then
    return 0.8, "no album named"
  end
  return 1, "original release"
end

--- Adds to a set of tags those of a folded album's remarks: "Name (Live)", "Name: Live".
function releases.add_versions(strong, album)
  local function add(remark)
    local hard = versions.tags(remark)
    for _, tag in ipairs(hard and whole_albums or {}) do strong[tag] = strong[tag] or hard[tag] end
  end
  for remark in album:gmatch("[%(%[]([^%)%]]*)[%)%]]") do add(remark) end
  local ending = album:match("[:%-] ([^:]*)$")
  if ending then add(ending) end
end

return releases
