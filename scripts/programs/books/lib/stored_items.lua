-- Books in doubt with their candidates, on which the screen of rules tries rules of match/books.

local enrichment = require("programs.books.lib.enrichment")

-- A kept candidate as the rules look at it.
local function candidate_of(candidate)
  local query = enrichment.query(candidate.fields)
  query.source = candidate.source
  return query
end

--- {key, title, query, candidates} each, `most` at most.
return function(most)
  local items = {}
  for work in assert(mix.library.list({ kind = "book", status = "uncertain", limit = most })) do
    local whole = mix.library.get(work.id)
    local candidates = mix.json.array({})
    for place, candidate in ipairs(whole and whole.candidates or {}) do
      candidates[place] = candidate_of(candidate)
    end
    if #candidates > 0 then
      items[#items + 1] = { key = "book " .. work.id, title = work.title,
        query = enrichment.query(whole), candidates = candidates }
    end
  end
  return items
end
