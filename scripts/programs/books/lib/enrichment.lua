-- Finds what the providers know of a book: by its ISBN, by the title as it is catalogued and the
-- author, by the shorter title; decides by the rules of match/books.

local covers = require("programs.books.lib.covers")
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

-- Asks one provider. A failure is kept: another provider may still know the book. The one that
-- failed is not asked again about this book; mix.http and the queue have their own tries.
function Search:ask(provider, step)
  if self.failed[provider] then return end
  local found, info = provider:search(step)
  if not found then
    self.failed[provider] = true
    self.failure = self.failure or info
    return
  end
  self.cached = self.cached and info.cached
  add_new(self.candidates, found)
  self.match = mix.match.best(self.query, self.candidates, self.rules)
end

function Search:matched() return self.match and self.match.decision == "matched" end

function Search:run(steps)
  for _, step in ipairs(steps) do
    step.known_isbn = self.query.isbn
    for _, provider in ipairs(self.providers) do
      self:ask(provider, step)
      if self:matched() then return end
    end
  end
end

-- Looks at the candidate's cover, and takes a blank away.
function Search:check_cover(found)
  if not found.cover_check then return true end
  local look, err = covers.look(found.cover_check)
  if not look then return nil, err end
  self.cached = self.cached and look.cached
  if not look.shown then found.cover = nil end
  return true
end

function Search:provider(name)
  for _, provider in ipairs(self.providers) do
    if provider.name == name then return provider end
  end
end

function Search:complete(found)
  local provider = self:provider(found.source)
  -- Some say all that they know in a search.
  if provider.complete then
    local more, info = provider:complete(found)
    if not more then return nil, info end
    self.cached = self.cached and info.cached
  end
  return self:check_cover(found)
end

-- Asks the other providers for what the first one lacks.
function Search:fill(found, steps)
  if found.cover and found.description then return true end
  for _, provider in ipairs(self.providers) do
    if provider.name ~= found.source then
      local list, info = provider:search(steps[1])
      local match = list and mix.match.best(self.query, list, self.rules)
      if match and match.decision == "matched" then
        self.cached = self.cached and info.cached
        local other = match.candidate
        found.other = other
        found.description = found.description or other.description
        if not found.cover then
          local ok, err = self:check_cover(other)
          if not ok then return nil, err end
          found.cover = other.cover
        end
      end
    end
  end
  return true
end

local keys = { openlibrary = "olid", google_books = "google" }

-- Of the numbers of all editions those of one are enough.
local function edition_numbers(found)
  local thirteen, ten
  local list = found.isbn and { found.isbn } or found.numbers
  for _, text in ipairs(list) do
    local a, b = isbn.read(text)
    if a then
      thirteen, ten = a, b
      break
    end
  end
  return thirteen, ten
end

--- A candidate as a record of the library.
function enrichment.record(found)
  local thirteen, ten = edition_numbers(found)
  local numbers = { isbn13 = thirteen, isbn10 = ten, [keys[found.source]] = found.key }
  if found.other then numbers[keys[found.other.source]] = found.other.key end
  local record = { identifiers = numbers }
  for _, field in ipairs(work_fields.list) do
    local value = found[field.found or field.input]
    if field.found then value = value[1] end
    if field.kind ~= "isbn" then record[field.name] = value end
  end
  return record
end

local function rounded(score) return score and math.floor(score * 1000 + 0.5) / 1000 end

-- The likeliest candidates with what speaks for and against each, best first.
function Search:kept()
  local list = {}
  for place, found in ipairs(self.candidates) do
    local match = mix.match.best(self.query, { found }, self.rules)
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

-- A candidate with all that is known of it, as mix.jobs takes it; nil and the error.
function Search:enriched(found, score, steps)
  local ok, err = self:complete(found)
  if ok then ok, err = self:fill(found, steps) end
  if not ok then return nil, err end
  return {
    status = "enriched", fields = enrichment.record(found), source = found.source,
    score = rounded(score), cached = self.cached, refresh = self.refresh,
  }
end

-- The result where the rules leave it open: the helper's choice, where there is one and the user
-- has not decided before; else it is set aside.
function Search:uncertain(steps, ask)
  local match, kept = self.match, self:kept()
  local reason = match.reason
  if ask then
    local choice, why = helper.ask(ask, self.query, kept)
    if choice == "none" then return { status = "not_found", reason = why, cached = self.cached } end
    if choice then
      local found = self.candidates[kept[choice].place]
      local result, err = self:enriched(found, kept[choice].score, steps)
      if result then result.reason = why end
      return result, err
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

--- The result of an item of the queue: the table that mix.jobs takes; nil and the error. `decided`:
-- the user has said before what it is.
function enrichment.find(self, work, decided)
  local search = setmetatable({
    query = enrichment.query(work), rules = self.rules, providers = self.providers,
    candidates = {}, failed = {}, cached = true, refresh = self.refresh,
  }, Search)
  local steps = searches.of(self, search.query)
  search:run(steps)
  local match = search.match
  if search:matched() then return search:enriched(match.candidate, match.score, steps) end
  -- A provider that did not answer might have known it.
  if search.failure then return nil, search.failure end
  if match and match.decision == "uncertain" then
    return search:uncertain(steps, not decided and self.helper or nil)
  end
  local reason = match and match.reason or "no provider lists such a book"
  if #steps == 0 then reason = "nothing is left of the title to search for" end
  return { status = "not_found", reason = reason, cached = search.cached }
end

-- The likeliest candidates of some searches; nil and the reason when nobody answered.
local function candidates(self, query, steps)
  local search = setmetatable({
    query = query, rules = self.rules, providers = self.providers, candidates = {}, failed = {},
    cached = true,
  }, Search)
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

--- Opens the providers in the order of the setting books.providers. Options: concurrency, rules
-- (loaded, or their name), raw_titles, refresh, helper (see programs.books.lib.helper). nil and
-- the reason when none can be asked.
function enrichment.open(options)
  local list = {}
  local names = mix.env.setting("books.providers")
  for name in names:gmatch("[%w_]+") do list[#list + 1] = providers[name].open(options) end
  if #list == 0 then
    return nil, "no provider can be asked: google_books needs the setting google_books.key"
  end
  local rules = options.rules
  if type(rules) == "string" then rules = mix.rules.load("match/books/" .. rules) end
  return {
    providers = list, rules = rules, takes_first = rules:describe().pick == "first",
    raw_titles = options.raw_titles, refresh = options.refresh, helper = options.helper,
  }
end

return enrichment
