-- NAME: searches songs and prints them.
--
--   mixhost NAME.lua Weeknd Blinding Lights
--   mixhost NAME.lua Stay --json --limit 3
--   mixhost --mock NAME.lua Stay       asks made-up services instead

local args = mix.args.parse({
  name = "NAME",
  summary = "Searches songs by their title and artist.",
  options = {
    { "limit", type = "integer", min = 1, max = 200, default = 5, help = "songs at most" },
    { "country", default = "US", help = "two letters of a country" },
  },
  positional = {
    { "words", many = true, help = "what to look for" },
  },
  examples = { "$0 Weeknd Blinding Lights --limit 3" },
})

-- The service's limits and wishes, said once: every request of the client keeps to them.
local itunes = mix.http.client({
  base = "https://itunes.apple.com", name = "itunes", rate = "20/min", ttl = "24h",
})

local function search(words)
  local response, err = itunes:get("/search", {
    query = { term = words, country = args.country, entity = "song", limit = args.limit },
  })
  if not response then return nil, err.message end
  if not response.ok then return nil, ("iTunes: HTTP status %d"):format(response.status) end
  local answer, damage = mix.json.decode(response.body, { null = "nil" })
  if not answer then return nil, damage.message end
  local songs = mix.json.array()
  for _, result in ipairs(answer.results or {}) do
    songs[#songs + 1] = {
      title = result.trackName, artist = result.artistName, album = result.collectionName,
    }
  end
  return songs
end

local songs, reason = search(table.concat(args.words, " "))
if not songs then mix.ui.fail(reason) end

if args.json then
  print(mix.json.encode({ songs = songs }))
else
  mix.ui.table(songs, { columns = { "title", "artist", "album" } })
end
