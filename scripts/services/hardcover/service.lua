-- The manifest of the service Hardcover (docs/services-own.md). Plain data, no code.
return {
  title = "Hardcover",
  upstreams = {
    -- 60 requests a minute, of which 10 may come at once: no 10 seconds see more than 10.
    hardcover = { base = "https://api.hardcover.app/v1", rate = "10/10s", concurrency = 2 },
  },
  settings = { { "hardcover.token", secret = true, env = { "HARDCOVER_TOKEN" },
    help = "Your API key at Hardcover, without the word Bearer." } },
  terms = "https://docs.hardcover.app/api/getting-started/",
  about = {
    hosts = "Hardcover (`api.hardcover.app`)",
    used_by = "`match --with hardcover`",
    key = "an API key",
    limit = "60 requests a minute, 10 at once, 5,000 a day; then 429 with `Retry-After`",
    cost = "free",
    source = "[API](https://docs.hardcover.app/api/getting-started/)",
    learns = "your API key; titles, authors and ISBNs of the books that are looked up",
    sign_up = "Make an API key at <https://hardcover.app/account/api> that may read books, and "
      .. "copy it without the word `Bearer`.",
    commands = { "mixhost config set hardcover.token hc_pat_…" },
    conditions = "in beta, and for your own programs on your own machine. Aggregate data may be "
      .. "shown as Hardcover's; do not use users' data in commercial programs, nor any of "
      .. "it to train public or commercial language models. Its covers are uploaded by "
      .. "users.",
  },
}
