-- The rows of a table as entities: found by the keys of the shared rules, judged by the same.

local blocking = require("lib.linking.blocking")
local columns = require("lib.linking.columns")
local kinds = require("programs.reconcile.lib.kinds")
local loading = require("lib.linking.loading")
local rules_for = require("lib.linking.rules_for")
local runs = require("lib.linking.runs")
local tables = require("lib.linking.tables")

local table_source = {}

-- Rows that a server holds; tables of fewer rows are compared as a whole.
local most_rows, few_rows = 300000, 100
-- Rows with which a query is compared, and the most rows of a key.
local most_near, common = 50, 1000
-- Queries are rows of the run, which starts over after this number.
local most_queries = 200000
-- As many servers may answer about one table at a time.
local slots = 16

-- Columns that name an entity of no known kind.
local naming = { name = true, title = true, label = true, titel = true, nom = true }

local Source = {}
Source.__index = Source

-- The column that names an entity where no field does.
local function naming_column(header, id)
  for index, name in ipairs(header) do
    if naming[columns.plain(name)] then return index end
  end
  for index in ipairs(header) do
    if index ~= id then return index end
  end
  return 1
end

-- Reads the rows: their cells as texts, and the places of identifiers.
local function read(source, opened)
  for rows in opened.next do
    for _, cells in ipairs(rows) do
      local number = #source.rows + 1
      if number > most_rows then
        return ("%s: a table of more than %d rows is too large to be served"):format(
          source.path, most_rows)
      end
      local plain = mix.json.array({})
      for index = 1, #source.header do plain[index] = tostring(cells[index] or "") end
      source.rows[number] = mix.json.encode(plain)
      local id = source.found.id and plain[source.found.id] or ""
      -- A second row of an identifier is found by its number alone.
      if id == "" or source.numbers[id] then id = ("row-%d"):format(number) end
      source.ids[number], source.numbers[id] = id, number
      source.names[number] = mix.text.fold(plain[source.name_place] or "")
    end
  end
end

-- Opens the run that finds rows near a query, and gives it the rows with their keys unless it has
-- them from an earlier start. `fresh`: without the queries of earlier ones.
local function index(source, fresh)
  if source.run then runs.close(source.run) end
  local is_small = #source.rows <= few_rows
  source.pairing = blocking.of(source.block, is_small and { block = "all" }
    or { most = most_near, common = common })
  local run, is_ready = runs.open({ command = "reconcile", left = source.path,
    right = source.path, rules = source.type.rules, block = source.block, map = {},
    options = { is_small }, fresh = fresh, slots = slots })
  source.run = run
  if is_ready then return end
  loading.load(run.file, "right", tables.opened(source.path), source.path, source.found,
    source.pairing)
  local ok, err = run.file:index("right")
  if not ok then mix.ui.fail(err.message, 1) end
end

-- Reads a table's header: {header, rules, block, fields, found, opened}; nil and the fault.
local function looked(path)
  local opened, fault = tables.open(path)
  if not opened then return nil, fault end
  local rules, block = rules_for.table(opened.header)
  local fields, aliases = rules_for.fields(rules, block, opened.header)
  local found, reason = columns.of(opened.header, fields, aliases, {}, rules_for.kind(rules))
  if not found then return nil, ("%s: %s"):format(path, reason) end
  return { header = opened.header, rules = rules, block = block, fields = fields, found = found,
    opened = opened }
end

local function title_of(path) return path:match("[^/]*$") end

--- Returns the title of a table that can be opened; nil and the fault.
function table_source.title(path)
  local table_found, fault = looked(path)
  return table_found and title_of(path), fault
end

--- Opens a table; nil and the fault.
function table_source.open(path)
  local look, fault = looked(path)
  if not look then return nil, fault end
  local header, found = look.header, look.found
  local place = naming_column(header, found.id)
  local type_of = kinds.type(rules_for.kind(look.rules), look.rules)
  -- Rules for any table read columns by their names.
  type_of.named_by = type_of.named_by or header[place]
  local named = found.places[type_of.named_by]
  local source = setmetatable({
    path = path, header = header, block = look.block, found = found, type = type_of,
    types = { type_of }, rows = {}, ids = {}, numbers = {}, names = {}, fields = {}, columns = {},
    name_place = math.type(named) == "integer" and named or place,
    title = title_of(path), stamp = mix.json.encode(runs.stamp(path)),
  }, Source)
  for _, field in ipairs(look.fields) do source.fields[field] = true end
  for place_of, name in ipairs(header) do source.columns[name] = place_of end
  fault = read(source, look.opened)
  if fault then return nil, fault end
  index(source)
  return source
end

--- Whether the table has changed since it was read.
function Source:is_stale() return mix.json.encode(runs.stamp(self.path)) ~= self.stamp end

--- Gives its run up; its index is kept for the next start where the table is the same.
function Source:close() runs.close(self.run, not self:is_stale()) end

--- Whether a property is a column, or a field of the rules.
function Source:has(pid) return self.columns[pid] ~= nil or self.fields[pid] ~= nil end

--- Returns the properties, {id, name}.
function Source:properties()
  local list = mix.json.array({})
  for _, name in ipairs(self.header) do list[#list + 1] = { id = name, name = name } end
  return list
end

--- Returns the record of a query: its properties as if they were cells of the table.
function Source:record(_, properties)
  local cells = {}
  for pid, texts in pairs(properties) do
    local place = self.columns[pid]
    if place then cells[place] = table.concat(texts, "; ") end
  end
  local record = loading.record(cells, self.found)
  for pid, texts in pairs(properties) do
    if self.fields[pid] and record[pid] == nil then record[pid] = table.concat(texts, "; ") end
  end
  return record
end

--- Returns the entity of a row.
function Source:entity(number)
  local cells = mix.json.decode(self.rows[number])
  local record = loading.record(cells, self.found)
  local name = cells[self.name_place]
  return { id = self.ids[number], name = name ~= "" and name or self.ids[number], record = record,
    description = kinds.description(self.type, record), cells = cells, type = self.type }
end

--- Returns the entities near each of some records.
function Source:near(_, records, texts)
  if self.run.file:count("left") > most_queries then index(self, true) end
  local lines, keys, lists = {}, {}, {}
  for place, record in ipairs(records) do
    local ok, own = pcall(self.pairing.keys, self.pairing, record)
    lines[place] = mix.json.encode(record)
    keys[place] = ok and own or self.pairing:keys_without_rules() or ""
  end
  local file = self.run.file
  local total = assert(file:add("left", lines, keys))
  for place, query in ipairs(file:near(total - #records + 1, #records,
    self.pairing.search)) do
    local entities, meant = {}, self.numbers[texts[place]]
    if meant then entities[1] = self:entity(meant) end
    for _, candidate in ipairs(query.candidates) do
      if candidate.row ~= meant then entities[#entities + 1] = self:entity(candidate.row) end
    end
    lists[place] = entities
  end
  return lists
end

--- Returns the entities with identifiers, by these.
function Source:get(ids)
  local found = {}
  for _, id in ipairs(ids) do
    local number = self.numbers[id]
    if number then found[id] = self:entity(number) end
  end
  return found
end

--- Returns the values of a property of an entity, as texts.
function Source:values(entity, pid)
  local place = self.columns[pid]
  local text = kinds.text(place and entity.cells[place] or entity.record[pid])
  return text and { text } or {}
end

--- Returns the entities whose names begin with a text, or contain it, after the first `skipped`.
function Source:suggest(prefix, limit, skipped)
  local wanted, first, later = mix.text.fold(prefix), {}, {}
  local most = limit + skipped
  if self.numbers[prefix] then first[1] = self.numbers[prefix] end
  for number, name in ipairs(self.names) do
    local at = number ~= first[1] and name:find(wanted, 1, true)
    local list = at == 1 and first or later
    if at and #list < most then list[#list + 1] = number end
  end
  table.move(later, 1, #later, #first + 1, first)
  local entities = {}
  for place = skipped + 1, math.min(most, #first) do
    entities[#entities + 1] = self:entity(first[place])
  end
  return entities
end

return table_source
