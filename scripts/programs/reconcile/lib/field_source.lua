-- The common part of sources whose entities are records with the fields of rules.

local kinds = require("programs.reconcile.lib.kinds")

local field_source = {}
field_source.__index = field_source

--- Gives a source with `types` its properties: the fields that the rules of these read on a side,
--- "query" or "candidate". Returns the source.
function field_source.of(source, side)
  source.known = {}
  for _, type_of in ipairs(source.types) do
    for _, field in ipairs(type_of.described.fields[side]) do source.known[field] = true end
  end
  return source
end

--- Whether a property is a field of the rules.
function field_source:has(pid) return self.known[pid] == true end

--- Returns the properties, {id, name}.
function field_source:properties()
  local list = mix.json.array({})
  for field in pairs(self.known) do list[#list + 1] = { id = field, name = field } end
  table.sort(list, function(a, b) return a.id < b.id end)
  return list
end

--- Returns the record of a query.
function field_source:record(_, properties)
  local record = {}
  for pid, texts in pairs(properties) do record[pid] = table.concat(texts, "; ") end
  return record
end

--- Returns the values of a property of an entity, as texts.
function field_source:values(entity, pid)
  local value, texts = entity.record[pid], {}
  for _, each in ipairs(type(value) == "table" and value or { value }) do
    texts[#texts + 1] = kinds.text(each)
  end
  return texts
end

return field_source
