-- The same question to two catalogues: the one that answers first counts.
local function of_itunes(title)
  local answer = assert(mix.http.get("https://itunes.apple.com/search", { query = { term = title, entity = "song" } }))
  local first = assert(mix.json.decode(answer.body)).results[1]
  return "iTunes", first and first.artistName
end
local function of_deezer(title)
  local answer = assert(mix.http.get("https://api.deezer.com/search/artist", { query = { q = title } }))
  local first = assert(mix.json.decode(answer.body)).data[1]
  return "Deezer", first and first.name
end

local name = ... or "Ed Sheeran"
local service, artist = mix.task.race({
  function() return of_itunes(name) end, function() return of_deezer(name) end,
})
print(artist or "nobody", "says " .. service)
