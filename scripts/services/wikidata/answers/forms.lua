-- The parts of Wikidata's items, from which the other files make answers.

local forms = {}

forms.documents = "https://www.mediawiki.org/wiki/Wikibase/DataModel/JSON"

--- A statement. `members`: rank and snaktype where they are not the usual ones.
function forms.statement(property, type_name, value, members)
  members = members or {}
  return { rank = members.rank or "normal", type = "statement", mainsnak = {
    snaktype = members.snaktype or "value", property = property,
    datavalue = value ~= nil and { type = type_name, value = value } or nil,
  } }
end

--- A statement that names an item.
function forms.of(property, id, members)
  return forms.statement(property, "wikibase-entityid", { ["entity-type"] = "item", id = id },
    members)
end

--- A statement of a date, to the day (11), the month (10), the year (9) or less.
function forms.at(property, time, precision)
  return forms.statement(property, "time", {
    time = time, precision = precision, timezone = 0, before = 0, after = 0,
    calendarmodel = "http://www.wikidata.org/entity/Q1985727",
  })
end

--- A statement of an amount in a unit.
function forms.amount(property, amount, unit)
  return forms.statement(property, "quantity", { amount = amount,
    unit = unit and "http://www.wikidata.org/entity/" .. unit or "1" })
end

--- Labels or descriptions by language; `stands_for`: the language that one stands in for.
function forms.texts(language, value, stands_for)
  return { [stands_for or language] = {
    language = language, value = value, ["for-language"] = stands_for,
  } }
end

--- An item with a label in English.
function forms.item(id, label, claims, aliases)
  return {
    id = id, type = "item", labels = forms.texts("en", label), aliases = aliases or {},
    claims = claims or {},
  }
end

--- An answer of items by their identifiers.
function forms.answer(entities)
  local found = {}
  for _, item in ipairs(entities) do found[item.id] = item end
  return { entities = found, success = 1 }
end

--- Returns the parts that all files of items have.
function forms.file(kind, ids, mock_ids)
  return {
    source = forms.documents, date = "2026-11-27",
    url = "GET https://www.wikidata.org/w/api.php?action=wbgetentities*", kind = kind,
    ask = { "read", ids, { kind = kind } },
    mock = { path = "/wikidata/api.php", query = { action = "wbgetentities", ids = mock_ids } },
    maps = { "entities", "entities.*.labels", "entities.*.aliases", "entities.*.claims" },
    explained = {
      ["entities.*.aliases.*"] = "the mock has no aliases", ["entities.*.aliases.*[]"] = "the same",
      ["entities.*.aliases.*[].language"] = "the same",
      ["entities.*.aliases.*[].value"] = "the same",
    },
  }
end

return forms
