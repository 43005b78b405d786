-- Hardcover's answers to a search for books; `results` is Typesense's answer.

local docs = "https://docs.hardcover.app/api/guides/searching/"
local null_results = "https://github.com/calibrain/shelfmark/pull/1183"
local headers_wrong = "https://github.com/cporcellijr/bookbridge/issues/130"
local text_401 = "https://github.com/new-usemame/Calibre-Web-NextGen/issues/479"
local hasura = "https://hasura.io/docs/2.0/api-reference/graphql-api/"

local null = mix.json.null
local list = mix.json.array

local questions = require("services.hardcover.provider").questions
local token = { authorization = "Bearer hc_pat_mock_0123456789abcdef" }

-- A question to the mock.
local function asked(name, variables, headers)
  return { method = "POST", path = "/hardcover/graphql", headers = headers or token,
    body = mix.json.encode({ query = questions[name], variables = variables }) }
end

local function person(name, number, role)
  return { contribution = role or null, author = {
    id = number, name = name, slug = name:lower():gsub(" ", "-"),
    image = { id = 3, url = "https://assets.hardcover.app/authors/3.jpg", color = "#5a5a5a",
      color_name = "Gray", width = 187, height = 266 },
  } }
end

local function image(number)
  return { id = number, url = ("https://assets.hardcover.app/edition/%d/a1b2.jpg"):format(number),
    color = "#252a42", color_name = "Blue", width = 333, height = 500 }
end

-- A hit, with `more` in the place of the document's members.
local function hit(more)
  local document = {
    id = "700123", title = "Harbour Tales", subtitle = "A Voyage", slug = "harbour-tales",
    alternative_titles = list({ "Hafengeschichten", "" }), author_names = list({ "Ada Lune" }),
    contributions = list({ person("Ada Lune", 41) }), contribution_types = list({ "Author" }),
    description = "<p>Boats &amp; lamps.</p>", isbns = list({ "9780306406157", "0306406152" }),
    image = image(700), pages = 312, release_year = 1954, release_date = "1954-09-17",
    release_date_i = -482371200, series_names = list({ "Penwith" }), featured_series_position = 1,
    featured_series = { id = 30, position = 1, details = "1", featured = true, unreleased = false,
      series = { id = 11, name = "Penwith", slug = "penwith", books_count = 3,
        primary_books_count = 3 } },
    genres = list({ "Fiction" }), moods = list({ "hopeful" }), tags = list({ "Sea" }),
    content_warnings = list({}), cover_color = "Blue", compilation = false, has_audiobook = true,
    has_ebook = true, audio_seconds = 32400, rating = 4.25, ratings_count = 12, reviews_count = 2,
    lists_count = 4, prompts_count = 0, activities_count = 31, users_count = 90,
    users_read_count = 55,
  }
  for name, value in pairs(more or {}) do document[name] = value end
  return {
    document = document, text_match = 2314894167593451500,
    highlight = { title = { matched_tokens = list({ "Harbour" }),
      snippet = "<mark>Harbour</mark> Tales" } },
    highlights = list({ { field = "title", matched_tokens = list({ "Harbour" }),
      snippet = "<mark>Harbour</mark> Tales" } }),
    text_match_info = { best_field_score = "4419510927616", best_field_weight = 5,
      fields_matched = 2, num_tokens_dropped = 0, score = "2314894167593451562",
      tokens_matched = 4, typo_prefix_score = 0 },
  }
end

local function found(hits)
  return { data = { search = { error = null, results = {
    facet_counts = list({}), found = #hits, hits = list(hits), out_of = 1800000, page = 1,
    request_params = { collection_name = "Book_production", per_page = 10, q = "harbour tales" },
    search_cutoff = false, search_time_ms = 4,
  } } } }
end

local function failed(code, message)
  return { errors = list({ { message = message, extensions = { path = "$", code = code } } }) }
end

-- Members of a document that the provider does not read, and the mock does not send.
local explained = {
  ["data.search.results.request_params"] = "the question again",
  ["data.search.results.hits[] null"] = "only the odd answer has it",
  ["data.search.results.hits[].document null"] = "only the odd answer has it",
}
local hits, unread = "data.search.results.hits[].", "not read"
for _, name in ipairs({ "release_date_i", "alternative_titles", "series_names", "has_ebook",
  "compilation", "featured_series",
  "featured_series_position", "genres",
  "moods", "tags", "content_warnings", "cover_color", "has_audiobook", "audio_seconds",
  "ratings_count", "reviews_count", "lists_count", "prompts_count", "activities_count",
  "users_read_count", "image.color_name" }) do
  explained[hits .. "document." .. name] = unread
  explained[hits .. "document." .. name .. "[]"] = unread
end
for _, name in ipairs({ "highlight", "highlights", "highlights[]", "text_match_info",
  "document.contributions[].author.image.id", "document.contributions[].author.image.url",
  "document.contributions[].author.image.color", "document.contributions[].author.image.width",
  "document.contributions[].author.image.height", "document.isbns[] null",
  "document.contributions[].author.image.color_name", "document.contributions[] null",
  "document.release_year null", "document.image null", "document.subtitle null" }) do
  explained[hits .. name] = unread
end

return {
  source = "https://docs.hardcover.app/api/getting-started/", date = "2026-11-27",
  url = "POST https://api.hardcover.app/v1/graphql",
  open = { patience = 600, reload = true },
  ask = { "search", { title = "Harbour Tales", author = "Ada Lune", known_isbn = "0306406152" } },
  mock = { asked("search", { words = "garden", limit = 50 }),
    asked("search", { words = "history", limit = 50 }) },
  explained = explained,
  answers = {
    { name = "two books, the second with a narrator", class = "ok", source = docs,
      json = found({ hit(), hit({ id = "700124", title = "Harbour Tales Retold", isbns = list({}),
        contributions = list({ person("Ada Lune", 41, "Author"), person("Bo Ek", 42, "Narrator") }),
        contribution_types = list({ "Author", "Narrator" }), pages = 0, release_year = null,
        author_names = list({ "Ada Lune", "Bo Ek" }), image = null, subtitle = null }) }),
      gives = {
        { key = "700123", source = "hardcover", title = "Harbour Tales",
          description = "Boats & lamps.", subtitle = "A Voyage",
          author = { "Ada Lune" }, year = 1954, numbers = { "9780306406157" },
          isbn = "0306406152", pages = 312, language = false, publishers = {},
          cover = "https://assets.hardcover.app/edition/700/a1b2.jpg" },
        { key = "700124", author = { "Ada Lune" }, isbn = false, pages = false, cover = false,
          subtitle = false, year = 1954 },
      } },
    { name = "a translation, which is found by its own title", class = "ok",
      source = "https://docs.hardcover.app/api/guides/searching/",
      odd = "a book has the title of the original, and those of its editions beside it",
      ask = { "search", { title = "Hafengeschichten", author = "Ada Lune" } },
      json = found({ hit(), hit({ id = "700126", alternative_titles = null }) }),
      gives = { { title = "Hafengeschichten", subtitle = false }, { title = "Harbour Tales" } } },
    { name = "two who wrote it, one of whom drew it, too", class = "ok", source = docs,
      odd = "users type the parts that people have",
      json = found({ hit({ contributions = list({ person("Ada Lune", 41, "Author"),
        person("Bo Ek", 42, "Co-author"), person("Cy Fox", 43, "Author, Illustrator"),
        person("Di Orr", 44, "Illustrator") }) }) }),
      gives = { { author = { "Ada Lune", "Bo Ek", "Cy Fox" } } } },
    { name = "nothing found", class = "empty", json = found({}), source = docs },
    { name = "nothing found in time", class = "passing", odd = "status 200, without an error",
      json = (function()
        local late = found({})
        late.data.search.results.search_cutoff = true
        return late
      end)(), source = "https://typesense.org/docs/latest/api/search.html", says = "timed out" },
    { name = "numbers that users typed", class = "ok", source = docs,
      odd = "ISBNs that are cut short, with a small x, with hyphens, null",
      json = found({ hit({ isbns = list({ "9782266286", "004823091x", "978-0-306-40615-7", null,
        9780306406157 }) }) }),
      gives = { { numbers = { "9780048230911", "9780306406157" }, isbn = "0306406152" } } },
    { name = "hits without a document, and documents without a title", class = "ok", source = docs,
      odd = "null, numbers and empty objects; a cover in the clear",
      json = found({ null, 5, { document = null }, {}, hit({ title = 1984 }), hit({ title = " " }),
        hit({ id = 700125, featured_series = {}, contributions = list({ null, 7, {
          contribution = null } }), image = { url = "http://assets.example/1.jpg" } }) }),
      gives = { { key = "700125", author = { "Ada Lune" },
        cover = "https://assets.example/1.jpg" } } },
    { name = "a search that the engine refuses", class = "refused", source = null_results,
      odd = "status 200, no errors, and null for results: not the same as no hits",
      json = { data = { search = { error = null, results = null } } } },
    { name = "a search that took the engine too long", class = "passing",
      json = { data = { search = { results = null, error = "Request Timeout after 2s" } } },
      odd = "status 200" },
    { name = "data that is null", class = "refused", json = { data = null }, source = docs,
      odd = "status 200" },
    { name = "an answer that is cut off", class = "refused", source = "a proxy",
      body = '{"data":{"search":{"results":{"hits":[', type = "application/json" },
    { name = "a field that is there no more", class = "lasting", source = hasura,
      json = failed("validation-failed", "field 'search' not found in type: 'query_root'"),
      odd = "status 200",
      mock = asked("none") and { method = "POST", path = "/hardcover/graphql",
        headers = token, body = '{"query":"{ me { id } }"}' } },
    { name = "a token with the word Bearer twice", class = "lasting", source = headers_wrong,
      json = failed("invalid-headers", "Malformed Authorization header"), odd = "status 200" },
    { name = "an old token that has expired", class = "lasting", source = hasura,
      json = failed("invalid-jwt", "Could not verify JWT: JWTExpired"), odd = "status 200" },
    { name = "an error without words", class = "passing", source = hasura,
      json = { errors = list({ 5 }) }, odd = "status 200, and a number for an error" },
    { name = "a fault of its database", class = "passing", source = hasura,
      json = failed("unexpected", "database query error"), odd = "status 200" },
    { name = "words that its database cannot read", class = "refused", source = hasura,
      json = failed("data-exception", "invalid byte sequence"), odd = "status 200" },
    { name = "a body that it cannot read", class = "refused", status = 400,
      json = { error = "Malformed request body" },
      mock = { method = "POST", path = "/hardcover/graphql", headers = token, body = "{}" } },
    { name = "a question that it cannot parse", class = "lasting", status = 400,
      json = { error = "invalid_query", error_description = "syntax error" } },
    { name = "no token", class = "lasting", status = 400,
      json = { error = "invalid_request", error_description = "No Authorization header" },
      odd = "status 400, not 401", mock = asked("search", { words = "a" }, {}) },
    { name = "a token that it does not know", class = "lasting", status = 401,
      json = { error = "invalid_token", error_description = "Token has expired" },
      says = "does not accept the token: Token has expired; make an API key",
      mock = asked("search", { words = "a" }, { authorization = "Bearer hc_pat_x" }) },
    { name = "a token that it cannot verify", class = "lasting", status = 401, source = text_401,
      body = "Unable to verify token", type = "text/plain", odd = "text, not JSON" },
    { name = "a page of a server in front", class = "lasting", status = 401, type = "text/html",
      body = "<html><h1>401 Authorization Required</h1></html>",
      says = "the gateway in front of Hardcover wants a log-in", apart = "the mock has none" },
    { name = "a token that may not read books", class = "lasting", status = 403,
      json = { error = "insufficient_scope", scope = "read:books",
        error_description = "The token lacks read:books" } },
    { name = "more than one question at once", class = "lasting", status = 403,
      odd = "errors are texts",
      json = { errors = list({ "top_level_limit_exceeded", "top_level_search_limit_exceeded" }) } },
    { name = "a question that took too long", class = "passing", status = 408,
      json = { error = "Request timeout" } },
    { name = "too many requests in a minute", class = "limit", status = 429,
      headers = { ["Retry-After"] = "7", ["RateLimit"] =
        '"Free";r=0;t=7, "daily";r=4231;t=51234', ["RateLimit-Policy"] =
        '"Free";q=60;w=60;burst=10, "daily";q=5000;w=86400' },
      json = { error = "Too Many Requests", message = "Retry in 7 seconds" },
      mock = { method = "POST", path = "/hardcover/graphql", body = "{}", headers = token,
        is_limited = true } },
    { name = "the day's requests are spent", class = "limit", status = 429,
      headers = { ["Retry-After"] = "51234" },
      json = { error = "Too Many Requests", message = "Daily limit reached" } },
    { name = "a fault", class = "passing", status = 500,
      json = { error = "An unknown error occurred" } },
    { name = "away for a moment", class = "passing", status = 503,
      json = { error = "Service temporarily unavailable" } },
    { name = "a portal's page", class = "passing", source = "any hotel's network",
      type = "text/html", body = "<html><h1>Welcome, please log in</h1></html>",
      odd = "status 200" },
  },
}
