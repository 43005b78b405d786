-- The exact points of the book enrichment's first version: title 100 or 50, author 50 or 25, year
-- 30 or 15; the first result with 60 points is the match. Author and year alone reach 65, so it
-- accepts other books of an author; `standard` does not.
--
-- It expects one author for each book. Where records list several, the query's first author is
-- compared with each of the candidate's.

local fields = require("rules.lib.fields")
local text = mix.text

-- The text without bracketed parts, including the brackets.
local function without(s, open, close)
  local parts, from = {}, 1
  while true do
    local first = s:find(open, from, true)
    local last = first and s:find(close, first, true)
    if not last then break end
    parts[#parts + 1] = s:sub(from, first - 1)
    from = last + 1
  end
  return table.concat(parts) .. s:sub(from)
end

-- Cleans a title before search and comparison: removes brackets, then the subtitle (after the first
-- ":" of a title longer than ten characters, else after the first " - ").
local function clean(title)
  local s = without(without(title:match("^%s*(.*)$"), "(", ")"), "[", "]")
  local cut = (utf8.len(s) or #s) > 10 and s:find(":", 1, true)
  if cut then
    s = s:sub(1, cut - 1)
  else
    s = s:sub(1, (s:find(" - ", 1, true) or #s + 1) - 1)
  end
  s = s:gsub("Dept%.", "Dept"):gsub("%s+", " ")
  return s:match("^ ?(.-) ?$")
end

local function year_of(value)
  return tonumber(tostring(value or ""):match("%f[%d]%d%d%d%d%f[%D]"))
end

-- The authors of a record, folded, from a name or a list of names.
local function authors_of(value)
  local list = {}
  for _, name in ipairs(type(value) == "table" and value or { value }) do
    list[#list + 1] = text.fold(fields.text(name, " ") or "")
  end
  return list
end

local function title_of(record) return fields.text(record.title, " ") or "" end

local function read(record)
  return {
    title = text.fold(clean(title_of(record))),
    authors = authors_of(record.author),
    year = year_of(record.year),
  }
end

-- Whether one text is part of the other; an empty text is part of none.
local function contains(a, b)
  return a ~= "" and b ~= "" and (a:find(b, 1, true) or b:find(a, 1, true)) and true or false
end

-- 1 for equal texts, half for a text within the other.
local function exact_or_part(a, b)
  if a == b and a ~= "" then return 1, "exact" end
  if contains(a, b) then return 0.5, "in part" end
  return 0, "different"
end

-- The points of the candidate's author that is most similar to the query's first author.
local function author_points(q, c)
  local best, note = 0, "different"
  for _, author in ipairs(c.authors) do
    local value, how = exact_or_part(q.authors[1] or "", author)
    if value > best then best, note = value, how end
  end
  return best, note
end

local function year_points(q, c)
  if not q.year or not c.year then return nil end
  local apart = math.abs(q.year - c.year)
  if apart == 0 then return 1, "the same year" end
  if apart <= 2 then return 0.5, "within two years" end
  return 0, ("%d years apart"):format(apart)
end

return {
  kind = "match",
  name = "books/classic",
  doc = "Points for title, author and year; the first result with 60.",
  fields = {
    query = { "title", "author", "year" },
    candidate = { "title", "author", "year" },
    aliases = { year = { "Time", "Released", "Published", "publication_year" } },
  },
  combine = "sum",
  pick = "first",
  prepare = read,
  prepare_candidate = read,
  search = function(query)
    local author = query.author
    if type(author) == "table" then author = author[1] end
    return { { title = clean(title_of(query)), author = author } }
  end,
  features = {
    {
      name = "title",
      doc = "100 points for the same title, 50 for one within the other.",
      weight = 100,
      score = function(q, c) return exact_or_part(q.title, c.title) end,
    },
    {
      name = "author",
      doc = "50 points for the same author, 25 for a part of the name.",
      weight = 50,
      score = author_points,
    },
    {
      name = "year",
      doc = "30 points for the same year, 15 within two years.",
      weight = 30,
      score = year_points,
    },
  },
  accept = 60,
  review = 60,
  margin = 0,
}
