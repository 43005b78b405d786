-- Answers of Discogs to a search for artists.

local function artist(id, title)
  return {
    id = id, type = "artist", title = title, master_id = mix.json.null, master_url = mix.json.null,
    uri = ("/artist/%d"):format(id), thumb = "", cover_image = "",
    resource_url = ("https://api.discogs.com/artists/%d"):format(id),
    user_data = { in_wantlist = false, in_collection = false },
  }
end

return {
  source = "https://www.discogs.com/developers", date = "2026-11-27",
  url = "GET https://api.discogs.com/database/search*",
  kind = "person",
  ask = { "search", { name = "Nirvana", kind = "person" } },
  mock = { path = "/discogs/database/search", headers = { authorization = "Discogs token=mock" },
    query = { type = "artist", q = "Weeknd" } },
  answers = {
    { name = "artists of one name", class = "ok", odd = "all but the first have a number",
      json = { pagination = { page = 1, pages = 1, per_page = 10, items = 2, urls = {} },
        results = { artist(125246, "Nirvana"), artist(307513, "Nirvana (2)") } },
      gives = { { id = 125246, name = "Nirvana" }, { id = 307513, name = "Nirvana" } } },
    { name = "artists that stand for nobody", class = "empty",
      odd = "Various, Unknown Artist and No Artist are entries like any other",
      ask = { "search", { name = "Various", kind = "person" } },
      json = { pagination = { page = 1, pages = 1, per_page = 10, items = 3, urls = {} },
        results = { artist(194, "Various"), artist(355, "Unknown Artist"),
          artist(118760, "No Artist") } } },
    { name = "no name to look for", class = "empty", source = "the provider",
      ask = { "search", { name = " ", kind = "person" } },
      json = { pagination = { page = 1, pages = 0, per_page = 10, items = 0, urls = {} },
        results = mix.json.array({}) } },
  },
}
