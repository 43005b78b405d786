return {
  name = "feed",
  entry = "feed.lua",
  summary = "The news of the channels, podcasts and sites that you follow, newest first.",
  settings = {
    { "feed.account",
      help = "The key of channels and videos in the store; unset: the hub's address. "
        .. "Set it before a hub moves." },
    { "feed.user", pattern = "[]!-\"$&-.0->@-[^-~]{1,128}",
      expected = "1 to 128 printable characters without / ? # % \\",
      help = "Your user id at the hub." },
    { "feed.every", type = "choice", choices = { "off", "15m", "1h", "6h", "24h" }, default = "15m",
      help = "How often the hub is asked to look for new videos; off: only when you say so." },
    { "feed.policy", pattern = "[A-Za-z0-9_-]+", default = "on_demand",
      expected = "the name of a refresh rule, such as adaptive",
      help = "The refresh rule of the feed: on_demand, fixed, adaptive or your own." },
    { "metube.quality", default = "best", pattern = "[A-Za-z0-9_]+",
      expected = "a quality as MeTube names it, such as best, 1080 or audio",
      help = "The quality that MeTube downloads: best, 2160, 1440, 1080, 720, 480, audio." },
    { "metube.format", default = "any", pattern = "[A-Za-z0-9_]+",
      expected = "a format as MeTube names it, such as any or mp4",
      help = "The format that MeTube downloads: any, mp4, m4a, mp3 and more." },
    { "metube.folder",
      help = "The folder below MeTube's own that downloads go to; unset: its own." },
  },
  services = { "hub", "youtube", "metube", "miniflux", "freshrss", "fever" },
  media = { "*.ytimg.com", "yt3.ggpht.com", "yt3.googleusercontent.com" },
  screens = { { "feed", title = "Feed" } },
  collections = {
    channels = { key = "key", indexes = { "account" } },
    videos = { key = "key", indexes = { "account", "published", "unread", "starred" } },
  },
  store_version = 1,
  grants = { data = true, records = { "notify.events" } },
  refreshers = {
    feed = {
      doc = "the feed of the channels", every = "feed.every", policy = "feed.policy",
      run = { "refresh" }, forced = { "--force" },
      -- A hub and its user; without a hub the channels' own feeds.
      key = { { when = "upstream.hub", "feed.account|upstream.hub", "feed.user" }, { "youtube" } },
    },
  },
}
