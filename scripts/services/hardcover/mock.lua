-- Imitates Hardcover for --mock, over the made-up books. A book has its listing's number plus one.

local catalogue = require("lib.mock.catalogue")
local real_books = require("lib.mock.real_books")

local null = mix.json.null
local token = "hc_pat_mock_0123456789abcdef"

local function slug(text) return table.concat(catalogue.words(text), "-") end

local function contributions(listing)
  local list = mix.json.array({})
  for place, author in ipairs(listing.authors) do
    list[place] = { contribution = null, author = {
      id = author.id, name = author.name, slug = slug(author.name), image = mix.json.object({}),
    } }
  end
  return list
end

local function image(listing)
  return listing.cover and { id = listing.number, color = "#252a42", width = 333, height = 500,
    url = ("https://assets.hardcover.app/edition/%d/cover.jpg"):format(listing.number) }
    or mix.json.object({})
end

local function document(listing)
  local names, isbns = mix.json.array({}), mix.json.array({})
  for place, author in ipairs(listing.authors) do names[place] = author.name end
  for _, edition in ipairs(listing.editions) do
    isbns[#isbns + 1], isbns[#isbns + 2] = edition.isbn13, edition.isbn10
  end
  return {
    id = tostring(listing.number + 1), title = listing.title, subtitle = listing.subtitle,
    slug = slug(listing.title), author_names = names, contributions = contributions(listing),
    description = listing.description, isbns = isbns,
    image = image(listing), pages = listing.editions[1] and listing.editions[1].pages,
    release_year = listing.year, release_date = ("%d-01-01"):format(listing.year),
    users_count = 9, rating = 0, contribution_types = mix.json.array({ "Author" }),
  }
end

local function search(variables)
  local hits, limit = mix.json.array({}), math.tointeger(variables.limit) or 25
  local asked = { any = tostring(variables.words) }
  for _, listing in ipairs(real_books.find(asked, "openlibrary", limit)) do
    hits[#hits + 1] = { document = document(listing), text_match = 2314894167593451500 }
  end
  local results = { found = #hits, hits = hits, page = 1, search_cutoff = false,
    facet_counts = mix.json.array({}), out_of = catalogue.books(), search_time_ms = 4 }
  return { json = { data = { search = { error = null, results = results } } } }
end

local function editions(variables)
  local list, number, place = mix.json.array({}), real_books.isbn(tostring(variables.isbn),
    "openlibrary")
  local listing = number and real_books.listing(number, "openlibrary")
  for _, edition in ipairs(listing and listing.editions or {}) do
    if edition.number == place then
      list[1] = {
        id = number * 100 + place, title = listing.title, subtitle = listing.subtitle or null,
        isbn_13 = edition.isbn13, isbn_10 = edition.isbn10,
        pages = edition.pages, release_date = ("%d-01-01"):format(edition.year),
        publisher = { name = edition.publisher }, language = { code2 = listing.book.language },
        book = { id = number + 1, title = listing.title, subtitle = listing.subtitle or null,
          slug = slug(listing.title), description = listing.description or null,
          release_year = listing.year, cached_contributors = contributions(listing),
          cached_image = image(listing) },
      }
    end
  end
  return { json = { data = { editions = list } } }
end

local function answer(request)
  local asked = type(request.json) == "table" and request.json or {}
  if type(asked.query) ~= "string" then
    return { status = 400, json = { error = "Malformed request body" } }
  end
  local variables = type(asked.variables) == "table" and asked.variables or {}
  if asked.query:find("search(", 1, true) then return search(variables) end
  if asked.query:find("editions(", 1, true) then return editions(variables) end
  local unknown = { message = "field not found in type: 'query_root'",
    extensions = { code = "validation-failed", path = "$" } }
  return { json = { errors = mix.json.array({ unknown }) } }
end

return {
  settings = { ["hardcover.token"] = token },
  routes = { ["POST /hardcover/graphql"] = answer },
  check = function(request)
    local field = request.headers.authorization
    if not field then return { status = 400, json = { error = "invalid_request" } } end
    if field ~= "Bearer " .. token then
      return { status = 401, json = { error = "invalid_token" } }
    end
  end,
  --- The answer to one request too many (--mock=rate=5/s).
  limited = function(request)
    return { status = 429, headers = { ["Retry-After"] = tostring(request.wait or 1) },
      json = { error = "Too Many Requests", message = "Try again later" } }
  end,
}
