-- Open Library: the default provider of book data; it takes no key.

local answers = require("providers.book_answers")
local languages = require("lib.books.languages")

local openlibrary = {}

local base = "https://openlibrary.org"
local covers = "https://covers.openlibrary.org"
local name = "Open Library"
local wanted = 10
local fields = table.concat({
  "key", "title", "subtitle", "author_name", "first_publish_year", "isbn", "cover_i", "language",
  "number_of_pages_median", "publisher",
}, ",")

-- The field `source` of what comes from here.
openlibrary.name = "openlibrary"

-- A language says something only when the work has a single one.
local function language(list)
  return #list == 1 and languages.code(list[1]) or nil
end

-- A document of a search as a candidate; nil for what is none. `known` is an ISBN that is looked
-- for: a candidate that lists it is the same edition.
local function candidate(document, known)
  if type(document) ~= "table" then return nil end
  local title = answers.text(document.title)
  local key = answers.text(document.key)
  local olid = key and key:match("^/works/(OL%d+W)$")
  if not (title and olid) then return nil end
  local cover = math.tointeger(document.cover_i)
  return {
    source = openlibrary.name, key = olid, title = title,
    subtitle = answers.text(document.subtitle), author = answers.texts(document.author_name),
    year = answers.year(document.first_publish_year), numbers = answers.texts(document.isbn),
    isbn = known,
    pages = answers.pages(document.number_of_pages_median),
    language = language(answers.list(document.language)),
    publishers = answers.texts(document.publisher),
    cover = cover and cover > 0 and ("%s/b/id/%d-L.jpg"):format(covers, cover) or nil,
    -- The small one is enough to see whether there is a picture.
    cover_check = cover and cover > 0
      and ("%s/b/id/%d-S.jpg?default=false"):format(covers, cover) or nil,
  }
end

local function has(list, value)
  for _, item in ipairs(list) do
    if item == value then return true end
  end
  return false
end

local Provider = {}
Provider.__index = Provider

--- Searches by `step.isbn`, or by `step.title` and `step.author`. Returns candidates in the
-- service's order and whether they came from the cache; nil and the error.
function Provider:search(step)
  local query = { fields = fields, limit = wanted }
  if step.isbn then
    query.isbn = step.isbn
  else
    query.title, query.author = step.title, step.author
  end
  local answer, cached = answers.get(self.client, name, "/search.json", query, "docs")
  if not answer then return nil, cached end
  if answer.docs == nil then
    return nil, { message = name .. ": the answer has no docs" }
  end
  local list = {}
  for _, document in ipairs(answer.docs) do
    local listed = step.isbn or step.known_isbn
    local same = listed and type(document) == "table" and has(answers.list(document.isbn), listed)
    list[#list + 1] = candidate(document, (step.isbn or same) and listed or nil)
  end
  return list, cached
end

--- Adds to a candidate what only its own page says: the description. Returns whether it came from
-- the cache; nil and the error.
function Provider:complete(found)
  local answer, cached = answers.get(self.client, name, ("/works/%s.json"):format(found.key))
  if not answer then return nil, cached end
  local description = answer.description
  -- Text, or an object with its type.
  if type(description) == "table" then description = description.value end
  found.description = answers.text(description)
  return { cached = cached }
end

--- Opens the provider. A contact address triples the rate that the service grants.
function openlibrary.open(options)
  local contact = mix.env.setting("http.contact")
  return setmetatable({
    name = openlibrary.name,
    client = mix.http.client({
      base = base, name = "openlibrary", concurrency = options.concurrency,
      rate = contact and "3/s" or "1/s",
    }),
  }, Provider)
end

return openlibrary
