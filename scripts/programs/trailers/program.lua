return {
  name = "trailers",
  entry = "trailers.lua",
  summary = "Films and series with their trailers, filtered and sorted as you like.",
  settings = {
    { "tmdb.token", secret = true, env = { "TMDB_TOKEN", "TMDB_API_KEY" },
      help = "The read access token of TMDB, or its API key of version 3." },
    { "tmdb.language", pattern = "[a-z]{2}(-[A-Z]{2})?", default = "en-US",
      expected = "a language such as de, or with its country: de-AT",
      help = "The language of titles, descriptions and trailers." },
    { "tmdb.region", pattern = "[A-Z]{2}", default = "US",
      expected = "a country of two capital letters, such as DE",
      help = "The country whose release dates and ratings by age are shown." },
    { "grids.every", type = "choice", choices = { "off", "1h", "6h", "24h" }, default = "off",
      help = "How often the server fetches the film grid again." },
    { "grids.policy", pattern = "[A-Za-z0-9_-]+", default = "chart",
      expected = "the name of a refresh rule, such as adaptive",
      help = "The refresh rule of the film grid." },
  },
  services = { "tmdb" },
  media = { "image.tmdb.org", "i.ytimg.com" },
  screens = { { "trailers", title = "Trailers" } },
  refreshers = {
    grids = {
      doc = "the film grid that opens first, kept warm",
      every = "grids.every", policy = "grids.policy", run = { "list" },
    },
  },
}
