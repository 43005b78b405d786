-- The manifest of the service YouTube (docs/services-own.md). Plain data, no code.
return {
  title = "YouTube",
  upstreams = { youtube = { base = "https://www.youtube.com" } },
  terms = "https://www.youtube.com/t/terms",
  about = {
    hosts = "YouTube's feeds (`www.youtube.com`)",
    used_by = "`feed`; with a hub, for names of channels and for those without an id",
    key = "none",
    limit = "not published; good channels answer 404 or 500 for hours now and then",
    cost = "free",
    source = "no document names them; [terms](https://www.youtube.com/t/terms)",
    learns = "the ids of your channels (with a hub, of those whose names are not known), and the "
      .. "handles and videos that you follow a channel by",
    conditions = "15 newest videos of a channel, no lengths. mixhost downloads nothing; `feed get` "
      .. "passes addresses to your MeTube.",
  },
}
