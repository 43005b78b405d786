-- The searches of providers for a book, in order.

local service_queries = require("rules.lib.service_queries")

local searches = {}

-- The title as the file spells it, for a comparison with the normalised one.
local function raw(query)
  local list = {}
  if query.isbn then list[1] = { isbn = query.isbn } end
  list[#list + 1] = { title = query.title, author = query.author and query.author[1] }
  return list
end

local abbreviations = { ["Vol."] = "Volume", ["Bk."] = "Book", ["Pt."] = "Part" }

-- Catalogues spell "Vol. 2" as "Volume 2": one more search where that makes a difference.
local function spelled_out(list)
  local last = list[#list]
  if not last or not last.title then return list end
  local title = last.title:gsub("%f[%a](%a%a%a?%.) (%d)", function(word, digit)
    return abbreviations[word] and abbreviations[word] .. " " .. digit or nil
  end)
  if title ~= last.title then list[#list + 1] = { title = title, author = last.author } end
  return list
end

-- Whether a part of a title says only what edition or kind of book it is.
local function is_remark(rest)
  rest = rest:gsub("%b()", ""):gsub("%b[]", ""):lower()
  return rest:find("^[%s:%-–]*$") ~= nil or rest:find("^[%s:]+an? novel%s*$") ~= nil
end

-- Catalogues list no "(Paperback)": such a search would find nothing, and the one without it comes
-- next.
local function without_remarks(list)
  local kept = {}
  for place, step in ipairs(list) do
    local shorter = list[place + 1]
    local is_longer = step.title and shorter and shorter.title and shorter.author == step.author
      and step.title:sub(1, #shorter.title) == shorter.title
    if not (is_longer and is_remark(step.title:sub(#shorter.title + 1))) then
      kept[#kept + 1] = step
    end
  end
  return kept
end

--- The searches for a query: a list of {isbn} and {title, author}; empty when nothing is left to
-- ask for. `finder` is what programs.books.lib.enrichment opened.
function searches.of(finder, query)
  local list
  if finder.raw_titles then
    list = raw(query)
  else
    list = finder.rules:search(query)
    -- Rules that take the first result depend on which searches come: theirs alone.
    if not finder.takes_first then list = spelled_out(without_remarks(list)) end
  end
  local asked = {}
  for _, step in ipairs(list) do
    -- A title that was nothing but a bracket is empty once the rules have cleaned it.
    if step.isbn or step.title and step.title:find("%S") then asked[#asked + 1] = step end
  end
  return asked
end

-- The most further searches for a book.
local most_further = 2

--- The searches for a book that the first ones do not find, because of a slip in a word: by the
--- title alone, and by the author alone.
function searches.further(finder, query)
  if finder.raw_titles or finder.takes_first then return {} end
  local _, list = service_queries.of("books", query, finder.rules)
  return { table.unpack(list, 1, most_further) }
end

return searches
