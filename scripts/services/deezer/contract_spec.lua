-- deezer under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local deezer = require("services.deezer.provider")

local none = mix.json.array({})

contract.check({
  provider = deezer, url = "GET https://api.deezer.com/*",
  open = deezer.open,
  questions = {
    { does = "search", kind = "person", first = "Ada Lune",
      answer = { data = { { id = 7, name = "Ada Lune" }, { id = 8, name = "Ada" } } },
      nothing = { json = { data = none } } },
    { does = "lookup", kind = "track", first = "Ljós í 夜", ids = { 1 },
      answer = {
        id = 1, title = "Ljós í 夜", isrc = "QZ1", duration = 201,
        artist = { id = 7, name = "Ada Lune" },
      },
      nothing = {
        json = { error = { type = "DataException", message = "no data", code = 800 } },
      } },
  },
})
