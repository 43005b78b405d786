-- Books of a Calibre library, out of the metadata.opf beside each (OPF 2.0 and 3), or of one such
-- file. A book is read as a row of Calibre's table, which formats.lua knows.

local failure = require("lib.failure")
local file_text = require("lib.file_text")
local formats = require("programs.books.lib.formats")
local isbn = require("programs.books.lib.isbn")
local work_fields = require("lib.work_fields")
local worded = require("lib.track_formats.worded")

local opf_books = {}

local header = { "author_sort", "identifiers", "isbn", "series_index", "pubdate", "rating", "tags",
  "uuid", "timestamp", "title_sort" }
-- The columns of the elements that are a field as it is.
local plain_elements = {}
for _, field in ipairs(work_fields.list) do
  header[#header + 1] = field.calibre
  if field.dc then plain_elements[field.dc] = field.calibre end
end
-- AUTHOR/TITLE (NUMBER)/metadata.opf, and folders of such libraries.
local deepest = 6

local function plain(name) return (name or ""):match("[^:]+$") end

local function attribute(node, name)
  return node.attributes["opf:" .. name] or node.attributes[name]
end

local metas = { ["calibre:series"] = "series", ["calibre:series_index"] = "series_index",
  ["calibre:rating"] = "rating", ["calibre:timestamp"] = "timestamp",
  ["calibre:title_sort"] = "title_sort" }
-- OPF 3 has texts where OPF 2 has attributes.
local properties = { ["belongs-to-collection"] = "series", ["group-position"] = "series_index" }

local function take_identifier(book, node)
  local value = worded(node.text)
  if not value then return end
  local scheme = (attribute(node, "scheme") or ""):lower()
  local rest = value
  if scheme == "" then
    scheme, rest = value:gsub("^urn:", ""):match("^(%a[%w_]*):(%S+)$")
    if not scheme and isbn.read(value) then scheme, rest = "isbn", value end
    if not scheme then return end
    scheme = scheme:lower()
  end
  if scheme == "uuid" then
    book.uuid = book.uuid or rest:gsub("^urn:uuid:", "")
  elseif scheme ~= "calibre" and not rest:find("[,%s]") then
    book.identifiers[#book.identifiers + 1] = scheme .. ":" .. rest
  end
end

-- The roles of people by the identifier of their element, as OPF 3 writes them.
local function roles_of(metadata)
  local roles = {}
  for _, node in ipairs(metadata.children) do
    local of = node.attributes.property == "role" and node.attributes.refines
    -- Some write the address of the role.
    if of then roles[of:gsub("^#", "")] = (worded(node.text) or ""):match("%a+$") end
  end
  return roles
end

local function take(book, node)
  local name, value = plain(node.name), worded(node.text)
  if name == "identifier" then
    take_identifier(book, node)
  elseif name == "creator" and value then
    -- Translators, illustrators and others have roles of their own.
    local role = attribute(node, "role") or book.roles[node.attributes.id or ""]
    local list = (not role or role == "aut") and book.authors or role == "edt" and book.editors
    if list then list[#list + 1] = value end
  elseif name == "subject" then
    book.tags[#book.tags + 1] = value
  elseif plain_elements[name] then
    local column = plain_elements[name]
    book[column] = book[column] or value
  elseif name == "date" and (attribute(node, "event") or "publication") == "publication" then
    book.pubdate = book.pubdate or value
  elseif name == "meta" then
    local field = metas[node.attributes.name]
    local property = properties[node.attributes.property]
    if field then
      book[field] = worded(node.attributes.content)
    elseif property then
      book[property] = book[property] or value
    end
  end
end

-- The book of a file as cells of the header; nil and what is wrong.
local function cells_of(bytes)
  local root, problem = file_text.xml(bytes)
  if not root then return nil, problem end
  local metadata
  for _, node in ipairs(root.children) do
    if plain(node.name) == "metadata" then metadata = node end
  end
  if plain(root.name) ~= "package" or not metadata then return nil, "it is not an OPF" end
  local book = { authors = {}, editors = {}, identifiers = {}, tags = {},
    roles = roles_of(metadata) }
  local function walk(node)
    for _, child in ipairs(node.children) do
      take(book, child)
      -- OPF 1 has further levels.
      walk(child)
    end
  end
  walk(metadata)
  book.authors = table.concat(#book.authors > 0 and book.authors or book.editors, " & ")
  book.identifiers = table.concat(book.identifiers, ",")
  book.tags = table.concat(book.tags, ", ")
  local cells = {}
  for place, name in ipairs(header) do cells[place] = book[name] or "" end
  return cells
end

local function find(folder, prefix, found, depth)
  for _, name in ipairs(mix.fs.list(folder) or {}) do
    local path = folder .. "/" .. name
    if name == "metadata.opf" then
      found[#found + 1] = { path = path, name = prefix .. name }
    -- Books themselves have endings; what was deleted is in .caltrash.
    elseif name:sub(1, 1) ~= "." and depth < deepest and utf8.len(name) then
      -- A link that leads out of the library is refused, and is not one of its folders.
      local is_granted, info = pcall(mix.fs.info, path)
      if is_granted and info and info.type == "folder" then
        find(path, prefix .. name .. "/", found, depth + 1)
      end
    end
  end
  return found
end

local Books = {}
Books.__index = Books

--- The next record, as Reading:next of reading.lua; what is wrong names the file.
function Books:next()
  self.count = self.count + 1
  local file = self.files[self.count]
  if not file then
    self.count = #self.files
    return nil
  end
  local is_granted, bytes, err = pcall(mix.fs.read, file.path)
  if not is_granted then bytes, err = nil, bytes end
  local cells, problem = nil, err and failure.line(err)
  if bytes then cells, problem = cells_of(bytes) end
  if not cells then return nil, ("%s: %s"):format(file.name, problem), self.count end
  cells.row = self.count
  local fields, remarks = self.by_format:read(cells)
  if not fields then return nil, ("%s: %s"):format(file.name, remarks), self.count end
  for place, text in ipairs(remarks) do remarks[place] = ("%s: %s"):format(file.name, text) end
  formats.keep(self, self.count, remarks)
  return fields
end

--- OPF is XML, which says itself how it is encoded.
function Books:encoding() return "utf-8" end

--- Whether a path is a Calibre library, or one book's OPF.
function opf_books.is_one(path)
  if path:lower():find("%.opf$") then return true end
  local info = path ~= "-" and mix.fs.info(path)
  return info and info.type == "folder" or false
end

--- Opens a folder of books or an OPF; nil and the reason when there is none. As reading.open.
function opf_books.open(path)
  local root = path:gsub("(.)/+$", "%1")
  local files = path:lower():find("%.opf$") and { { path = path, name = path:match("[^/]+$") } }
    or find(root, "", {}, 0)
  if #files == 0 then
    return nil, ("%s: no metadata.opf is in it or below it; is it a library of Calibre?"):format(
      path)
  end
  return setmetatable({
    files = files, format = "calibre", by_format = assert(formats.open(header, "calibre")),
    count = 0, remarks = {}, remark_count = 0,
  }, Books)
end

return opf_books
