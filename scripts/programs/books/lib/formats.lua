-- The exports that are recognised by their header, and how their columns are read.

local export_presets = require("lib.export_presets")
local isbn = require("programs.books.lib.isbn")
local own_table = require("programs.books.lib.own_table")
local plain_table = require("programs.books.lib.plain_table")
local plain_text = require("lib.plain_text")
local record = require("programs.books.lib.record")
local spelling = require("rules.lib.spelling")
local trimmed = require("lib.trimmed")
local work_fields = require("lib.work_fields")

local formats = {}

local function append(list, names) table.move(names, 1, #names, #list + 1, list) end

-- A format: `name`, `has` (columns that tell it; of programs those of lib.export_presets), `fits`
-- (what else does), `plan(map)` (what it wants to know of the header once), `refuses(get)` (why a
-- row is not a book), `read(making, get, header, plan)` fills the record and says by
-- `get(column)` what it used; the other columns go to `extra`.
local goodreads = {
  name = "goodreads",
  read = function(making, get)
    local fields = making.fields
    record.take_plain(making, "goodreads", get)
    local author, reversed = get("author"), get("author l-f")
    fields.creators = { author and record.name(author, reversed) }
    append(fields.creators, record.names_in_order(get("additional authors")))
    fields.identifiers.goodreads = get("book id")
    record.take_isbn(making, { get("isbn13") or "", get("isbn") or "" })
    local original, published = get("original publication year"), get("year published")
    record.take_year(making, "Original Publication Year", original)
    fields.extra.year_published = math.tointeger(tonumber(published)) or published
    if original == nil then
      fields.extra.year_published = nil
      record.take_year(making, "Year Published", published)
    end
    record.take_number(making, "My Rating", get("my rating"))
    -- 0 means that the reader has not rated it.
    if fields.extra.my_rating == 0 then fields.extra.my_rating = nil end
    record.take_number(making, "Average Rating", get("average rating"))
  end,
}

local storygraph = {
  name = "storygraph",
  read = function(making, get)
    local fields = making.fields
    record.take_plain(making, "storygraph", get)
    fields.creators = record.names_in_order(get("authors"))
    local number = get("isbn/uid")
    if number and number:find("^B0%w%w%w%w%w%w%w%w$") then
      fields.identifiers.asin = number
    elseif number and isbn.read(number) then
      record.take_isbn(making, { number })
    elseif number then
      -- A private number of the service; one that only looks like an ISBN is reported.
      if number:find("^[%dXx%-]+$") then
        record.take_isbn(making, { number })
      else
        fields.identifiers.storygraph = number
      end
    end
    record.take_number(making, "Star Rating", get("star rating"))
  end,
}

-- Adds the names of a list whose roles, in another list, are none or those of authors and editors.
-- Returns whether others, such as translators, are left.
local function add_by_roles(list, text, roles)
  local of_each, is_less = {}, false
  for role in (roles:lower() .. "|"):gmatch("%s*([^|]*)|") do of_each[#of_each + 1] = role end
  for place, name in ipairs(record.names(text)) do
    local role = of_each[place] or ""
    local is_maker = role == "" or role:find("author") or role:find("editor")
    list[#list + 1] = is_maker and name or nil
    is_less = is_less or not is_maker
  end
  return is_less
end

local librarything = {
  name = "librarything",
  read = function(making, get)
    local fields = making.fields
    append(fields.creators, record.names(get("primary author")))
    local others, roles = get("secondary author"), get("secondary author roles")
    local is_less = add_by_roles(fields.creators, others, roles or "")
    fields.extra.secondary_author = is_less and others or nil
    fields.extra.secondary_author_roles = roles
    fields.identifiers.librarything = get("book id")
    local numbers = { get("isbn") or "" }
    for number in (get("isbns") or ""):gmatch("[^,%s]+") do numbers[#numbers + 1] = number end
    record.take_isbn(making, numbers)
    local publication = get("publication")
    fields.publisher = publication and record.cell(publication:match("^[^%(]*"))
    fields.extra.publication = publication
    record.take_plain(making, "librarything", get)
    record.take_number(making, "Rating", get("rating"))
  end,
}

-- Numbers of services; those of editions are returned.
local function calibre_identifiers(fields, text)
  local numbers = {}
  for name, value in (text or ""):gmatch("%f[%w_]([%w_]+):([^,%s]+)") do
    if name == "isbn" then
      numbers[#numbers + 1] = value
    elseif name == "goodreads" or name == "google" or name == "asin" then
      fields.identifiers[name] = value
    elseif name == "amazon" then
      fields.identifiers.asin = value
    elseif name == "openlibrary" and value:find("^OL%d+W$") then
      fields.identifiers.olid = value
    else
      fields.extra["identifier_" .. record.key(name)] = value
    end
  end
  return numbers
end

local calibre = {
  name = "calibre",
  read = function(making, get)
    local fields = making.fields
    record.take_plain(making, "calibre", get)
    fields.identifiers.calibre = get("uuid") or get("id")
    local numbers = calibre_identifiers(fields, get("identifiers"))
    record.take_isbn(making, { get("isbn") or "", table.unpack(numbers) })
    -- Without a series the program writes 1.0.
    if fields.series then record.take_position(making, "series_index", get("series_index")) end
    local date = get("pubdate")
    -- The program's mark for "not known".
    if date and not date:find("^0101%-") then record.take_year(making, "pubdate", date) end
    record.take_number(making, "Rating", get("rating"))
  end,
}

local bookwyrm = {
  name = "bookwyrm", plan = plain_table.plan,
  read = function(making, get, header, plan)
    local numbers = making.fields.identifiers
    plain_table.read(making, get, header, plan)
    numbers.goodreads, numbers.librarything = get("goodreads_key"), get("librarything_key")
    numbers.asin = get("asin")
    record.take_number(making, "Rating", get("rating"))
  end,
}

-- The columns of a field by the program's entry.
local function sources_of(fields, field)
  local source = fields[field.input]
  return type(source) == "table" and source or { source }
end

-- Takes what a program's entry says of each field.
local function take_fields(making, name, get)
  local fields = export_presets.named(name, "books").books
  for _, field in ipairs(work_fields.list) do
    local texts, shown = {}, nil
    for _, column in ipairs(sources_of(fields, field)) do
      local text, header = get(column)
      shown = shown or text and header
      texts[#texts + 1] = text
    end
    if field.kind == "isbn" then
      record.take_isbn(making, texts)
    elseif texts[1] then
      record.take(making, field, texts[1], shown)
    end
  end
end

local hardcover = {
  name = "hardcover",
  read = function(making, get)
    take_fields(making, "hardcover", get)
    local fields = making.fields
    fields.creators = record.names_in_order(get("author"))
    fields.identifiers.asin = get("asin")
    record.take_number(making, "Rating", get("rating"))
  end,
}

-- All that somebody owns: books, films, games and records.
local libib = {
  name = "libib",
  refuses = function(get)
    local kind = get("itemtype")
    return kind and kind:lower() ~= "book" and ("it is a %s, not a book"):format(kind) or nil
  end,
  read = function(making, get)
    take_fields(making, "libib", get)
    record.take_number(making, "Rating", get("rating"))
  end,
}

formats.all = { goodreads, storygraph, librarything, calibre, bookwyrm, hardcover, libib,
  own_table, plain_table }

for _, format in ipairs(formats.all) do
  local preset = export_presets.named(format.name, "books")
  format.has = preset and preset.has or format.has
end

--- The names of the formats, for a choice of an option.
formats.names = { "auto", "goodreads", "storygraph", "librarything", "calibre", "bookwyrm",
  "hardcover", "libib", "mixhost", "csv" }

-- The places of the columns by their names in lower case, as hand-written tables spell them, and
-- in letters and digits alone.
local function places(header)
  local map = {}
  local function add(key_of)
    for place, name in ipairs(header) do
      local key = key_of(name)
      if not map[key] then map[key] = place end
    end
  end
  add(function(name) return trimmed(name:lower()) end)
  add(mix.text.normalize)
  -- "publicationYear"; and a header's cell may have a second line.
  add(function(name) return mix.text.normalize((name:gsub("(%l)(%u)", "%1 %2"))) end)
  add(function(name) return trimmed(name:lower():match("^[^\r\n]*")) end)
  add(export_presets.plain)
  return map
end

-- The names of the columns in `extra`; columns of one name get a number.
local function extra_keys(header)
  local keys, seen = {}, {}
  for place, name in ipairs(header) do
    local key = record.key(name)
    seen[key] = (seen[key] or 0) + 1
    keys[place] = seen[key] > 1 and ("%s_%d"):format(key, seen[key]) or key
  end
  return keys
end

local Format = {}
Format.__index = Format

-- Makes the reader of the rows below a header. `used` has the number of the last row that used a
-- column.
local function new(format, map, header)
  local self = setmetatable({
    name = format.name, format = format, keys = extra_keys(header), header = header,
    plan = format.plan and format.plan(map), used = {}, count = 0, cells = {},
  }, Format)
  self.get = function(name)
    local place = map[name]
    if not place then return nil end
    self.used[place] = self.count
    return record.cell(self.cells[place]), header[place]
  end
  return self
end

-- Whether a header without titles is that of a list of ISBNs, or the first of them.
local function is_of_numbers(header, map)
  for _, field in ipairs(work_fields.list) do
    for _, name in ipairs(field.kind == "isbn" and field.columns or {}) do
      if map[name] then return true end
    end
  end
  return header[1] ~= nil and isbn.read(header[1]) ~= nil
end

--- Finds the format of a header. nil, the reason, and what a command can do when it is unknown.
function formats.open(header, wanted)
  local map = places(header)
  for _, format in ipairs(formats.all) do
    if (wanted == format.name or wanted == "auto")
      and export_presets.has_all(map, format.has) and (not format.fits or format.fits(map)) then
      return new(format, map, header)
    end
  end
  local found = table.concat(header, ", "):sub(1, 200)
  if wanted ~= "auto" and wanted ~= "csv" then
    return nil, ("this is not an export of %s; its columns are: %s"):format(wanted, found)
  end
  return nil, ("no column is named \"title\"; the columns are: %s"):format(found),
    is_of_numbers(header, map) and "A list of ISBNs is read by: mixhost books add --isbn-list FILE"
    or "A file without a header row needs --columns title,author,…; another delimiter --delimiter"
end

--- Reads a row. Returns the record and the list of remarks; nil and the reason for a bad one.
function Format:read(cells)
  local making = record.new(cells.row)
  self.count, self.cells = self.count + 1, cells
  local refused = self.format.refuses and self.format.refuses(self.get)
  if refused then return nil, refused end
  self.format.read(making, self.get, self.header, self.plan)
  local fields, used, count, keys = making.fields, self.used, self.count, self.keys
  -- A line break within a title is the editor's, not the author's.
  fields.title = fields.title and spelling.tidy(plain_text.title(fields.title))
  local problem = record.title_problem(fields.title)
  if problem then return nil, problem end
  -- A header may have far more names than the row has cells.
  for place = 1, math.min(#keys, #cells) do
    local value = used[place] ~= count and record.cell(cells[place])
    if value then fields.extra[keys[place]] = value end
  end
  local is_longer = false
  for place = #keys + 1, #cells do
    fields.extra["column_" .. place] = record.cell(cells[place])
    is_longer = is_longer or fields.extra["column_" .. place] ~= nil
  end
  if is_longer then
    making.remarks[#making.remarks + 1] = ("the row has %d fields, the header %d: its columns may "
      .. "have shifted"):format(#cells, #keys)
  end
  record.take_series(making)
  return fields, making.remarks
end

local most_remarks = 1000

--- Adds the remarks on a row to those of a file that is read, {row, reason}, and counts them all.
function formats.keep(file, row, remarks)
  file.remark_count = file.remark_count + #remarks
  for _, text in ipairs(remarks) do
    if #file.remarks == most_remarks then return end
    file.remarks[#file.remarks + 1] = { row = row, reason = text }
  end
end

return formats
