-- Answers of MusicBrainz to a search for artists.

local parts = require("services.musicbrainz.answers.parts")

local found, null = parts.found, mix.json.null

local function alias(name, locale)
  return { name = name, ["sort-name"] = name, locale = locale or null,
    type = locale and "Artist name" or null, ["type-id"] = locale and parts.id(701) or null,
    primary = locale and true or null, ["begin-date"] = null, ["end-date"] = null }
end

local function area(name, kind)
  return { id = parts.id(900), type = kind, ["type-id"] = parts.id(901), name = name,
    ["sort-name"] = name, ["life-span"] = { ended = null } }
end

local function artist(fields)
  return parts.with({
    id = parts.id(700), score = 100, type = "Person", ["type-id"] = parts.id(702),
    ["gender-id"] = parts.id(703), name = "Ada Lune", ["sort-name"] = "Lune, Ada",
    gender = "female", country = "GB", area = area("United Kingdom", "Country"),
    ["begin-area"] = area("Hull", "City"), disambiguation = "singer of Hull",
    isnis = { "0000000100000009" }, ipis = { "00000000199" },
    ["life-span"] = { begin = "1991-02", ended = null },
    aliases = { alias("Ада Люн", "ru"), alias("A. Lune"), alias("エイダ", "ja") },
    tags = { { count = 3, name = "folk" } },
  }, fields)
end

return {
  source = parts.search, date = "2026-11-27",
  url = "GET https://musicbrainz.org/ws/2/artist?*", kind = "person",
  ask = { "search", { kind = "person", name = "Ada Lune", limit = 10 } },
  mock = {
    { headers = parts.named, path = "/musicbrainz/artist", query = { fmt = "json", limit = "10",
      query = "artist:(The Weeknd) OR alias:(The Weeknd)" } },
    { headers = parts.named, path = "/musicbrainz/artist", query = { fmt = "json", limit = "10",
      query = "artist:(Ed Sheeran Dua Lipa Olivia Rodrigo Harry Styles Billie Eilish)" } },
  },
  answers = {
    { name = "an artist with names in other scripts", class = "ok",
      json = found("artists", { artist() }), odd = "null in life-span and aliases",
      gives = { { id = parts.id(700), name = "Ada Lune", sort_name = "Lune, Ada",
        aliases = { "Ада Люн", "A. Lune", "エイダ" }, disambiguation = "singer of Hull",
        born = "1991-02", died = false } } },
    { name = "an artist who has died", class = "ok",
      json = found("artists", { artist({ ["life-span"] = { begin = "1921-00-00",
        ["end"] = "1999-03-04", ended = true } }) }), odd = "old dates have noughts",
      gives = { { born = "1921", died = "1999-03-04" } } },
    { name = "a group and one of whom little is known", class = "ok",
      json = found("artists", {
        artist({ id = parts.id(710), name = "Lune & Sons", ["sort-name"] = "Lune & Sons",
          type = "Group", gender = false, ["gender-id"] = false, ["begin-area"] = false,
          isnis = false, ipis = false, aliases = false,
          ["life-span"] = { begin = "1970", ["end"] = "1981-05-01", ended = true } }),
        artist({ id = parts.id(711), score = 54, name = "Ada", ["sort-name"] = "Ada",
          type = false, ["type-id"] = false, gender = false, ["gender-id"] = false,
          country = false, area = false, ["begin-area"] = false, isnis = false, ipis = false,
          aliases = false, tags = false, disambiguation = false }),
      }),
      gives = { { id = parts.id(710), aliases = {}, born = false, died = false },
        { id = parts.id(711), name = "Ada", sort_name = "Ada", aliases = {} } } },
    { name = "nothing found", class = "empty", json = found("artists", {}) },
  },
}
