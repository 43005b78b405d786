-- The release groups of an artist of the mock: an album of last month, an EP to come, and a
-- compilation.

local catalogue = require("lib.mock.catalogue")
local ids = require("services.musicbrainz.mock_parts.ids")
local phrases = require("lib.mock.phrases")

local groups = {}

local today = mix.mock.now() // 86400

local function group(number, place, kind, day, secondary)
  local name, artist = catalogue.artist(number), ids.text("artist", number)
  local title = phrases.book_titles[(number * 2 + place) % #phrases.book_titles + 1]
  -- Beside those of the albums that songs are on.
  local id = ids.text("release_group", 1 << 40 | number * 4 + place)
  return {
    ["secondary-types"] = secondary and mix.json.array({ secondary }),
    ["secondary-type-ids"] = secondary and mix.json.array({ ids.types[secondary] }),
    id = id, title = title, score = 100, count = 1, ["first-release-date"] = catalogue.date(day),
    ["primary-type"] = kind, ["primary-type-id"] = ids.types[kind], ["type-id"] = ids.types[kind],
    ["artist-credit-id"] = ids.text("credit", number),
    ["artist-credit"] = mix.json.array({ { name = name, artist = {
      id = artist, name = name, ["sort-name"] = name } } }),
    releases = mix.json.array({ { id = ids.text("release", 1 << 40 | number * 4 + place),
      title = title, status = "Official", ["status-id"] = ids.types.Official } }),
  }
end

--- Returns those that come out from a day on.
function groups.of(number, since)
  local found = mix.json.array({})
  for place, entry in ipairs({ { "EP", today + 7 + number % 60 }, { "Album", today - 30 },
    { "Album", today + 40, "Compilation" } }) do
    local made = group(number, place, table.unpack(entry))
    if made["first-release-date"] >= since then found[#found + 1] = made end
  end
  return found
end

return groups
