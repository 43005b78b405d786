-- The manifest of the program mine (docs/programs.md). Plain data, no code.
return {
  name = "mine",
  entry = "mine.lua",
  summary = "Shows songs by a search, newest first.",
  settings = {
    { "mine.limit", type = "integer", min = 1, max = 50, default = 10,
      help = "How many songs are shown." },
    { "mine.every", type = "choice", choices = { "off", "1h", "24h" }, default = "off",
      help = "How often the server asks again." },
  },
  upstreams = {
    -- A service that mixhost knows, so that --mock plays it, too; give yours a name of its own.
    itunes = {
      base = "https://itunes.apple.com", rate = "20/min", rate_limit_statuses = { 403 },
    },
  },
  providers = { "mine" },
  refreshers = {
    mine = {
      doc = "the songs of the last search", every = "mine.every", run = { "--quiet" },
    },
  },
  screens = { { "mine", title = "Songs" } },
}
