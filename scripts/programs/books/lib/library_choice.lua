-- The choice among the books of a screen by what their readers noted: shelf, rating, series, years;
-- and the order of the list.

local shelf = require("programs.books.lib.exports.shelf")

local library_choice = {}

-- The columns that shelves and tags may be in.
local shelf_fields = {}
for place, name in ipairs(shelf.columns) do shelf_fields[place] = "extra." .. name end
-- Most shelves to choose from.
local most_shelves = 60

local statuses = { { "to-read", "To read" }, { "currently-reading", "Reading" },
  { "read", "Read" }, { "did-not-finish", "Not finished" } }

local orders = {
  { value = "id", label = "As they were added" }, { value = "-id", label = "The newest first" },
  { value = "title", label = "Title" }, { value = "-title", label = "Title, backwards" },
  { value = "author", label = "Author" }, { value = "-author", label = "Author, backwards" },
  { value = "year", label = "Year, the oldest first" },
  { value = "-year", label = "Year, the newest first" },
  { value = "-rating", label = "Rating, the best first" },
  { value = "rating", label = "Rating, the worst first" },
  { value = "series", label = "Series" }, { value = "-series", label = "Series, backwards" },
}

local ratings = { { value = "any", label = "Any rating" }, { value = "none", label = "Not rated" } }
for stars = 1, 5 do
  table.insert(ratings, 2, { value = tostring(stars),
    label = stars == 5 and "5 stars" or ("%d %s or more"):format(stars,
      stars == 1 and "star" or "stars") })
end

-- The names of shelves and tags in a text with commas.
local function names_in(text)
  local names = {}
  for name in (text or ""):gmatch("[^,;]+") do
    name = name:match("^%s*(.-)%s*$")
    if name ~= "" then names[#names + 1] = name end
  end
  return names
end

local function shelves_of(work)
  local names = names_in(shelf.tags(work))
  -- Without a note a book is on no shelf, though exports say "to-read".
  if work.extra then table.insert(names, 1, shelf.status(work)) end
  return names
end

--- The shelves and tags of the library, the usual ones first.
function library_choice.shelves()
  local counts, names = {}, {}
  for work in assert(mix.library.list({ kind = "book", fields = shelf_fields })) do
    for _, name in ipairs(shelves_of(work)) do
      if not counts[name] then names[#names + 1] = name end
      counts[name] = (counts[name] or 0) + 1
    end
  end
  table.sort(names, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return table.move(names, 1, math.min(#names, most_shelves), 1, {})
end

local function shelf_options(names)
  local options, usual = { { value = "any", label = "Any shelf" } }, {}
  for _, status in ipairs(statuses) do
    options[#options + 1], usual[status[1]] = { value = status[1], label = status[2] }, true
  end
  for _, name in ipairs(names or {}) do
    if not usual[name] then options[#options + 1] = { value = name } end
  end
  return options
end

--- The fields of the filters. `state`: the screen's.
function library_choice.fields(state)
  return {
    { name = "shelf", label = "Shelf", type = "choice", options = shelf_options(state.shelves),
      value = state.shelf or "any" },
    { name = "rating", label = "Rating", type = "choice", options = ratings,
      value = state.rating or "any" },
    { name = "series", label = "Series", value = state.series },
    { name = "years", label = "Years", value = state.years, help = "1990, or 1990-1999" },
    { name = "sort", label = "Order", type = "choice", options = orders,
      value = state.sort or "id" },
  }
end

local function other_than(value, usual) return value and value ~= usual and value or nil end

--- Takes the values of the filters.
function library_choice.take(state, values)
  state.shelf, state.rating = other_than(values.shelf, "any"), other_than(values.rating, "any")
  state.series, state.years = values.series, values.years
  state.sort = other_than(values.sort, "id")
end

--- Whether nothing is chosen, and the books stand as they were added.
function library_choice.is_plain(state)
  return not (state.shelf or state.rating or state.series or state.years or state.sort)
end

--- The names of the fields that are to be read of the books; nil for all, which a rating takes, as
--- its unit is that of its source.
function library_choice.read(state, fields)
  if state.rating or (state.sort or ""):find("rating", 1, true) then return nil end
  local list = table.move(fields, 1, #fields, 1, {})
  if state.series or (state.sort or ""):find("series", 1, true) then
    list[#list + 1], list[#list + 2] = "series", "series_position"
  end
  if state.shelf then table.move(shelf_fields, 1, #shelf_fields, #list + 1, list) end
  return list
end

-- The first and last year of "1990", "1990-1999", "-1999" and "1990-"; nil for another text.
local function years_of(text)
  local first, last = (text or ""):match("^%s*(%d*)%s*[-\u{2013}.]+%s*(%d*)%s*$")
  if not first then first, last = (text or ""):match("^%s*((%d+))%s*$") end
  if not first or first == "" and last == "" then return nil end
  return tonumber(first) or -math.huge, tonumber(last) or math.huge
end

--- The fault of the years; nil for what can be read.
function library_choice.problem(state)
  if state.years and not years_of(state.years) then
    return ("\u{201C}%s\u{201D} is not a year: 1990, or 1990-1999. All years are shown."):format(
      state.years)
  end
end

local function is_on(work, name)
  for _, each in ipairs(shelves_of(work)) do if each == name then return true end end
  return false
end

--- Returns a function that tells whether a book is chosen.
function library_choice.test(state)
  local first, last = years_of(state.years)
  local series = state.series and mix.text.fold(state.series)
  local least = tonumber(state.rating)
  return function(work)
    if state.shelf and not is_on(work, state.shelf) then return false end
    local stars = state.rating and shelf.stars(work)
    if least and (stars or 0) < least or state.rating == "none" and stars then return false end
    if series and not mix.text.fold(work.series or ""):find(series, 1, true) then return false end
    return not first or work.year ~= nil and work.year >= first and work.year <= last
  end
end

-- The values that books are ordered by.
local values = {
  id = function(work) return work.id end,
  title = function(work) return mix.text.fold(work.title) end,
  author = function(work) return mix.text.fold((work.creators or {})[1] or "") end,
  year = function(work) return work.year end,
  rating = shelf.stars,
  series = function(work)
    return work.series and ("%s %09.2f"):format(mix.text.fold(work.series),
      work.series_position or 0)
  end,
}

--- Puts books in the order that is chosen; those that lack the value stand last.
function library_choice.sort(state, works)
  if not state.sort then return end
  local is_down, name = state.sort:match("^(%-?)(.+)$")
  local keys = {}
  for _, work in ipairs(works) do
    local value = values[name](work)
    keys[work] = value ~= "" and value or nil
  end
  table.sort(works, function(a, b)
    local one, other = keys[a], keys[b]
    if one == other then return a.id < b.id end
    if one == nil or other == nil then return other == nil end
    if is_down == "-" then return one > other end
    return one < other
  end)
end

return library_choice
