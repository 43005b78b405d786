-- Labelled pairs made of people.csv (written from general knowledge: people of one name, of one
-- family name, with stage and pen names) and of those who made the films of films.csv, most of whom
-- share no name with anybody; as lists of people write what a catalogue holds.

local near_pairs = require("spec.rules.near_pairs")

local rows = mix.csv.parse(require("spec.rules.people"))

-- Directors and actors, with their films.
local function add_film_people()
  local known, films = {}, {}
  for _, row in ipairs(rows) do known[row.name] = true end
  for _, film in ipairs(mix.csv.parse(require("spec.rules.films"))) do
    for name in (film.director .. ";" .. film.cast):gmatch("[^;]+") do
      name = name:match("^%s*(.-)%s*$")
      if name ~= "" and not known[name] then
        known[name] = true
        films[name] = {}
        rows[#rows + 1] = { name = name, also_known_as = "", born = "", died = "" }
      end
      if films[name] then table.insert(films[name], film.title) end
    end
  end
  for _, row in ipairs(rows) do
    if films[row.name] and not row.known_for then
      row.known_for = table.concat(films[row.name], "; ")
    end
  end
end
add_film_people()

local person_pairs = {}

local function filled(value) return value ~= "" and value or nil end

local function record_of(row)
  return {
    name = row.name, also_known_as = filled(row.also_known_as), born = filled(row.born),
    died = filled(row.died), known_for = filled(row.known_for),
  }
end

-- "T. Williams" for "Tennessee Williams"; nil for a name of one word, or of initials.
local function with_initial(name)
  local given, rest = name:match("^(%a)%l+ (.+)$")
  return given and ("%s. %s"):format(given, rest)
end

local function queries_of(row)
  local first_work = row.known_for:match("^[^;]+")
  local given, family = row.name:match("^(.+) (%S+)$")
  local list = { { name = row.name }, { name = row.name, known_for = first_work } }
  if row.born ~= "" then
    list[#list + 1] = { name = row.name, born = row.born }
    list[#list + 1] = { name = row.name:upper(), born = tostring(tonumber(row.born) + 1) }
  end
  if given and not family:find("%.$") then
    list[#list + 1] = { name = ("%s, %s"):format(family, given) }
    if row.born ~= "" then
      list[#list + 1] = { name = ("%s, %s, %s-%s"):format(family, given, row.born, row.died) }
    end
    list[#list + 1] = { name = family }
    list[#list + 1] = { name = family, known_for = first_work }
  end
  local initial = with_initial(row.name)
  if initial then
    list[#list + 1] = { name = initial }
    list[#list + 1] = { name = initial, born = filled(row.born) }
  end
  for name in row.also_known_as:gmatch("[^;]+") do
    list[#list + 1] = { name = name:match("^%s*(.-)%s*$") }
    list[#list + 1] = { name = name:match("^%s*(.-)%s*$"), born = row.born }
  end
  return list
end

-- People who may be taken for each other.
local function near(one, other)
  local a, b = mix.text.fold(one.name), mix.text.fold(other.name)
  return mix.text.token_set_ratio(a, b) >= 0.6 or a:match("%S+$") == b:match("%S+$")
end

--- The pairs: {left, right, label}. Two people of one name, known by it alone, are in them
-- twice: once the same, once not.
function person_pairs.all()
  local kind = { near = near, queries = queries_of, record = record_of }
  local list = {}
  for _, row in ipairs(rows) do
    near_pairs.add(list, rows, row, kind)
    list[#list + 1] = { left = { name = row.name, born = row.born },
      right = { name = row.name, born = row.born }, label = true }
  end
  return list
end

return person_pairs
