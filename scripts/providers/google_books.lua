-- Google Books: asked when there is a key, for without one its quota is spent.

local answers = require("providers.book_answers")
local languages = require("lib.books.languages")

local google_books = {}

local base = "https://www.googleapis.com/books/v1"
local name = "Google Books"
local wanted = 10

google_books.name = "google_books"

local function identifiers(list)
  local numbers = {}
  for _, item in ipairs(answers.list(list)) do
    local known = type(item) == "table" and (item.type == "ISBN_13" or item.type == "ISBN_10")
    if known then numbers[#numbers + 1] = answers.text(item.identifier) end
  end
  return numbers
end

-- Links to covers are plain http, which would be refused.
local function secure(link)
  link = answers.text(link)
  return link and (link:gsub("^http:", "https:")) or nil
end

local function candidate(item, known)
  local info = type(item) == "table" and item.volumeInfo
  local id = type(item) == "table" and answers.text(item.id)
  local title = type(info) == "table" and answers.text(info.title)
  if not (id and title) then return nil end
  local links = type(info.imageLinks) == "table" and info.imageLinks or {}
  local cover = secure(links.thumbnail) or secure(links.smallThumbnail)
  return {
    source = google_books.name, key = id, title = title, subtitle = answers.text(info.subtitle),
    author = answers.texts(info.authors), year = answers.year(info.publishedDate),
    numbers = identifiers(info.industryIdentifiers), isbn = known,
    pages = answers.pages(info.pageCount), language = languages.code(info.language),
    publishers = { answers.text(info.publisher) }, description = answers.text(info.description),
    cover = cover, cover_check = cover,
  }
end

local function has(list, value)
  for _, item in ipairs(list) do
    if item == value then return true end
  end
  return false
end

-- Quotes within a term would end it.
local function term(field, text)
  return text and ('%s:"%s"'):format(field, (text:gsub('"', " "))) or nil
end

local Provider = {}
Provider.__index = Provider

--- As openlibrary's.
function Provider:search(step)
  local words = step.isbn and "isbn:" .. step.isbn
  if not words then
    local parts = { term("intitle", step.title) }
    parts[#parts + 1] = term("inauthor", step.author)
    words = table.concat(parts, " ")
  end
  local answer, cached = answers.get(self.client, name, "/volumes", {
    q = words, maxResults = wanted, printType = "books", key = self.key,
  }, "items")
  if not answer then return nil, cached end
  local list = {}
  -- Without a match the member is missing.
  for _, item in ipairs(answer.items or {}) do
    local found = candidate(item, step.isbn)
    if found and step.known_isbn and has(found.numbers, step.known_isbn) then
      found.isbn = step.known_isbn
    end
    list[#list + 1] = found
  end
  return list, cached
end

--- A search says all that there is.
function Provider:complete() return { cached = true } end

--- Opens the provider; nil without a key, or without the grant to read it.
function google_books.open(options)
  -- A secret, which a script gets only where the user grants it.
  local granted, key = pcall(mix.env.setting, "google_books.key")
  if not granted or not key then return nil end
  return setmetatable({
    name = google_books.name, key = key,
    client = mix.http.client({
      base = base, name = "google_books", concurrency = options.concurrency,
    }),
  }, Provider)
end

return google_books
