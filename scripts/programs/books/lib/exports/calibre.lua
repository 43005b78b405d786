-- The library as `calibredb catalog books.csv` writes it.

local languages = require("lib.languages")
local shelf = require("programs.books.lib.exports.shelf")
local table_text = require("programs.books.lib.exports.table_text")

local calibre = {}

local function joined(work, change)
  local names = {}
  for place, name in ipairs(work.creators or {}) do names[place] = change(name) end
  return table.concat(names, " & ")
end

-- "Sea, The" of "The Sea".
local function sorted_title(title)
  local article, rest = title:match("^([Tt]he)%s+(.+)$")
  if not article then article, rest = title:match("^([Aa]n?)%s+(.+)$") end
  return article and ("%s, %s"):format(rest, article) or title
end

-- Its names of the services; what is not here keeps its own.
local schemes = { isbn13 = "isbn", olid = "openlibrary", asin = "amazon" }
local left_out = { isbn10 = true, calibre = true }

--- The identifiers as the program names them: a list of {scheme, value}, by scheme.
function calibre.identifiers(work)
  local list = {}
  for name, value in pairs(work.identifiers or {}) do
    if not left_out[name] then list[#list + 1] = { schemes[name] or name, value } end
  end
  for name, value in pairs(work.extra or {}) do
    local scheme = name:match("^identifier_(.+)$")
    if scheme then list[#list + 1] = { scheme, value } end
  end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

local function identifier_text(work)
  local parts = {}
  for place, pair in ipairs(calibre.identifiers(work)) do
    parts[place] = ("%s:%s"):format(pair[1], pair[2])
  end
  return table.concat(parts, ",")
end

--- The program's own number of a book, a UUID; nil where the book did not come from it.
function calibre.uuid(work)
  local own = (work.identifiers or {}).calibre
  return own and #own == 36 and own:find("^%x+%-%x+%-%x+%-%x+%-%x+$") and own or nil
end

--- The rating in half stars, 0 to 10; nil without.
function calibre.half_stars(work)
  local stars = shelf.stars(work)
  return stars and math.floor(stars * 2 + 0.5) or nil
end

--- The day of publication as the program writes it; nil without a year.
function calibre.date(work)
  local own = shelf.first(work, "pubdate")
  if own then return own end
  -- It has no years before our era.
  if not work.year or work.year < 1 then return nil end
  return ("%04d-01-01T00:00:00+00:00"):format(work.year)
end

calibre.columns = table_text.columns("calibre", {
  { "author_sort", function(work) return joined(work, shelf.last_first) end },
  { "authors", function(work) return joined(work, function(name) return name end) end },
  "comments", "cover", "formats",
  { "id", function(work)
    local own = (work.identifiers or {}).calibre
    return shelf.first(work, "id") or own and not calibre.uuid(work) and own or nil
  end },
  { "identifiers", identifier_text },
  { "isbn", function(work) return (work.identifiers or {}).isbn13 end },
  { "languages", function(work)
    return shelf.first(work, "languages") or work.language and languages.long_code(work.language)
  end },
  "library_name",
  { "pubdate", calibre.date },
  "publisher",
  { "rating", calibre.half_stars },
  "series",
  { "series_index", function(work)
    return work.series and ("%.1f"):format(work.series_position or 1) or shelf.first(work,
      "series_index")
  end },
  "size",
  { "tags", function(work) return shelf.first(work, "tags", "bookshelves") end },
  "timestamp", "title",
  { "title_sort", function(work)
    return shelf.first(work, "title_sort") or sorted_title(work.title)
  end },
  { "uuid", calibre.uuid },
})

return calibre
