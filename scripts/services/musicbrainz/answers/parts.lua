-- Parts that the answers of MusicBrainz share, with all of their members.

local array = mix.json.array

local parts = {}

parts.documents = "https://musicbrainz.org/doc/MusicBrainz_API"
parts.search = "https://musicbrainz.org/doc/MusicBrainz_API/Search"
parts.limits = "https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting"
parts.picard = "https://github.com/metabrainz/picard/tree/master/test/data/ws_data"

--- The headers of a question to the mock, which wants an address.
parts.named = { ["user-agent"] = "mixhost (ada@example.org)" }

--- Returns a made-up identifier, whose first digits are the number.
function parts.id(number) return ("%08d-0f6d-47a0-bc56-07570374f650"):format(number) end

--- Returns a copy of a table with other members; false leaves one out.
parts.with = require("lib.changed")

local person_type = "b6e035f4-3ce9-331c-97df-83397230b0df"

--- Returns an artist within a credit, as look-ups send it.
function parts.artist(number, name, sort_name)
  return {
    id = parts.id(number), name = name, ["sort-name"] = sort_name or name, disambiguation = "",
    type = "Person", ["type-id"] = person_type, country = "GB",
  }
end

--- Returns a credit of a look-up out of names and the texts between them.
function parts.credit(...)
  local words, list = { ... }, array({})
  for place = 1, #words, 2 do
    list[#list + 1] = {
      name = words[place], joinphrase = words[place + 1] or "",
      artist = parts.artist(700 + #list, words[place]),
    }
  end
  return list
end

--- Returns a credit of a search, which says less of each artist and leaves an empty text out.
function parts.searched(...)
  local list = parts.credit(...)
  for _, part in ipairs(list) do
    part.joinphrase = part.joinphrase ~= "" and part.joinphrase or nil
    part.artist = parts.with(part.artist, { type = false, ["type-id"] = false, country = false })
  end
  return list
end

local area = {
  id = parts.id(900), name = "United Kingdom", ["sort-name"] = "United Kingdom",
  ["iso-3166-1-codes"] = { "GB" },
}

--- Returns a release group. `secondary`: names of its secondary types.
function parts.group(title, primary, secondary)
  return {
    id = parts.id(300), title = title, ["primary-type"] = primary,
    ["type-id"] = parts.id(301), ["primary-type-id"] = parts.id(302),
    ["secondary-types"] = secondary, ["secondary-type-ids"] = secondary and { parts.id(303) },
  }
end

--- Returns a release within a search for recordings.
function parts.release(number, fields)
  return parts.with({
    id = parts.id(number), ["status-id"] = parts.id(304), ["artist-credit-id"] = parts.id(305),
    count = 1, title = "Harbour", status = "Official",
    ["artist-credit"] = { { name = "Ada Lune", artist = {
      id = parts.id(700), name = "Ada Lune", ["sort-name"] = "Lune, Ada", disambiguation = "",
    } } },
    ["release-group"] = parts.group("Harbour", "Album"), date = "2019-05-10", country = "GB",
    ["release-events"] = { { date = "2019-05-10", area = area } }, ["track-count"] = 11,
    media = { {
      id = parts.id(306), position = 1, format = "CD", ["track-count"] = 11, ["track-offset"] = 2,
      track = { { id = parts.id(307), number = "3", title = "Paper Boats", length = 203000 } },
    } },
  }, fields)
end

--- Returns a search's answer.
function parts.found(list, entries)
  return { created = "2026-11-27T10:00:00.000Z", count = #entries, offset = 0,
    [list] = array(entries) }
end

local help = "For usage, please see: https://musicbrainz.org/development/mmd"

--- Returns the body of a refusal.
function parts.refusal(words) return { error = words, help = help } end

--- Returns the refusals that any question may meet.
function parts.refusals()
  return {
    { name = "more than one question a second", class = "limit", status = 503,
      headers = { ["Retry-After"] = "5", ["X-RateLimit-Limit"] = "1200",
        ["X-RateLimit-Remaining"] = "0", ["X-RateLimit-Reset"] = "1795449600" },
      json = { error = "Your requests are exceeding the allowable rate limit. Please see "
        .. "http://wiki.musicbrainz.org/XMLWebService for more information." },
      says = "exceeding the allowable rate limit",
      source = "https://github.com/mixxxdj/mixxx/issues/14215",
      odd = "503, and the reset as seconds since 1970" },
    { name = "a program that does not say who it is", class = "lasting", status = 403,
      json = parts.refusal("Your requests do not have a meaningful User-Agent."),
      source = parts.limits },
    { name = "the gateway's page", class = "passing", status = 502, type = "text/html",
      body = "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway"
        .. "</h1></center><hr><center>openresty</center></body></html>",
      source = parts.documents },
  }
end

return parts
