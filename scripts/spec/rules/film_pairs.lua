-- Labelled pairs made of films.csv (written from general knowledge: alternative titles, remakes,
-- sequels, series and films of one name), as lists of people write what a catalogue holds.

local rows = mix.csv.parse(require("spec.rules.films"))

local film_pairs = {}

local function filled(value) return value ~= "" and value or nil end

local function record_of(row)
  return {
    title = row.title, original_title = filled(row.original_title),
    alternative_titles = filled(row.alternative_titles), year = row.year, kind = row.kind,
    runtime = filled(row.runtime), director = filled(row.director), cast = filled(row.cast),
  }
end

-- The ways in which people write a film.
local function queries_of(row)
  local list = {
    { title = row.title, year = row.year },
    { title = ("%s (%s)"):format(row.title, row.year) },
    { title = row.title:lower(), year = tostring(tonumber(row.year) + 1), runtime = row.runtime },
    { title = row.title, kind = row.kind, year = row.year, cast = row.cast:match("^[^;]+") },
  }
  if row.director ~= "" then list[#list + 1] = { title = row.title, director = row.director } end
  for title in (row.original_title .. ";" .. row.alternative_titles):gmatch("[^;]+") do
    list[#list + 1] = { title = title:match("^%s*(.-)%s*$"), year = row.year }
  end
  return list
end

-- As a catalogue that gives only the film's first and original titles.
local function plain_of(row)
  return { title = row.title, original_title = filled(row.original_title), year = row.year }
end

--- The pairs: {left, right, label}.
function film_pairs.all()
  local list = {}
  for i, row in ipairs(rows) do
    for _, query in ipairs(queries_of(row)) do
      list[#list + 1] = { left = query, right = record_of(row), label = true }
      for j, other in ipairs(rows) do
        if i ~= j and mix.text.token_set_ratio(row.title:lower(), other.title:lower()) >= 0.6 then
          list[#list + 1] = { left = query, right = record_of(other), label = false }
        end
      end
    end
    list[#list + 1] = { left = { title = row.title, year = row.year }, right = plain_of(row),
      label = true }
  end
  return list
end

return film_pairs
