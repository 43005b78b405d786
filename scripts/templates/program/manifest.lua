-- The manifest of the program NAME (docs/programs.md). Plain data, no code.
return {
  name = "NAME",
  entry = "NAME.lua",
  summary = "Shows songs by a search, newest first.",
  settings = {
    { "NAME.limit", type = "integer", min = 1, max = 50, default = 10,
      help = "How many songs are shown." },
    { "NAME.every", type = "choice", choices = { "off", "1h", "24h" }, default = "off",
      help = "How often the server asks again." },
  },
  upstreams = {
    -- A service that mixhost knows, so that --mock plays it, too; give yours a name of its own.
    itunes = {
      base = "https://itunes.apple.com", rate = "20/min", rate_limit_statuses = { 403 },
    },
  },
  providers = { "NAME" },
  refreshers = {
    NAME = {
      doc = "the songs of the last search", every = "NAME.every", run = { "--quiet" },
    },
  },
  screens = { { "NAME", title = "Songs" } },
}
