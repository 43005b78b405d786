-- The manifests of reconciliation services (GET).

local examples = "https://github.com/reconciliation-api/specs/tree/main/"

return {
  date = "2026-11-28",
  url = "GET https://recon.example.org/api*", ask = { "describe" },
  open = { address = "https://recon.example.org/api" },
  mock = { path = "/reconcile" },
  explained = {
    ["defaultTypes"] = "each service has its own", ["extend"] = "each service has its own",
    ["view"] = "each service has its own", ["versions"] = "0.1 had none",
  },
  answers = {
    { name = "a manifest of 0.2", class = "ok", source = examples .. "0.2/examples/manifest",
      json = {
        versions = { "0.1", "0.2" }, name = "Catalogue",
        identifierSpace = "https://example.org/id/",
        schemaSpace = "https://example.org/property/",
        view = { url = "https://example.org/{{id}}" },
        defaultTypes = { { id = "book", name = "Book" } },
      },
      gives = { name = "Catalogue", versions = { "0.1", "0.2" }, type = "book",
        types = { { id = "book", name = "Book" } }, properties = {} } },
    { name = "a manifest of 0.1", class = "ok", source = examples .. "0.1/examples/manifest",
      odd = "no versions, types as texts, which some services write",
      json = { name = "Old", identifierSpace = "x", schemaSpace = "y",
        defaultTypes = { "/people/person", "/books/book" } },
      gives = { name = "Old", versions = { "0.1" }, type = false,
        types = { { id = "/people/person", name = "/people/person" }, { id = "/books/book" } } } },
    { name = "a page", class = "passing", source = "a captive portal", apart = "of a network",
      type = "text/html", body = "<html>Log in</html>", says = "a web page came" },
    { name = "JSON of something else", class = "refused", source = "any service",
      apart = "of another service", json = { hello = "world" }, says = "not the manifest" },
    { name = "an address that was revoked", class = "refused", status = 404, source = "any",
      apart = "the mock's is always there", json = {}, says = "HTTP status 404" },
  },
}
