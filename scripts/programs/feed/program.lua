return {
  name = "feed",
  entry = "feed.lua",
  summary = "The videos of the channels that you follow, newest first.",
  settings = {
    { "feed.account",
      help = "What channels and videos are kept under; unset: the hub's address. "
        .. "Set it before a hub moves." },
    { "feed.user", pattern = "[]!-\"$&-.0->@-[^-~]{1,128}",
      expected = "1 to 128 printable characters without / ? # % \\",
      help = "Your user id at the hub." },
    { "feed.every", type = "choice", choices = { "off", "15m", "1h", "6h", "24h" }, default = "15m",
      help = "How often the hub is asked to look for new videos; off: only when you say so." },
    { "feed.policy", pattern = "[A-Za-z0-9_-]+", default = "on_demand",
      expected = "the name of a refresh rule, such as adaptive",
      help = "The refresh rule of the feed: on_demand, fixed, adaptive or your own." },
  },
  upstreams = {
    -- The user's own hub.
    hub = {},
    youtube = { base = "https://www.youtube.com" },
  },
  providers = { "hub", "youtube_atom" },
  grants = { data = true },
  refreshers = {
    feed = {
      doc = "the feed of the channels", every = "feed.every", policy = "feed.policy",
      run = { "refresh" }, forced = { "--force" },
      -- A hub and its user; without a hub the channels' own feeds.
      key = { { when = "upstream.hub", "feed.account|upstream.hub", "feed.user" }, { "youtube" } },
    },
  },
}
