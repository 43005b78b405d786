-- Things that are stored here and that rules can be tried on: books in doubt with their candidates,
-- and songs of the chart with what catalogues said of them.

local books = require("programs.books.lib.enrichment")
local chart = require("programs.chart.lib.live_chart")

local stored_items = {}

--- The most that are tried.
stored_items.most = 50
local most = stored_items.most

-- A kept candidate as the rules of books look at it.
local function book_candidate(candidate)
  local query = books.query(candidate.fields)
  query.source = candidate.source
  return query
end

local function stored_books()
  local items = {}
  for work in assert(mix.library.list({ kind = "book", status = "uncertain", limit = most })) do
    local whole = mix.library.get(work.id)
    local candidates = mix.json.array({})
    for place, candidate in ipairs(whole and whole.candidates or {}) do
      candidates[place] = book_candidate(candidate)
    end
    if #candidates > 0 then
      items[#items + 1] = { key = "book " .. work.id, title = work.title,
        query = books.query(whole), candidates = candidates }
    end
  end
  return items
end

local function stored_songs()
  local items = {}
  for place, song in ipairs(chart.known(most)) do
    local entry = song.entry
    items[place] = {
      key = "song " .. place, title = ("%s, %s"):format(entry.title, entry.artist),
      query = { title = entry.title, artist = entry.artist }, candidates = song.candidates,
    }
  end
  return items
end

local sources = { books = stored_books, tracks = stored_songs }

--- The stored items for rules such as match/books/standard: {key, title, query, candidates} each;
-- an empty list where nothing is, or the rules are of another kind.
function stored_items.of(name)
  local subject = name:match("^match/([^/]+)")
  local source = sources[subject]
  return source and source() or {}
end

--- The sentence where nothing is stored for some rules.
function stored_items.none(name)
  local subject = name:match("^match/([^/]+)")
  if subject == "books" then return "No book in doubt is stored: look some up first." end
  if subject == "tracks" then
    return "No song of the chart was looked up yet: refresh the chart."
  end
  return "Nothing is stored that these rules decide about: give a query and candidates."
end

return stored_items
