-- spotify under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local spotify = require("services.spotify.provider")

local none = mix.json.array({})

contract.check({
  provider = spotify, url = "GET https://api.spotify.com/v1/*",
  open = function() return spotify.open({ token = function() return "t" end }) end,
  questions = {
    { does = "search", kind = "person", first = "Ada Lune",
      answer = {
        artists = { items = { { id = "a", name = "Ada Lune" }, { id = "b", name = "B" } } },
      },
      nothing = { json = { artists = { items = none } } } },
    { does = "lookup", kind = "person", first = "Ada Lune", ids = { "a" },
      answer = { id = "a", name = "Ada Lune" },
      nothing = { status = 404, json = { error = { status = 404, message = "Not found." } } } },
  },
})
