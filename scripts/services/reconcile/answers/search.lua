-- Answers to one question of a batch (POST queries).

local specs = "https://reconciliation-api.github.io/specs/0.2/"

local function batch(result) return { q0 = { result = result } } end

local function form(text) return { method = "POST", path = "/reconcile",
  headers = { ["content-type"] = "application/x-www-form-urlencoded" }, body = text } end

return {
  source = specs, date = "2026-11-28",
  url = "POST https://recon.example.org/api", ask = { "search", { title = "Dune" } },
  open = { address = "https://recon.example.org/api" },
  -- Results have no shape of a provider: rules read what properties say.
  kind = false, mock = form("queries=%7B%22q0%22%3A%7B%22query%22%3A%22Dune%22%7D%7D"),
  explained = { ["q0.result[].description"] = "services may leave it out" },
  answers = {
    { name = "candidates", class = "ok",
      json = batch({
        { id = "b1", name = "Dune", description = "novel of 1965", score = 98.5, match = true,
          type = { { id = "book", name = "Book" } }, features = { { id = "name", value = 1 } } },
        { id = "b2", name = "Dune Messiah", score = 40, match = false,
          type = { { id = "book", name = "Book" } } },
      }),
      gives = {
        { id = "b1", title = "Dune", description = "novel of 1965", types = { "Book" },
          score = false, match = false },
        { id = "b2", title = "Dune Messiah" },
      } },
    { name = "scores as texts", class = "ok", source = "OpenRefine's issues",
      odd = "identifiers as numbers, types as texts, match as a text",
      json = batch({ { id = 7, name = "Dune", score = "98,5", match = "true", type = { "book" } },
        { id = "", name = "No identifier" }, { id = "b3" }, "text" }),
      gives = { { id = "7", title = "Dune", types = { "book" } } },
      apart = "the mock follows the specification" },
    { name = "names in languages", class = "ok", source = "the draft 1.0",
      json = batch({ { id = "b1", name = { { value = "Dune", lang = "en" } } } }),
      gives = { { id = "b1", title = "Dune" } }, apart = "the mock speaks 0.2" },
    { name = "nothing", class = "empty", json = batch(mix.json.array({})), gives = {},
      mock = form("queries=%7B%22q0%22%3A%7B%22query%22%3A%22Zzyzx%20Qvw%22%7D%7D") },
    { name = "another half of a batch", class = "refused", source = "a service that was cut off",
      json = { q9 = { result = mix.json.array({}) } }, says = "no result of this row",
      apart = "the mock answers all" },
    { name = "a result that is a text", class = "refused", source = "made up",
      json = { q0 = { result = "none" } }, says = "no result of this row",
      apart = "the mock answers all" },
    { name = "a page", class = "passing", source = "a proxy", type = "text/html",
      body = "<!doctype html><title>Busy</title>", says = "a web page came",
      apart = "of a network" },
    { name = "an error with status 200", class = "refused", source = "OpenRefine's issues",
      json = { status = "error", message = "invalid type" }, says = "invalid type",
      apart = "the mock says it by a status" },
    { name = "too many questions", class = "limit", status = 429, source = "any", json = {},
      says = "rate limit", apart = "a user's own service has no limit" },
    { name = "a failure", class = "passing", status = 503, source = "any", json = {},
      says = "HTTP status 503", apart = "of a server" },
  },
}
