-- Searches a service for a row: by what it says, and where nothing fits, by parts of it.

local failure = require("lib.failure")
local queries = require("rules.lib.service_queries")

local searching = {}

-- Whether the rules take one of the candidates, or doubt it; true where they fail, which the caller
-- reports.
local function has_fitting(record, candidates, rules)
  local ok, found = pcall(mix.match.best, record, candidates, rules)
  return not ok or found.decision ~= "none"
end

-- Adds the candidates that are new to a list, and not refused. A film and a series may have one
-- identifier, but no key.
local function add_new(list, seen, candidates, refused)
  for _, candidate in ipairs(candidates) do
    local mark = tostring(candidate.id or candidate.key or candidate.isbn or candidate)
    local own = candidate.key or mark
    if not seen[own] and not refused[mark] then list[#list + 1], seen[own] = candidate, true end
  end
end

--- Searches until a candidate fits. `entry`: a service's kind, from lib.match_services;
--- `most`: the most further searches; `refused`: identifiers that a user rejected for this row.
--- Returns all candidates, and {further, is_late, is_live}: how many further searches there were,
--- whether one of them found what fits, and whether an answer came over the network; nil and the
--- error of a search. A further search that the service refuses is left out.
function searching.run(service, entry, record, rules, most, refused)
  local first, further = queries.of(entry.kind, record, rules)
  local candidates, seen, asked, is_live = {}, {}, 0, nil
  for place = 1, #first + math.min(most, #further) do
    local is_further = place > #first
    local query = first[place] or further[place - #first]
    local found, err = entry.ask(service, query, record, rules, is_further)
    if not found and not (is_further and failure.is_of_question(err)) then return nil, err end
    is_live = is_live or found and err and err.cached == false or nil
    add_new(candidates, seen, found or {}, refused or {})
    if is_further then asked = asked + 1 end
    if #(found or {}) > 0 and has_fitting(record, candidates, rules) then
      return candidates, { further = asked, is_late = is_further, is_live = is_live }
    end
  end
  return candidates, { further = asked, is_late = false, is_live = is_live }
end

return searching
