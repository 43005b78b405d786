-- openlibrary under the rules for every provider (lib/spec/contract.lua).

local contract = require("lib.spec.contract")
local openlibrary = require("services.openlibrary.provider")

local none = mix.json.array({})

local function document(key)
  return {
    key = key, title = "Ljós í 夜", author_name = { "Ada Lune" }, first_publish_year = 2003,
    isbn = { "9780306406157" }, cover_i = 12, language = { "eng" }, number_of_pages_median = 300,
    publisher = { "Penwith" },
  }
end

contract.check({
  provider = openlibrary, url = "GET https://openlibrary.org/*",
  open = function() return openlibrary.open({ concurrency = 2 }) end,
  questions = {
    { does = "search", kind = "book", first = "Ljós í 夜",
      answer = { docs = { document("/works/OL7W"), document("/works/OL8W") } },
      nothing = { json = { docs = none } } },
    { does = "complete", kind = "book", first = "Ljós í 夜",
      ask = function(service)
        return service:complete({
          source = "openlibrary", key = "OL7W", title = "Ljós í 夜", author = {}, numbers = {},
          publishers = {},
        })
      end,
      -- A work need not have a description.
      answer = { description = { type = "/type/text", value = "Sea." }, covers = { 12 } },
      empty_object = true, gone_adds_nothing = true },
  },
})
