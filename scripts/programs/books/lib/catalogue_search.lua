-- A book that somebody looks for: in the library, and in the catalogues; and what is added of it.

local enrichment = require("programs.books.lib.enrichment")
local isbn = require("programs.books.lib.isbn")

local catalogue_search = {}

local most_own = 20
local high_priority = 10

--- The question of some words: words that are an ISBN are one.
function catalogue_search.wanted(words, author)
  local thirteen, ten = isbn.read(words)
  if thirteen then
    return {
      -- Rules compare titles; this one is equal to none.
      title = "ISBN " .. thirteen, placeholder = true,
      identifiers = { isbn13 = thirteen, isbn10 = ten },
    }
  end
  return { title = words, creators = author and { author } or nil }
end

--- The works of the library that fit.
function catalogue_search.own_books(book)
  if book.placeholder then
    return mix.library.find({ isbn = book.identifiers.isbn13, kind = "book", limit = most_own })
  end
  return mix.library.find({
    title = book.title, creator = book.creators and book.creators[1], kind = "book",
    limit = most_own,
  })
end

--- The catalogues' answers, best first; nil and the reason when they cannot be asked.
function catalogue_search.ask(book)
  local finder, problem = enrichment.open({ concurrency = 1, rules = "standard" })
  if not finder then return nil, problem end
  return enrichment.search(finder, book)
end

--- Puts a candidate into the library and at the head of the queue, where run completes it. Returns
-- {added = 0 or 1, id}; nil and the error.
function catalogue_search.add(candidate)
  local fields = candidate.fields
  local report, err = mix.library.import({ {
    title = fields.title, subtitle = fields.subtitle, creators = fields.creators,
    identifiers = fields.identifiers,
  } }, { kind = "book", source = "user" })
  if not report then return nil, err end
  if report.added == 0 then return { added = 0, id = report.duplicates[1].work } end
  local queued
  queued, err = mix.jobs.enqueue(report.ids, { name = "enrich", priority = high_priority })
  if not queued then return nil, err end
  return { added = 1, id = report.ids[1] }
end

return catalogue_search
