-- The manifest of the service acme (docs/services-own.md). Plain data, no code.
return {
  title = "acme",
  upstreams = {
    -- Its address, and what it takes: requests in any second.
    acme = { base = "https://api.acme.example", rate = "5/s" },
  },
  terms = "https://acme.example/terms",
  -- Its rows in docs/services.md and docs/privacy.md (docs/services-own.md).
  about = {
    hosts = "acme (`api.acme.example`)",
    used_by = "`match --with acme`",
    key = "none",
    limit = "5 requests a second",
    cost = "free",
    source = "[terms](https://acme.example/terms)",
    learns = "titles and artists of the songs that are looked up",
  },
}
