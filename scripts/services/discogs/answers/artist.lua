-- Answers of Discogs to the look-up of an artist.

local documents = "https://www.discogs.com/developers"
local date = "2026-11-27"

return {
  url = "GET https://api.discogs.com/artists/*",
  kind = "person",
  ask = { "lookup", { 307513 }, { kind = "person" } },
  open = { token = "secret", patience = 600 },
  mock = { path = "/discogs/artists/4", headers = { authorization = "Discogs token=mock" } },
  explained = {
    ["realname"] = "the mock's artists are groups",
    ["aliases"] = "they have one project each", ["aliases[]"] = "the same",
    ["members"] = "it knows no members", ["members[]"] = "the same",
    ["urls"] = "they have no sites", ["urls[]"] = "the same",
  },
  answers = {
    {
      name = "an artist with other names", class = "ok", source = documents, date = date,
      odd = "aliases are other projects, namevariations other spellings",
      json = {
        id = 307513, name = "Nirvana (2)", realname = "Nirvana of London", profile = "A group.",
        uri = "https://www.discogs.com/artist/307513", data_quality = "Correct",
        resource_url = "https://api.discogs.com/artists/307513",
        releases_url = "https://api.discogs.com/artists/307513/releases",
        namevariations = { "Nirvana", "Nirvana U.K." }, urls = { "https://nirvana.example" },
        aliases = { { id = 9, name = "Another Project",
          resource_url = "https://api.discogs.com/artists/9" } },
        members = { { id = 10, name = "Ada (3)", active = true,
          resource_url = "https://api.discogs.com/artists/10" } },
      },
      gives = { { id = 307513, name = "Nirvana",
        aliases = { "Nirvana of London", "Nirvana U.K." } } },
    },
    { name = "an artist that is not there", class = "empty", status = 404,
      body = '{"message":"The requested resource was not found."}', type = "application/json",
      source = documents, date = date,
      mock = { path = "/discogs/artists/99999999",
        headers = { authorization = "Discogs token=mock" } } },
  },
}
