-- Imitates Open Library: its search, and the pages of ISBNs, editions, works and authors. One page
-- in 50 is that of a work that was merged into another one; one in 50 is gone.

local catalogue = require("lib.mock.catalogue")
local book_numbers = require("lib.mock.catalogue.isbn")
local lists = require("lib.mock.lists")
local phrases = require("lib.mock.phrases")
local pictures = require("lib.mock.pictures")
local real_books = require("lib.mock.real_books")

local service = "openlibrary"
local usual_limit, most_limit = 100, 1000
-- Keys tell what they stand for: OL10000000W is the first work.
local bases = { W = 10000000, M = 20000000, A = 1000000 }
local first_cover = 8000000
-- A work and the one that it was merged into are so far apart; nothing is listed there.
local merge_distance = 5
local merged, gone, fate_salt = 0, 1, 401

local default_fields = {
  author_key = true, author_name = true, cover_edition_key = true, cover_i = true,
  ebook_access = true, edition_count = true, first_publish_year = true, has_fulltext = true,
  key = true, language = true, public_scan_b = true, subtitle = true, title = true,
}

local function key_of(letter, number) return ("OL%d%s"):format(bases[letter] + number, letter) end

-- Returns the number that a key stands for; nil for anything else.
local function number_of(key, letter)
  local number = math.tointeger(tonumber(key:match("^OL(%d+)" .. letter .. "$")))
  return number and number >= bases[letter] and number - bases[letter] or nil
end

-- Listings and the editions of a book are numbered alike: eight to a book.
local function edition_key(listing, edition)
  return key_of("M", listing.book.index * 8 + edition.number)
end

-- Returns a list of what `member`, a name or a function, has for each item.
local function each(items, member)
  return lists.each(items, function(item)
    return type(member) == "function" and member(item) or item[member]
  end)
end

local function numbers(editions)
  local list = mix.json.array({})
  for _, edition in ipairs(editions) do
    if edition.is_listed then
      list[#list + 1] = edition.isbn10
      list[#list + 1] = edition.isbn13
    end
  end
  return list
end

local function author_key(author) return key_of("A", author.id) end

local function reference(key) return { key = key } end

local function typed(type_name, value) return { type = "/type/" .. type_name, value = value } end

-- Returns the edition that fits a search: that of the ISBN, or the first one with an ISBN.
local function fittest(editions, isbn)
  local first
  for _, edition in ipairs(editions) do
    if edition.isbn13 == isbn or edition.isbn10 == isbn then return edition end
    first = first or edition.is_listed and edition or nil
  end
  return first or editions[1]
end

-- Returns the part `editions` of a work in a search. `fields` says which members are wanted.
local function editions_part(listing, fields, isbn)
  local edition = fittest(listing.editions, isbn)
  local document = edition and {
    key = "/books/" .. edition_key(listing, edition), isbn = numbers({ edition }),
    language = mix.json.array({ listing.book.language }),
    publisher = mix.json.array({ edition.publisher }), title = listing.title,
    subtitle = listing.subtitle,
  }
  local are_named = false
  for name in pairs(fields) do are_named = are_named or name:find("^editions%.") ~= nil end
  for name in pairs(are_named and document or {}) do
    if not fields["editions." .. name] then document[name] = nil end
  end
  return {
    numFound = #listing.editions, start = 0, numFoundExact = true,
    docs = mix.json.array({ document }),
  }
end

local function page_facts(editions)
  local pages = each(editions, "pages")
  table.sort(pages)
  return {
    number_of_pages_median = pages[#pages // 2 + 1], publish_year = each(editions, "year"),
    publisher = each(editions, "publisher"),
  }
end

-- Returns a work as a search lists it. `fields`: nil for all.
local function document(listing, fields, isbn)
  local editions = listing.editions
  local isbns = numbers(editions)
  local all = {
    author_key = each(listing.authors, author_key), author_name = each(listing.authors, "name"),
    cover_edition_key = editions[1] and edition_key(listing, editions[1]),
    cover_i = listing.cover and first_cover + listing.book.index, ebook_access = "no_ebook",
    edition_count = math.max(1, #editions),
    edition_key = each(editions, function(edition) return edition_key(listing, edition) end),
    first_publish_year = listing.year, has_fulltext = false, isbn = #isbns > 0 and isbns or nil,
    key = "/works/" .. key_of("W", listing.number),
    language = mix.json.array({ listing.book.language }), public_scan_b = false,
    subject = mix.json.array({ listing.book.subject }), subtitle = listing.subtitle,
    title = listing.title,
  }
  for name, value in pairs(editions[1] and page_facts(editions) or {}) do all[name] = value end
  if not fields then return all end
  local chosen = { editions = fields.editions and editions_part(listing, fields, isbn) or nil }
  for name in pairs(fields) do chosen[name] = chosen[name] or all[name] end
  return chosen
end

local function fields_of(text)
  if not text then return default_fields end
  local fields = {}
  for name in text:gmatch("[^,]+") do fields[name] = true end
  return not fields["*"] and fields or nil
end

-- The numbers of a term `isbn:X` or `isbn:(X OR Y)`.
local function isbns_of(term)
  local list = {}
  for word in (term:match("^%(([^)]*)") or term:match("^%S*")):gmatch("%S+") do
    if word ~= "OR" then list[#list + 1] = word end
  end
  return list
end

-- Returns what a search asks for; nil where it asks for nothing.
local function question(query)
  local term = query.q
  local isbn = term and term:match("isbn:(.*)$")
  local wanted = {
    title = query.title or "", author = query.author or "", any = not isbn and term or "",
    isbns = isbn and isbns_of(isbn) or query.isbn and { query.isbn } or {},
  }
  local words = catalogue.words(table.concat({ wanted.title, wanted.author, wanted.any }, " "))
  return (isbn or #words > 0 or #wanted.isbns > 0) and wanted or nil
end

local function whole(text, standard) return math.tointeger(tonumber(text)) or standard end

local function search(request)
  local query = request.query
  local wanted = question(query)
  if not wanted then
    return { status = 422, json = { error = "a search needs q, title, author or isbn" } }
  end
  local limit = math.max(0, math.min(whole(query.limit, usual_limit), most_limit))
  local start = math.max(0, whole(query.offset, 0))
  local found = real_books.find(wanted, service, most_limit)
  local fields = fields_of(query.fields)
  local docs = lists.page(found, start, limit, function(listing)
    return document(listing, fields, wanted.isbns[1])
  end)
  return { json = {
    numFound = #found, start = start, numFoundExact = true, num_found = #found,
    documentation_url = "https://openlibrary.org/dev/docs/api/search", q = query.q or "",
    offset = mix.json.null, docs = docs,
  } }
end

-- Adds what every page says of its history.
local function page(members)
  members.latest_revision, members.revision = 3, 3
  members.created = typed("datetime", "2009-12-11T01:57:19.964652")
  members.last_modified = typed("datetime", "2024-05-14T10:22:41.000000")
  return { json = members }
end

local function covers(listing, more)
  return listing.cover and mix.json.array({ first_cover + listing.book.index, more })
end

local pages = {}

-- The service sends from a number on to its edition.
function pages.isbn(text)
  local listing, edition = real_books.isbn(text, service)
  if not listing or not real_books.listing(listing, service) then return nil end
  local address = ("/books/%s.json"):format(key_of("M", listing + edition))
  return { status = 302, headers = { Location = address } }
end

-- Dates come as librarians typed them.
local function publish_date(index, year)
  return (({ "%d", "March 4, %d", "%d-03" })[index % 3 + 1]):format(year)
end

function pages.books(key)
  local number = number_of(key, "M")
  local listing = number and real_books.listing(number // 8 * 8, service)
  local edition = listing and listing.editions[number % 8 + 1]
  if not edition then return nil end
  local volume = listing.book.volume
  return page({
    title = listing.title, subtitle = listing.subtitle, key = "/books/" .. key,
    authors = each(listing.authors, function(author)
      return reference("/authors/" .. author_key(author))
    end),
    publishers = mix.json.array({ edition.publisher }),
    publish_date = publish_date(listing.book.index, edition.year),
    physical_format = edition.binding, number_of_pages = edition.pages,
    isbn_10 = mix.json.array({ edition.isbn10 }), isbn_13 = mix.json.array({ edition.isbn13 }),
    languages = mix.json.array({ reference("/languages/" .. listing.book.language) }),
    works = mix.json.array({ reference("/works/" .. key_of("W", listing.number)) }),
    covers = covers(listing),
    series = volume and mix.json.array({ ("%s, #%d"):format(volume.series, volume.number) }),
    type = reference("/type/edition"),
  })
end

-- Returns a work and what became of its page. Pages of merged works lie beside those of listings.
local function work_at(number)
  local has_moved = number % 8 == merge_distance
  local listing = real_books.listing(has_moved and number - merge_distance or number, service)
  if not listing or listing.kind ~= "work" then return listing end
  local fate = catalogue.digest(listing.number, fate_salt):below(50)
  if has_moved then return fate == merged and listing or nil end
  return listing, fate
end

function pages.works(key)
  local number = number_of(key, "W")
  local listing, fate
  if number then listing, fate = work_at(number) end
  if not listing or fate == gone then return nil end
  if fate == merged then
    local target = "/works/" .. key_of("W", number + merge_distance)
    return page({ key = "/works/" .. key, type = reference("/type/redirect"), location = target })
  end
  local description = listing.description
  -- Both shapes occur, and pages without a first sentence.
  local is_typed = description and listing.number % 3 == 0
  local sentence = is_typed and typed("text", description:match("^[^.]*%.")) or nil
  if is_typed then description = typed("text", description) end
  return page({
    title = listing.title, subtitle = listing.subtitle, description = description,
    first_sentence = sentence,
    excerpts = sentence and mix.json.array({ { excerpt = sentence.value } }),
    covers = covers(listing, -1), subjects = mix.json.array({ listing.book.subject }),
    first_publish_date = tostring(listing.year), key = "/works/" .. key,
    authors = each(listing.authors, function(author)
      return {
        author = reference("/authors/" .. author_key(author)),
        type = reference("/type/author_role"),
      }
    end),
    type = reference("/type/work"),
  })
end

function pages.authors(key)
  local number = number_of(key, "A")
  local name = number and phrases.book_authors[number + 1]
  return name and page({ name = name, key = "/authors/" .. key, type = reference("/type/author") })
end

local routes = { ["GET /openlibrary/search.json"] = search }
for kind, answer in pairs(pages) do
  routes[("GET /openlibrary/%s/:file"):format(kind)] = function(request)
    local key = request.parts.file:gsub("%.json$", "")
    return answer(key)
      or { status = 404, json = { error = "notfound", key = ("/%s/%s"):format(kind, key) } }
  end
end

-- The places of the books of covers: by the number of the cover, an ISBN, or an edition's key.
local cover_places = {
  id = function(text)
    local number = math.tointeger(tonumber(text))
    return number and number - first_cover
  end,
  isbn = book_numbers.read,
  olid = function(key)
    local number = number_of(key, "M")
    return number and number // 8
  end,
}

routes["GET /covers/b/:kind/:file"] = function(request)
  local value, size = request.parts.file:gsub("%.jpg$", ""):match("^([^-]+)-([^-]+)$")
  if not pictures.is_size(size) then return { status = 404 } end
  local place_of = cover_places[request.parts.kind]
  -- Without a picture the service sends one point, unless `default=false` forbids it.
  return pictures.of_book(place_of and place_of(value), size, request.query.default == "false")
end

return {
  is_unlimited = { "covers" },
  routes = routes,
  limited = function()
    return { status = 429, json = { status = 429, message = "Too Many Requests. Consider using "
      .. "https://openlibrary.org/developers/dumps." } }
  end,
}
