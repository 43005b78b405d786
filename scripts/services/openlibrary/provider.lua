-- Open Library: the default provider of book data; it needs no key.

local answers = require("lib.book_answers")
local has = require("lib.has")
local json_answers = require("lib.json_answers")
local json_values = require("lib.json_values")
local languages = require("lib.languages")
local plain_text = require("lib.plain_text")

local openlibrary = {}

local covers = mix.http.service("covers").base
local wanted = 10
-- Answers to a batch of ISBNs are cached by ISBN.
local kept_place = { namespace = "openlibrary" }
local kept = { namespace = "openlibrary", ttl = "30d" }
-- An ISBN that is not there may be added.
local kept_none = { namespace = "openlibrary", ttl = "7d" }
local fields = table.concat({
  "key", "title", "subtitle", "author_name", "first_publish_year", "isbn", "cover_i", "language",
  "number_of_pages_median", "publisher", "editions", "editions.key", "editions.isbn",
  "editions.language", "editions.publisher", "editions.title", "editions.subtitle",
}, ",")
-- The most works that were merged one into the next.
local most_merges = 5

openlibrary.name, openlibrary.title = "openlibrary", "Open Library"
openlibrary.upstream = "openlibrary"
openlibrary.kind = "book"
openlibrary.can = { book = { search = true, complete = true } }

-- A language means something only when the work has a single one.
local function language(list) return #list == 1 and languages.code(list[1]) or nil end

local function cover_of(number)
  local cover = math.tointeger(number)
  if not cover or cover <= 0 then return nil end
  -- The small picture suffices to check that a cover exists.
  return ("%s/b/id/%d-L.jpg"):format(covers, cover),
    ("%s/b/id/%d-S.jpg?default=false"):format(covers, cover)
end

-- ISBNs as they are compared: librarians also type hyphens, blanks and remarks.
local function isbns(value)
  return json_values.each(value, function(number)
    local text = (json_values.id(number) or ""):gsub("%(.*", ""):gsub("[%s-]", "")
    return answers.text(text)
  end)
end

-- The edition that the search found fittest: {isbn, isbns, publisher, language, title, subtitle}.
-- One in another language than the wanted one is another book to its reader.
local function edition_of(document, wanted_language)
  local found = document.editions
  local first = type(found) == "table" and answers.list(found.docs)[1]
  if type(first) ~= "table" then return {} end
  local code = language(answers.list(first.language))
  if wanted_language and code ~= wanted_language then return {} end
  local numbers = isbns(first.isbn)
  return {
    isbn = numbers[1], isbns = numbers, publisher = answers.texts(first.publisher)[1],
    language = code, title = answers.title(first.title), subtitle = answers.title(first.subtitle),
  }
end

-- Converts a search's document to a candidate; nil for anything else. `known` is the wanted ISBN: a
-- candidate that lists it is the same edition.
local function candidate(document, known, step)
  local wanted_language, isbn = step.language, step.isbn
  if type(document) ~= "table" then return nil end
  local title = answers.title(document.title)
  local key = answers.text(document.key)
  local olid = key and key:match("^/works/(OL%d+W)$")
  if not (title and olid) then return nil end
  local cover, cover_check = cover_of(document.cover_i)
  local edition = edition_of(document, wanted_language)
  local is_meant = edition.title and (not isbn or has(edition.isbns, isbn))
  return {
    other_titles = is_meant and { edition } or nil,
    source = openlibrary.name, key = olid, title = title,
    subtitle = answers.title(document.subtitle), author = answers.texts(document.author_name),
    year = answers.year(document.first_publish_year), numbers = isbns(document.isbn),
    isbn = known, edition_isbn = edition.isbn, edition_publisher = edition.publisher,
    edition_language = edition.language,
    pages = answers.pages(document.number_of_pages_median),
    language = language(answers.list(document.language)),
    publishers = answers.texts(document.publisher),
    cover = cover, cover_check = cover_check,
  }
end

local failed = "the search failed: "

-- A search that fails gives an empty list with its error; one that runs out of time gives what it
-- has, with a number that is not exact.
local function fault_of_none(answer)
  local said = answers.text(answer.error) or answer.numFoundExact == false and "it ran out of time"
  return #answer.docs == 0 and said and failed .. said or nil
end

-- Returns the documents of a search, {cached}, and whether they are all; nil and the error.
local function documents(self, query)
  query.fields = fields
  local answer, info = answers.get(openlibrary, self, "/search.json", query, "docs", nil,
    fault_of_none)
  if not answer then
    if info.message:find(failed, 1, true) then info.kind = "server" end
    return nil, info
  end
  local found = answer.numFoundExact ~= false and math.tointeger(answer.numFound)
  return answer.docs, info, found and found <= #answer.docs
end

local function key_of(isbn) return "isbn " .. isbn end

-- A batch's cached answer for an ISBN; with `reload` only one of this run.
local function kept_docs(self, isbn)
  if self.reload and not self.asked[isbn] then return nil end
  return mix.cache.get(key_of(isbn), kept_place)
end

local Service = {}
Service.__index = Service

--- Most ISBNs in one `prefetch`, which keeps the address of its request below 1,000 bytes.
Service.batch = 50

--- Requests several ISBNs at once; `search` then finds them in the cache. After a failure `search`
--- requests them one by one.
function Service:prefetch(numbers)
  local missing = json_values.distinct(numbers, function(number)
    return not kept_docs(self, number) and number
  end)
  -- A single ISBN costs one request either way.
  if #missing < 2 then return end
  local docs, _, complete = documents(self, {
    q = ("isbn:(%s)"):format(table.concat(missing, " OR ")), limit = wanted * #missing,
  })
  if not docs then return end
  for _, number in ipairs(missing) do
    local own = mix.json.array({})
    for _, document in ipairs(docs) do
      local listed = type(document) == "table" and isbns(document.isbn)
      if listed and has(listed, number) then own[#own + 1] = document end
    end
    -- In a truncated answer, an ISBN without a document may still have one.
    if complete or #own > 0 then
      mix.cache.set(key_of(number), own, own[1] and kept or kept_none)
      self.asked[number] = true
    end
  end
end

--- Searches by `step.isbn`, or by `step.title` and `step.author`; editions in `step.language` are
--- preferred. `step.known_title`: the title of what an ISBN stands for. Returns candidates in the
--- service's order and {cached}, whether they came from the cache; nil and the error.
function Service:search(step)
  local limit = step.limit or wanted
  local docs, info
  if step.isbn then
    docs, info = kept_docs(self, step.isbn), { cached = true }
    if not docs then docs, info = documents(self, { isbn = step.isbn, limit = limit }) end
  else
    docs, info = documents(self, {
      title = step.title, author = step.author, limit = limit, lang = step.language,
    })
  end
  if not docs then return nil, info end
  local list = {}
  for _, document in ipairs(docs) do
    local listed = step.isbn or step.known_isbn
    local same = listed and type(document) == "table" and has(isbns(document.isbn), listed)
    if #list < limit then
      list[#list + 1] = candidate(document, (step.isbn or same) and listed or nil, step)
    end
  end
  return answers.take_titles(list, step), info
end

-- The page of a work, or of the one that it was merged into; an empty one of a work that is gone.
local function work_page(self, key, reload)
  local all_cached = true
  for _ = 1, most_merges do
    local answer, info = answers.get(openlibrary, self, ("/works/%s.json"):format(key), nil, nil,
      reload)
    if not answer then
      local is_gone = info.kind == "not_found" or info.kind == "gone"
      if is_gone then return {}, { cached = false } end
      return nil, info
    end
    all_cached = all_cached and info.cached
    local next_key = type(answer.location) == "string"
      and answer.location:match("^/works/(OL%d+W)$")
    if not next_key then return answer, { cached = all_cached } end
    key = next_key
  end
  return {}, { cached = all_cached }
end

--- Adds to a candidate what only its own page has: the description, and a cover where the search
--- knew none. Returns it and {cached}; nil and the error. A page that is gone adds nothing.
function Service:complete(found, reload)
  local answer, info = work_page(self, found.key, reload)
  if not answer then return nil, info end
  local description = answer.description
  -- The description is text, or an object with its type.
  if type(description) == "table" then description = description.value end
  description = answers.text(description)
  found.description = description and answers.text(plain_text.markdown(description))
  -- A deleted cover leaves -1 in its place.
  for _, number in ipairs(answers.list(answer.covers)) do
    if not found.cover then found.cover, found.cover_check = cover_of(number) end
  end
  return found, info
end

-- A contact address triples the rate that the service grants.
local function client(options)
  return {
    upstream = openlibrary.upstream, concurrency = options and options.concurrency,
    rate = mix.env.setting("http.contact") and "3/s" or nil,
  }
end

--- Opens the provider. `reload`: bypasses the cache; `once`: repeats no request.
function openlibrary.open(options)
  return setmetatable({
    name = openlibrary.name, client = mix.http.client(client(options)),
    reload = options and options.reload, once = options and options.once, asked = {},
  }, Service)
end

local function no_docs(answer)
  local wrong = answers.check("docs", true)(answer)
  if wrong then return wrong end
  if answer.docs[1] ~= nil and not candidate(answer.docs[1], nil, {}) then
    return "the first of its docs is not a book"
  end
end

local unused = answers.unused(openlibrary)

--- The doctor's checks; see docs/doctor.md.
openlibrary.checks = {
  {
    title = openlibrary.title, upstream = "openlibrary", serves = { "books" }, unused = unused,
    client = client,
    question = function()
      return { path = "/search.json", query = { title = "Dune", limit = 1, fields = fields } }
    end,
    shape = function(response) return json_answers.flaw(response, no_docs) end,
  },
  {
    title = "Covers of " .. openlibrary.title, upstream = "covers", serves = { "books" },
    unused = unused, client = function() return { upstream = "covers" } end,
  },
}

return openlibrary
