-- Reconciliation services as match asks them: --with reconcile:ADDRESS, or reconcile for the one
-- of the setting upstream.reconcile.

local columns = require("lib.linking.columns")
local failure = require("lib.failure")
local reconcile = require("services.reconcile.provider")
local rules_for = require("lib.linking.rules_for")

local reconciled = {}

-- Rows at work at once, whose questions go in one request.
local at_once = 20
-- The field that a row needs.
local needs = { people = "name" }

--- Returns the address that --with names, false for the one of the setting; nil for anything else.
function reconciled.address(with)
  if with == "reconcile" then return false end
  local address = with:match("^reconcile:(.*)$")
  if address and not address:find("^https?://[^%s/?#]+%S*$") then
    mix.ui.fail("--with reconcile:ADDRESS: an address begins with https:// or http://", 2)
  end
  return address
end

--- Returns the name of a service for runs and decisions, without its address, which may open it.
function reconciled.name(address)
  if not address then return "reconcile" end
  local host = address:match("://([^/?#]+)"):match("[^@]*$")
  return ("reconcile:%s-%s"):format(host, mix.crypto.sha256(address):sub(1, 8))
end

--- Returns the part of --map that is about a table's columns, and the rest of it.
function reconciled.own_map(header, list)
  local own, others = {}, {}
  for name, field in pairs((columns.read_map(list))) do
    if columns.place(header, name) then own[name] = field else others[name] = field end
  end
  return own, others
end

local function has_property(properties, name)
  for _, property in ipairs(properties) do
    if property.id == name or property.name == name then return true end
  end
  return false
end

--- Opens a service for rules: {service, about, fields}, where `about` is what it says of itself and
--- `fields` the property of each field; nil and the error. `args`: type, map, of which what is not
--- in the table's `header` names properties.
function reconciled.open(address, rules, args, header)
  local service = reconcile.open({ address = address or nil, type = args.type })
  local about, err = failure.caught(service.describe, service)
  if not about then return nil, err end
  local known, _, map = rules:describe().fields, reconciled.own_map(header, args.map)
  local fields = reconcile.fields(about.properties, known.candidate, known.aliases, map)
  for name in pairs(map) do
    if not has_property(about.properties, name) then
      return nil, ("--map %s: it is neither a column nor a property of the service"):format(name)
    end
  end
  service:use(fields)
  return { service = service, about = about, fields = fields }
end

local function plainly(service, query) return service:search(query) end

--- Returns how rows are asked, as services.of does, by rules (their name, or nil) and a table's
--- header; nil and the fault.
function reconciled.of(header, rules)
  local kind = rules_for.kind(rules_for.table(header, rules))
  if not kind or kind == "records" then
    return nil, "--rules says what the rows are: match/books, match/films, match/people, "
      .. "match/releases or match/tracks"
  end
  return { kind = kind, needs = needs[kind] or "title", ask = plainly, at_once = at_once,
    named = function(candidates) return candidates end }
end

local function listed(entries)
  local names = {}
  for place, entry in ipairs(entries) do
    names[place] = entry.id == entry.name and entry.id or ("%s (%s)"):format(entry.name, entry.id)
  end
  return names[1] and table.concat(names, ", ") or "none"
end

--- Shows what a service says of itself, and which properties the rules read.
function reconciled.describe(address, rules, args, header)
  local opened, err = reconciled.open(address, rules, args, header)
  if not opened then mix.ui.fail(failure.short(err), 1) end
  local about, read = opened.about, {}
  for field, property in pairs(opened.fields) do
    read[#read + 1] = ("%s = %s"):format(field, property.id)
  end
  table.sort(read)
  if args.json then
    about.fields = mix.json.object()
    for field, property in pairs(opened.fields) do about.fields[field] = property.id end
    return print(mix.json.encode(about, { pretty = true }))
  end
  mix.ui.table({
    { name = "name", value = about.name },
    { name = "versions", value = table.concat(about.versions, ", ") },
    { name = "types", value = listed(about.types) },
    { name = "searched type", value = about.type or "all" },
    { name = "properties", value = listed(about.properties) },
    { name = "read by " .. rules:name(), value = read[1] and table.concat(read, ", ") or "none" },
  }, { columns = { "name", "value" } })
end

return reconciled
