-- subsonic under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local subsonic = require("services.subsonic.provider")

local none = mix.json.array({})

-- The answer of a music server, and a song of it.
local function subsonic_answer(members)
  local inner = { status = "ok", version = "1.16.1" }
  for name, value in pairs(members) do inner[name] = value end
  return { ["subsonic-response"] = inner }
end

local function subsonic_song(id)
  return { id = id, title = "Ljós í 夜", artist = "Ada Lune", album = "Tides", duration = 201,
    isrc = { "QZ1" }, displayAlbumArtist = "Various" }
end

contract.check({
  provider = subsonic, url = "GET https://subsonic.mixhost.invalid/*",
  open = function() return subsonic.open({ user = "joe", salt = "c19b2d", token = "ab" }) end,
  questions = {
    { does = "search", kind = "track", first = "Ljós í 夜",
      answer = subsonic_answer({
        searchResult3 = { song = { subsonic_song("a"), subsonic_song("b") } } }),
      nothing = { json = subsonic_answer({ searchResult3 = { song = none } }) } },
    { does = "lookup", kind = "track", first = "Ljós í 夜", ids = { "a" },
      answer = subsonic_answer({ song = subsonic_song("a") }),
      nothing = { json = { ["subsonic-response"] = { status = "failed",
        error = { code = 70, message = "not found" } } } } },
  },
})
