return {
  name = "chart",
  entry = "refresh.lua",
  summary = "A music chart with albums, release dates, artwork and previews.",
  settings = {
    { "chart.remote_url", pattern = "[Hh][Tt][Tt][Pp][Ss]://[^ ]+",
      expected = "an address that begins with https://",
      help = "Where the chart comes from; unset: the next source." },
    { "chart.apple", pattern = "[A-Za-z]{2}", expected = "the two letters of a country, such as us",
      help = "The country of Apple's chart, asked when the remote one fails; "
        .. "unset: the local file." },
    { "chart.limit", type = "choice", choices = { "10", "25", "50", "100" }, default = "100",
      help = "How many entries of Apple's chart." },
    { "chart.catalogue", type = "choice", choices = { "itunes", "musicbrainz" }, default = "itunes",
      help = "The catalogue that is asked about the chart's songs." },
    { "chart.country", pattern = "[A-Za-z]{2}", default = "us",
      expected = "the two letters of a country, such as us",
      help = "The iTunes store that is searched." },
    { "chart.every", type = "choice", choices = { "off", "1h", "6h", "24h" }, default = "off",
      help = "How often the server refreshes the chart." },
    { "chart.policy", pattern = "[A-Za-z0-9_-]+", default = "chart",
      expected = "the name of a refresh rule, such as adaptive",
      help = "The refresh rule of the chart." },
  },
  upstreams = {
    -- The chart of a file that the user names.
    chart = {},
  },
  services = { "itunes", "musicbrainz", "apple_charts" },
  media = { "*.mzstatic.com", "audio-ssl.itunes.apple.com" },
  grants = { data = true, records = { "notify.events" } },
  screens = { { "charts", title = "Charts" } },
  -- The lists of each source as they were, for what moved.
  collections = { lists = { key = "id", indexes = { "origin", "time" } } },
  store_version = 1,
  refreshers = {
    chart = {
      doc = "the music chart, with what iTunes knows of its songs",
      every = "chart.every", policy = "chart.policy", run = { "--every", "off" },
      key = { { "chart.remote_url" }, { "chart.apple" }, { "local" } },
    },
  },
}
