-- jellyfin under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local jellyfin = require("services.jellyfin.provider")

local none = mix.json.array({})

local jellyfin_id = ("0"):rep(31)

local function jellyfin_song(digit)
  return { Id = jellyfin_id .. digit, Name = "Ljós í 夜", Artists = { "Ada Lune" }, Type = "Audio",
    AlbumArtist = "Various", Album = "Tides", RunTimeTicks = 2010000000 }
end

contract.check({
  provider = jellyfin, url = "GET https://jellyfin.mixhost.invalid/*",
  open = function() return jellyfin.open({ user_id = jellyfin_id .. "f", token = "ab" }) end,
  questions = {
    { does = "search", kind = "track", first = "Ljós í 夜",
      answer = { Items = { jellyfin_song(1), jellyfin_song(2) } },
      nothing = { json = { Items = none } } },
    { does = "lookup", kind = "track", first = "Ljós í 夜", ids = { jellyfin_id .. "1" },
      answer = { Items = { jellyfin_song(1) } }, nothing = { json = { Items = none } } },
  },
})
