-- Imitates acme for --mock: pure functions of a request over the made-up catalogue
-- (docs/services-own.md). `mixhost mock check acme` holds it against answers/.

local catalogue = require("lib.mock.catalogue")

local most = 50

local function track(index)
  local song = catalogue.song(index)
  return {
    id = ("acme-%d"):format(index), title = song.credited_title, artist = song.credited_artist,
    album = song.album, released = song.date, seconds = song.milliseconds // 1000,
  }
end

local function search(request)
  local query = request.query
  if not query.q then return { status = 400, json = { error = "q is missing" } } end
  local limit = query:number("limit", 10, 1, most)
  if not limit then return { status = 400, json = { error = "limit takes 1 to 50" } } end
  local results = mix.json.array({})
  for _, index in ipairs((catalogue.search(query.q, "any", limit))) do
    results[#results + 1] = track(index)
  end
  return { json = { results = results } }
end

return {
  routes = { ["GET /acme/search"] = search },
  --- The answer to one request too many (--mock=rate=5/s).
  limited = function()
    return { status = 429, headers = { ["Retry-After"] = "1" }, json = { error = "too many" } }
  end,
}
