-- Finds what services list. As at the services every word must be there: a series mark or a
-- subtitle that is not catalogued finds nothing.

local digest = require("lib.mock.digest")
local listings = require("lib.mock.catalogue.listings")
local phrases = require("lib.mock.phrases")
local sorted_names = require("lib.sorted_names")
local words_of = require("lib.mock.catalogue.words")

-- The most books whose words are compared for one search.
local most_compared, most_of_a_title = 2000, 20

local function add_words(set, text)
  for _, word in ipairs(words_of(text or "")) do set[word] = true end
  return set
end

local function has_all(set, ...)
  for word in pairs(set) do
    local is_there = false
    for _, text in ipairs({ ... }) do is_there = is_there or text[word] end
    if not is_there then return false end
  end
  return true
end

local function finds(wanted, listing)
  local titles, authors = add_words({}, listing.title .. " " .. (listing.subtitle or "")), {}
  for _, author in ipairs(listing.authors) do add_words(authors, author.name) end
  return has_all(wanted.title, titles) and has_all(wanted.author, authors)
    and has_all(wanted.any, titles, authors)
end

-- The works of some ISBNs, each once.
local function by_isbns(books, isbns, service, limit)
  local list, seen = {}, {}
  for _, text in ipairs(isbns) do
    local number = listings.by_isbn(books, text, service)
    if #list < limit and number and not seen[number] then
      seen[number] = true
      list[#list + 1] = listings.get(books, number, service)
    end
  end
  return list
end

local function joined(first, second) return table.move(second, 1, #second, #first + 1, first) end

-- The places of books that a search may mean.
local function candidates(books, wanted, words)
  local found, seen = {}, {}
  local function add(places)
    for _, place in ipairs(places) do
      if not seen[place] then seen[place], found[#found + 1] = true, place end
    end
  end
  local authors = next(wanted.author) and phrases.containing("book_authors", wanted.author)
    or phrases.spelled_out("book_authors", wanted.any)
  if next(wanted.author) or #authors > 0 then
    for _, number in ipairs(authors) do
      if #found < most_compared then add(books:by_author(number)) end
    end
    return table.move(found, 1, most_compared, 1, {})
  end
  local titles = joined(phrases.spelled_out("book_titles", words),
    phrases.containing("book_titles", words))
  for _, number in ipairs(titles) do
    if #found < most_compared then add(books:by_title(number, most_of_a_title)) end
  end
  return found
end

-- The book itself leads mostly; now and then something else does.
local function ordered(list, words)
  local result = {}
  if digest.text(table.concat(sorted_names(words), " ")):below(6) == 0 then
    for place = #list, 1, -1 do result[#result + 1] = list[place] end
    return result
  end
  for _, is_work in ipairs({ true, false }) do
    for _, listing in ipairs(list) do
      if (listing.kind == "work") == is_work then result[#result + 1] = listing end
    end
  end
  return result
end

--- Returns what a service lists, best first, at most `limit`. `query`: texts `title`, `author` and
--- `any`, whose words must all be there; `isbns` find their works, whatever else is asked.
return function(books, query, service, limit)
  if query.isbns and #query.isbns > 0 then return by_isbns(books, query.isbns, service, limit) end
  local wanted = {
    title = add_words({}, query.title), author = add_words({}, query.author),
    any = add_words({}, query.any),
  }
  local words, list = add_words(add_words({}, query.title), query.any), {}
  if not next(words) and not next(wanted.author) then return {} end
  for _, index in ipairs(candidates(books, wanted, words)) do
    if #list >= limit * 2 then break end
    for _, listing in ipairs(listings.of(books, books:book(index), service)) do
      if finds(wanted, listing) then list[#list + 1] = listing end
    end
  end
  return table.move(ordered(list, words), 1, limit, 1, {})
end
