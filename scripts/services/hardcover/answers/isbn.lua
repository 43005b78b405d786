-- Hardcover's answers about the editions of an ISBN.

local docs = "https://docs.hardcover.app/api/graphql/schemas/editions/"

local null = mix.json.null
local list = mix.json.array

local changed = require("lib.changed")
local questions = require("services.hardcover.provider").questions

local function edition(more)
  return changed({
    id = 9001, title = "Harbour Tales", subtitle = null, isbn_13 = "9780306406157",
    isbn_10 = "0306406152", pages = 320,
    release_date = "1987-01-02", publisher = { name = "Penwith Books" },
    language = { code2 = "en" },
    book = {
      id = 700123, title = "Harbour Tales", subtitle = null, slug = "harbour-tales",
      description = "Boats and lamps.", release_year = 1954,
      cached_contributors = list({ { contribution = null, author = { id = 41, name = "Ada Lune",
        slug = "ada-lune", image = {} } } }),
      cached_image = { id = 7, url = "https://assets.hardcover.app/edition/9001/c.jpg",
        color = "#252a42", width = 333, height = 500 },
    },
  }, more)
end

local function found(editions) return { data = { editions = list(editions) } } end

local explained = {}
for _, name in ipairs({ " null", ".book null", ".isbn_10 null", ".pages null", ".publisher null",
  ".language null", ".release_date null" }) do
  explained["data.editions[]" .. name] = "the mock knows it of each edition"
end
return {
  source = docs, date = "2026-11-27",
  url = "POST https://api.hardcover.app/v1/graphql",
  open = { patience = 600, reload = true },
  ask = { "search", { isbn = "978-0-306-40615-7" } },
  mock = { method = "POST", path = "/hardcover/graphql",
    headers = { authorization = "Bearer hc_pat_mock_0123456789abcdef" },
    body = mix.json.encode({ query = questions.editions,
      variables = { isbn = "9781003992257" } }) },
  explained = explained,
  answers = {
    { name = "one edition", class = "ok", json = found({ edition() }),
      gives = { { key = "700123", author = { "Ada Lune" }, year = 1954, pages = 320,
        isbn = "978-0-306-40615-7", edition_isbn = "9780306406157", language = "en",
        edition_publisher = "Penwith Books", publishers = { "Penwith Books" },
        edition_language = "en", numbers = { "9780306406157" } } } },
    { name = "a translation", class = "ok", odd = "its book has the title of the original",
      json = found({ edition({ title = "Hafengeschichten", subtitle = "Eine Fahrt" }) }),
      gives = { { title = "Hafengeschichten", subtitle = "Eine Fahrt" } } },
    { name = "the title of a row, which an ISBN does not change", class = "ok",
      ask = { "search", { isbn = "978-0-306-40615-7", known_title = "Harbour Tales" } },
      json = found({ edition({ title = "Hafengeschichten" }) }),
      gives = { { title = "Harbour Tales" } } },
    { name = "none", class = "empty", json = found({}) },
    { name = "an edition of which little is known", class = "ok",
      json = found({ edition({ isbn_10 = null, pages = null, publisher = null, language = null,
        release_date = null }) }),
      gives = { { publishers = {}, language = false, pages = false, edition_publisher = false } }
    },
    { name = "editions without a book", class = "ok", odd = "null where an object belongs",
      json = found({ null, 3, edition({ book = null }),
        edition({ title = "Quay", book = { id = 5, title = "Quay" } }) }),
      gives = { { key = "5", title = "Quay", author = {}, year = false } } },
    { name = "an object in place of the list", class = "refused", odd = "status 200",
      json = { data = { editions = { id = 1 } } } },
  },
}
