-- Answers of Jellyfin to a look-up of songs.

local parts = require("services.jellyfin.answers.parts")

return {
  source = parts.documents, date = "2026-11-27",
  url = "GET " .. parts.base .. "Items*", open = parts.open, kind = "track",
  ask = { "lookup", { parts.id(11), parts.id(12), "not an identifier" } },
  maps = { "Items[].ImageBlurHashes.Primary", "Items[].ImageTags" },
  mock = { path = "/jellyfin/Items", query = parts.query({ recursive = "true",
    includeItemTypes = "Audio", ids = "a0000000000000000000000000000001" }) },
  answers = {
    { name = "one of two", class = "ok", json = parts.page({ parts.song(12) }),
      odd = "unknown ones are left out without a word",
      gives = { { id = parts.id(12), duration = 203.064 } } },
    { name = "none of them", class = "empty", json = parts.page({}) },
  },
}
