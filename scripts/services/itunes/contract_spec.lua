-- itunes under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local itunes = require("services.itunes.provider")

local none = mix.json.array({})

local function song(id)
  return {
    kind = "song", trackName = "Ljós í 夜", artistName = "Ada Lune", trackId = id,
    collectionName = "Harbour", releaseDate = "2014-10-21T07:00:00Z", trackCount = 12,
    artworkUrl100 = "https://is1-ssl.mzstatic.com/image/a/100x100bb.jpg",
  }
end

contract.check({
  provider = itunes, url = "GET https://itunes.apple.com/*",
  open = function() return itunes.open({ patience = 600 }) end,
  questions = {
    { does = "search", kind = "track", first = "Ljós í 夜",
      answer = { results = { song(1), song(2) } }, nothing = { json = { results = none } } },
    { does = "lookup", kind = "track", first = "Ljós í 夜", ids = { 1, 2 },
      answer = { results = { song(1) } }, nothing = { json = { results = none } } },
  },
})
