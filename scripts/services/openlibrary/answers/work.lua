-- Open Library's pages of works, as JSON.

local docs = "https://openlibrary.org/dev/docs/api/books"
local code = "https://github.com/internetarchive/openlibrary/blob/master/openlibrary/"
local source_code = code .. "fastapi/things.py"

local function text(value) return { type = "/type/text", value = value } end

local function time(value) return { type = "/type/datetime", value = value } end

local function work(members)
  local page = {
    key = "/works/OL7300001W", title = "Harbour Tales", type = { key = "/type/work" },
    latest_revision = 7, revision = 7, created = time("2009-12-11T01:57:19.964652"),
    last_modified = time("2025-05-14T10:22:41.203117"),
    authors = {
      { author = { key = "/authors/OL7300201A" }, type = { key = "/type/author_role" } },
    },
  }
  for name, value in pairs(members) do page[name] = value end
  return page
end

-- A candidate as the search leaves it; each call completes one of its own.
local function candidate(cover)
  return {
    source = "openlibrary", key = "OL7300001W", title = "Harbour Tales", author = {}, numbers = {},
    publishers = {}, cover = cover,
  }
end

local function ask(cover) return { "complete", candidate(cover) } end

return {
  source = docs, date = "2026-11-27",
  url = "GET https://openlibrary.org/works/OL7300001W.json", kind = "book",
  mock = { path = { "/openlibrary/works/OL10000456W.json", "/openlibrary/works/OL10000016W.json",
    "/openlibrary/works/OL10000128W.json" } },
  explained = {
    error = "the mock sends it with status 404", ["covers[] null"] = "a slip of few pages",
  },
  answers = {
    { name = "a full page", class = "ok", ask = ask(),
      json = work({
        subtitle = "a voyage", description = "Boats and lamps.", covers = { 8231990, -1 },
        subjects = { "Harbors", "Sea stories" }, first_publish_date = "1954",
      }),
      gives = {
        description = "Boats and lamps.",
        cover = "https://covers.openlibrary.org/b/id/8231990-L.jpg",
        cover_check = "https://covers.openlibrary.org/b/id/8231990-S.jpg?default=false",
      } },
    { name = "a description with its type", class = "ok", ask = ask(),
      odd = "a description is text, or an object of text",
      json = work({ description = text("Boats."), first_sentence = text("The lamp was lit."),
        excerpts = { { excerpt = "The lamp was lit." } } }),
      gives = { description = "Boats.", cover = false } },
    { name = "Markdown, line ends of DOS and a source", class = "ok", ask = ask(),
      odd = "descriptions are Markdown, often with a link to where they come from",
      json = work({ description = "**Boats** and *lamps*.\r\n\r\n([source][1])\r\n\r\n"
        .. "  [1]: https://example.org/harbour" }),
      gives = { description = "Boats and lamps.\n\n(source)" } },
    { name = "a page with nothing more", class = "ok", ask = ask(), json = work({}),
      gives = { description = false, cover = false } },
    { name = "a cover of the search stays", class = "ok",
      ask = ask("https://covers.openlibrary.org/b/id/1-L.jpg"),
      json = work({ covers = { 8231990 } }),
      gives = { cover = "https://covers.openlibrary.org/b/id/1-L.jpg" } },
    { name = "covers that were deleted", class = "ok", ask = ask(),
      odd = "-1, or null, stands for a deleted cover",
      json = work({ covers = { -1, mix.json.null, 8231990 } }),
      gives = { cover = "https://covers.openlibrary.org/b/id/8231990-L.jpg" } },
    { name = "a work that was merged into another", class = "ok", ask = ask(), source = source_code,
      odd = "a redirect is a page with status 200",
      json = {
        key = "/works/OL7300001W", type = { key = "/type/redirect" }, location = "/works/OL77W",
        latest_revision = 8, revision = 8, created = time("2009-12-11T01:57:19.964652"),
        last_modified = time("2026-05-14T10:22:41.203117"),
      },
      more = { ["GET https://openlibrary.org/works/OL77W.json"] = {
        json = work({ key = "/works/OL77W", description = "Boats, once more." }),
      } },
      gives = { description = "Boats, once more." } },
    { name = "two works that redirect to each other", class = "ok", ask = ask(),
      source = source_code, odd = "merges that were undone by halves leave circles",
      json = { key = "/works/OL7300001W", type = { key = "/type/redirect" },
        location = "/works/OL78W" },
      more = { ["GET https://openlibrary.org/works/OL78W.json"] = {
        json = { key = "/works/OL78W", type = { key = "/type/redirect" },
          location = "/works/OL7300001W" },
      } },
      gives = { description = false } },
    { name = "a deleted work", class = "ok", ask = ask(),
      source = "https://github.com/internetarchive/openlibrary/issues/3718",
      odd = "a deletion is a page with status 200",
      json = {
        key = "/works/OL7300001W", type = { key = "/type/delete" }, latest_revision = 8,
        revision = 8, created = time("2009-12-11T01:57:19.964652"),
        last_modified = time("2026-05-14T10:22:41.203117"),
      },
      gives = { description = false, title = "Harbour Tales" } },
    { name = "no such work", class = "ok", ask = ask(), status = 404, source = source_code,
      json = { error = "notfound", key = "/works/OL7300001W" },
      mock = { path = "/openlibrary/works/OL1W.json" },
      gives = { description = false, title = "Harbour Tales" } },
    { name = "a page of another server", class = "passing", status = 404, ask = ask(),
      type = "text/html",
      body = "<html><head><title>404 Not Found</title></head></html>", source = "a proxy",
      odd = "it does not say that the work is gone",
      says = "a web page came in place of the answer of Open Library" },
    { name = "too many requests", class = "limit", ask = ask(), status = 429,
      source = "https://github.com/internetarchive/openlibrary/issues/12415",
      json = { status = 429, message = "Too Many Requests. Consider using "
        .. "https://openlibrary.org/developers/dumps." } },
    { name = "its database does not answer", class = "passing", ask = ask(), status = 500,
      source = source_code,
      json = { error = "internal_error", detail = "500 Internal Server Error" } },
  },
}
