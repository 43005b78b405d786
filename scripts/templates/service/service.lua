-- The manifest of the service NAME (docs/services-own.md). Plain data, no code.
return {
  title = "NAME",
  upstreams = {
    -- Its address, and what it takes: requests in any second.
    NAME = { base = "https://api.NAME.example", rate = "5/s" },
  },
  terms = "https://NAME.example/terms",
}
