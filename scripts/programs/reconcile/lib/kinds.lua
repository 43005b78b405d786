-- The kinds of entities: the type that clients see, and how an entity is named and described.

local kinds = {}

-- By the kind of the rules: the type's identifier and name, the field with the entity's name, and
-- those that tell namesakes apart.
local known = {
  tracks = { id = "track", name = "Track", named_by = "title",
    told_by = { "artist", "album", "release_date", "year" } },
  books = { id = "book", name = "Book", named_by = "title",
    told_by = { "subtitle", "author", "publisher", "year" } },
  films = { id = "film", name = "Film", named_by = "title",
    told_by = { "original_title", "director", "year" } },
  people = { id = "person", name = "Person", named_by = "name",
    told_by = { "known_for", "born", "died", "aliases" } },
  releases = { id = "release", name = "Release", named_by = "title",
    told_by = { "artist", "release_date", "year", "country" } },
}

--- The kinds that have rules, the usual ones first.
kinds.order = { "tracks", "books", "films", "people", "releases" }

--- Returns a value of a record as one text; nil for none.
function kinds.text(value)
  if type(value) == "table" then
    local texts = {}
    for place, each in ipairs(value) do
      texts[place] = type(each) == "table" and tostring(each.name or "") or tostring(each)
    end
    value = table.concat(texts, ", ")
  end
  if value == nil or value == "" or value == mix.json.null then return nil end
  return tostring(value)
end

--- Returns a type for rules of a kind: {id, name, kind, rules, named_by, told_by, described}.
function kinds.type(kind, rules, named_by)
  local of = known[kind] or { id = "row", name = "Row", told_by = {} }
  return { id = of.id, name = of.name, kind = kind, rules = rules,
    named_by = named_by or of.named_by, told_by = of.told_by,
    described = rules:describe() }
end

--- Returns what distinguishes an entity from its namesakes, in one line; nil for nothing.
function kinds.description(type_of, record)
  local texts = {}
  for _, field in ipairs(type_of.told_by) do
    local text = kinds.text(record[field])
    if text and field ~= type_of.named_by then texts[#texts + 1] = text end
  end
  return #texts > 0 and table.concat(texts, " · ") or nil
end

return kinds
