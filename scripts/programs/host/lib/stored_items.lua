-- Things that programs keep and that rules can be tried on: their lib/stored_items.lua gives them.

local stored_items = {}

--- The most that are tried.
stored_items.most = 50

-- Which program keeps what rules of match/SUBJECT decide about, and what to do without any.
local keepers = {
  books = { "books", "No book in doubt is stored: look some up first." },
  tracks = { "chart", "No song of the chart was looked up yet: refresh the chart." },
}

local function keeper_of(name) return keepers[name:match("^match/([^/]+)")] end

--- The stored items for rules such as match/books/standard: {key, title, query, candidates} each;
-- an empty list where nothing is, or the rules are of another kind.
function stored_items.of(name)
  local keeper = keeper_of(name)
  return keeper and require(("programs.%s.lib.stored_items"):format(keeper[1]))(stored_items.most)
    or {}
end

--- The sentence where nothing is stored for some rules.
function stored_items.none(name)
  local keeper = keeper_of(name)
  return keeper and keeper[2]
    or "Nothing is stored that these rules decide about: give a query and candidates."
end

return stored_items
