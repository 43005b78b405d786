-- The manifest of the service TMDB (docs/services-own.md). Plain data, no code.
return {
  title = "TMDB",
  upstreams = { tmdb = { base = "https://api.themoviedb.org/3", rate = "40/s", concurrency = 4 } },
  terms = "https://www.themoviedb.org/api-terms-of-use",
  about = {
    hosts = "TMDB (`api.themoviedb.org`)",
    used_by = "`trailers`, `match --with tmdb`",
    key = "a read access token, or an API key of version 3",
    limit = "about 40 requests a second; 500 pages a list",
    cost = "free for personal use",
    source = "[limits](https://developer.themoviedb.org/docs/rate-limiting), "
      .. "[terms](https://www.themoviedb.org/api-terms-of-use)",
    learns = "your token or key, and the films and series that you look at or have looked up",
    sign_up = "Make an account at <https://www.themoviedb.org>, ask for API access in [its "
      .. "settings](https://www.themoviedb.org/settings/api), and copy the read access "
      .. "token.",
    commands = { "mixhost config set tmdb.token eyJ…" },
    conditions = "programs say *This product uses the TMDB API but is not endorsed or certified by "
      .. "TMDB.* Data may be kept for six months at most. Commercial use needs an agreement.",
  },
}
