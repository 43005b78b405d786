-- Answers of acme's search, as it sends them: write down what you see, with its date.
-- docs/services-own.md describes the fields.
return {
  source = "https://acme.example/docs", date = "2026-11-27",
  url = "GET https://api.acme.example/search*",
  ask = { "search", { title = "Blinding Lights", artist = "The Weeknd", limit = 10 } },
  -- The question to the mock.
  mock = { path = "/acme/search", query = { q = "Blinding Lights The Weeknd" } },
  answers = {
    { name = "two songs", class = "ok",
      json = { results = {
        { id = "1", title = "Blinding Lights", artist = "The Weeknd", album = "After Hours",
          released = "2020-03-20", seconds = 200 },
        { id = "2", title = "Blinding Lights (Remix)", artist = "The Weeknd", album = "Remixes",
          released = "2020", seconds = 221 },
      } },
      gives = { { id = "1", duration = 200 }, { id = "2", release_date = "2020" } } },
    { name = "nothing found", class = "empty", json = { results = {} } },
    { name = "a question that it does not take", class = "refused", status = 400,
      json = { error = "q is too long" } },
    { name = "too many requests", class = "limit", status = 429,
      headers = { ["Retry-After"] = "2" }, json = { error = "too many" } },
    { name = "the gateway's page", class = "passing", status = 503,
      body = "<html><h1>503 Service Unavailable</h1></html>", type = "text/html" },
  },
}
