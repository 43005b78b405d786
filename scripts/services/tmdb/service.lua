-- The manifest of the service TMDB (docs/services-own.md). Plain data, no code.
return {
  title = "TMDB",
  upstreams = {
    tmdb = { base = "https://api.themoviedb.org/3", rate = "40/s", concurrency = 4 },
  },
  terms = "https://www.themoviedb.org/api-terms-of-use",
}
