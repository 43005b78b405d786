return {
  name = "trailers",
  entry = "trailers.lua",
  summary = "Films and series with their trailers, filtered and sorted as you like.",
  settings = {
    { "tmdb.token", secret = true, env = { "TMDB_TOKEN" },
      help = "The read access token of TMDB." },
    { "grids.every", type = "choice", choices = { "off", "1h", "6h", "24h" }, default = "off",
      help = "How often the server fetches the film grid again." },
    { "grids.policy", pattern = "[A-Za-z0-9_-]+", default = "fixed",
      expected = "the name of a refresh rule, such as adaptive",
      help = "The refresh rule of the film grid." },
  },
  upstreams = {
    tmdb = { base = "https://api.themoviedb.org/3", rate = "40/s", concurrency = 4 },
  },
  providers = { "tmdb" },
  refreshers = {
    grids = {
      doc = "the film grid that opens first, kept warm",
      every = "grids.every", policy = "grids.policy", run = { "list" },
    },
  },
}
