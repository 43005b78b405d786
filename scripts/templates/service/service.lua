-- The manifest of the service NAME (docs/services-own.md). Plain data, no code.
return {
  title = "NAME",
  upstreams = {
    -- Its address, and what it takes: requests in any second.
    NAME = { base = "https://api.NAME.example", rate = "5/s" },
  },
  terms = "https://NAME.example/terms",
  -- Its rows in docs/services.md and docs/privacy.md (docs/services-own.md).
  about = {
    hosts = "NAME (`api.NAME.example`)",
    used_by = "`match --with NAME`",
    key = "none",
    limit = "5 requests a second",
    cost = "free",
    source = "[terms](https://NAME.example/terms)",
    learns = "titles and artists of the songs that are looked up",
  },
}
