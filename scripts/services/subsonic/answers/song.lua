-- Answers of music servers to a look-up of a song.

local parts = require("services.subsonic.answers.parts")

return {
  date = "2026-11-27",
  url = "GET https://subsonic.mixhost.invalid/rest/getSong*", open = parts.open, kind = "track",
  ask = { "lookup", { "082f435a" } },
  mock = { path = "/subsonic/rest/getSong", query = parts.query({ id = "so-1" }) },
  explained = { ["subsonic-response.error"] = "a song that it does not know",
    ["subsonic-response.song.isrc[]"] = "the catalogue has no codes" },
  answers = {
    { name = "a song", class = "ok", json = parts.answer({ song = parts.song() }),
      source = parts.child,
      gives = { { id = "082f435a", title = "Paper Boats", duration = 203 } } },
    { name = "the song in a list of one", class = "ok",
      json = parts.plain("1.13.0", { song = { parts.old_song() } }),
      source = "https://github.com/ampache/ampache/issues/2983", apart = "Ampache's",
      gives = { { id = "1324", title = "Paper Boats" } } },
    { name = "a song that is gone", class = "empty", json = parts.refusal(70, "data not found"),
      source = parts.errors, odd = "status 200" },
    { name = "an answer without a song", class = "refused", json = parts.answer({}),
      says = "the answer has no song", source = parts.documents },
  },
}
