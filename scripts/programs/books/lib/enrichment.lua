-- Finds what the providers know of a book: by its ISBN, by the title as it is catalogued and the
-- author, by the shorter title; decides by the rules of match/books. Descriptions and covers follow
-- in programs.books.lib.completing.

local failure = require("lib.failure")
local helper = require("programs.books.lib.helper")
local google_books = require("services.google_books.provider")
local isbn = require("programs.books.lib.isbn")
local openlibrary = require("services.openlibrary.provider")
local searches = require("programs.books.lib.searches")
local work_fields = require("lib.work_fields")

local enrichment = {}

local most_kept = 5
local providers = { openlibrary = openlibrary, google_books = google_books }

--- A work as the rules of match/books look at it.
function enrichment.query(work)
  local query = {}
  for _, field in ipairs(work_fields.list) do
    if field.compared then query[field.input] = work_fields.value(work, field) end
  end
  return query
end

-- Of one work or volume the first answer stays, the ISBN of a later one is added.
local function add_new(candidates, found)
  local known = {}
  for _, item in ipairs(candidates) do known[item.source .. item.key] = item end
  for _, item in ipairs(found) do
    local before = known[item.source .. item.key]
    if before then
      before.isbn = before.isbn or item.isbn
    else
      candidates[#candidates + 1] = item
    end
  end
end

local Search = {}
Search.__index = Search

-- Asks a provider, unless it refuses this user whatever is asked, such as the key.
local function answers_of(self, provider, step)
  local refusal = self.refusals[provider.name]
  if refusal then return nil, refusal end
  local found, info = provider:search(step)
  if not found and failure.class(info) == "lasting" then self.refusals[provider.name] = info end
  return found, info
end

-- Asks one provider. A failure is kept: another provider may still know the book. The one that
-- failed is not asked again about this book; mix.http and the queue have their own tries.
function Search:ask(provider, step)
  if self.failed[provider] then return end
  local found, info = answers_of(self.finder, provider, step)
  if not found then
    self.failed[provider] = true
    self.failure = self.failure or info
    return
  end
  self.cached = self.cached and info.cached
  add_new(self.candidates, found)
  self.match = mix.match.best(self.query, self.candidates, self.finder.rules)
end

function Search:matched() return self.match and self.match.decision == "matched" end

-- Whether all that were asked list nothing that may be the book.
function Search:is_lost()
  return not self.failure and not (self.match and self.match.decision ~= "none")
end

-- A step with what is known of the book besides.
local function known(step, query)
  step.known_isbn, step.known_title, step.language = query.isbn, query.title, query.language
  return step
end

function Search:run(steps)
  for _, step in ipairs(steps) do
    for _, provider in ipairs(self.finder.providers) do
      self:ask(provider, known(step, self.query))
      if self:matched() then return end
    end
  end
end

local keys = { openlibrary = "olid", google_books = "google" }

-- The numbers of the book's own edition: of the one that was looked for, or fits best, or of the
-- only one. The others of a work are other books to their readers.
local function edition_numbers(found)
  local thirteen, ten
  local own = found.isbn or found.edition_isbn
  for _, text in ipairs(own and { own } or found.numbers) do
    local a, b = isbn.read(text)
    if a and thirteen and a ~= thirteen then return nil end
    if a then thirteen, ten = a, b end
  end
  return thirteen, ten
end

local function edition_publisher(found)
  return found.edition_publisher or #found.publishers == 1 and found.publishers[1] or nil
end

--- A record that says where a candidate stands: its identifier alone.
function enrichment.identifier(found)
  return { identifiers = { [keys[found.source]] = found.key } }
end

--- A candidate as a record of the library.
function enrichment.record(found)
  local thirteen, ten = edition_numbers(found)
  local record = enrichment.identifier(found)
  record.identifiers.isbn13, record.identifiers.isbn10 = thirteen, ten
  for _, field in ipairs(work_fields.list) do
    if field.kind ~= "isbn" then record[field.name] = found[field.input] end
  end
  record.publisher = edition_publisher(found)
  record.language = found.language or found.edition_language
  return record
end

local function rounded(score) return score and math.floor(score * 1000 + 0.5) / 1000 end

-- The likeliest candidates with what speaks for and against each, best first.
function Search:kept()
  local list = {}
  for place, found in ipairs(self.candidates) do
    local match = mix.match.best(self.query, { found }, self.finder.rules)
    list[place] = {
      place = place, source = found.source, score = rounded(match.score) or 0,
      reason = match.reason, breakdown = match.breakdown, fields = enrichment.record(found),
    }
  end
  table.sort(list, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.place < b.place
  end)
  return table.move(list, 1, math.min(most_kept, #list), 1, mix.json.array({}))
end

-- The result for a matched candidate, as mix.jobs takes it. Whether its cover shows anything is
-- looked at later.
function Search:enriched(found, score)
  local fields = enrichment.record(found)
  fields.cover = nil
  return {
    status = "enriched", fields = fields, source = found.source, score = rounded(score),
    cached = self.cached, refresh = self.finder.refresh,
  }
end

-- The result where the rules leave it open: the helper's choice, where there is one and the user
-- has not decided before; else it is set aside.
function Search:uncertain(ask)
  local match, kept = self.match, self:kept()
  local reason = match.reason
  if ask then
    local choice, why = helper.ask(ask, self.query, kept)
    if choice == "none" then return { status = "not_found", reason = why, cached = self.cached } end
    if choice then
      local found = self.candidates[kept[choice].place]
      local result = self:enriched(found, kept[choice].score)
      result.reason = why
      return result
    end
    reason = why and reason and ("%s; %s"):format(reason, why) or why or reason
  end
  return {
    status = "uncertain", candidates = kept, score = rounded(match.score), reason = reason,
    source = match.candidate and match.candidate.source, cached = self.cached,
  }
end

--- Asks for items of the queue together where a provider can.
function enrichment.prepare(self, items)
  for _, provider in ipairs(self.providers) do
    if provider.prefetch then
      local numbers = {}
      for _, item in ipairs(items) do
        local first = searches.of(self, enrichment.query(item.work))[1]
        if first and first.isbn then numbers[#numbers + 1] = first.isbn end
        if #numbers == provider.batch then
          provider:prefetch(numbers)
          numbers = {}
        end
      end
      provider:prefetch(numbers)
    end
  end
end

local function search_for(self, query)
  return setmetatable({
    finder = self, query = query, candidates = {}, failed = {}, cached = true,
  }, Search)
end

--- The result of an item of the queue: the table that mix.jobs takes; nil and the error. `decided`:
-- the user has said before what it is.
function enrichment.find(self, work, decided)
  local search = search_for(self, enrichment.query(work))
  local steps = searches.of(self, search.query)
  search:run(steps)
  if search:is_lost() then search:run(searches.further(self, search.query)) end
  local match = search.match
  if search:matched() then return search:enriched(match.candidate, match.score) end
  -- A provider that did not answer might have known it.
  if search.failure then return nil, search.failure end
  if match and match.decision == "uncertain" then
    return search:uncertain(not decided and self.helper or nil)
  end
  local reason = match and match.reason or "no provider lists such a book"
  if #steps == 0 then reason = "nothing is left of the title to search for" end
  return { status = "not_found", reason = reason, cached = search.cached }
end

--- The provider of a name; nil when it is not among those that are asked.
function enrichment.provider(self, name)
  for _, provider in ipairs(self.kept) do
    if provider.name == name then return provider end
  end
end

--- The candidate that a work was matched with, from answers that are kept, or with what its
-- identifier says; nil when no provider is known to have it.
function enrichment.recall(self, work)
  local query = enrichment.query(work)
  for _, provider in ipairs(self.kept) do
    local key = (work.identifiers or {})[keys[provider.name]]
    for _, step in ipairs(key and searches.of(self, query) or {}) do
      for _, found in ipairs(answers_of(self, provider, known(step, query)) or {}) do
        if found.key == key then return found end
      end
    end
    if key then return { source = provider.name, key = key } end
  end
end

--- The candidate of a provider for a work: {candidate}, empty when none is it for sure; nil and the
-- error.
function enrichment.match(self, provider, work)
  local query = enrichment.query(work)
  local step = searches.of(self, query)[1]
  if not step then return {} end
  local list, info = answers_of(self, provider, known(step, query))
  if not list then return nil, info end
  local match = mix.match.best(query, list, self.rules)
  return { candidate = match and match.decision == "matched" and match.candidate or nil }
end

-- The likeliest candidates of some searches; nil and the reason when nobody answered.
local function candidates(self, query, steps)
  local search = search_for(self, query)
  search:run(steps)
  if #search.candidates == 0 and search.failure then return nil, failure.line(search.failure) end
  return search:kept()
end

--- Searches once more in other words. Returns the candidates as kept; nil and the reason.
function enrichment.look_for(self, work, words)
  local title, author = words:match("^(.-)%s*/%s*(.+)$")
  return candidates(self, enrichment.query(work), { { title = title or words, author = author } })
end

--- The catalogues' answers for a book that is in no library yet: {title, creators, identifiers}.
-- Returns the candidates as kept; nil and the reason.
function enrichment.search(self, book)
  local query = enrichment.query(book)
  return candidates(self, query, searches.of(self, query))
end

local function open_all(names, options)
  local list = {}
  for name in names:gmatch("[%w_]+") do list[#list + 1] = providers[name].open(options) end
  return list
end

--- Opens the providers in the order of the setting books.providers. Options: concurrency, rules
-- (loaded, or their name), raw_titles, refresh, reload, helper (see programs.books.lib.helper). nil
-- and the reason when none can be asked.
function enrichment.open(options)
  local names = mix.env.setting("books.providers")
  local list = open_all(names, options)
  if #list == 0 then
    return nil, "no provider can be asked: google_books needs the setting google_books.key"
  end
  local rules = options.rules
  if type(rules) == "string" then rules = mix.rules.load("match/books/" .. rules) end
  return {
    providers = list, rules = rules, takes_first = rules:describe().pick == "first",
    -- The same for the second lane: they take answers that are kept, and a later run is their
    -- second try.
    kept = open_all(names, { concurrency = options.concurrency, once = true }),
    raw_titles = options.raw_titles, refresh = options.refresh, helper = options.helper,
    refusals = {},
  }
end

return enrichment
