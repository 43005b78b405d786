-- One line in lib.work_fields makes a field: of tables, options, page, rules and exports.

local work_fields = require("lib.work_fields")

-- The library has albums, and books have none.
local list = work_fields.list
list[#list + 1] = { name = "album", input = "album", kind = "text", label = "Album",
  help = "its album", compared = true, columns = { "album", "sammlung" }, calibre = "#album",
  goodreads = "Album", storygraph = "Album", librarything = "Album", dc = "relation" }

local editing = require("programs.books.lib.editing")
local enrichment = require("programs.books.lib.enrichment")
local formats = require("programs.books.lib.formats")
local library_pages = require("programs.books.lib.library_pages")
local opf = require("programs.books.lib.exports.opf")
local opf_books = require("programs.books.lib.opf_books")

local samples = { names = { "Ada Lune" }, isbn = "9780306406157", year = 2003, pages = 300,
  language = "de", position = 2, url = "https://example.org/1.jpg" }

local function sample(field) return samples[field.kind] or "The " .. field.name end

-- A work with all fields, as the library keeps it.
local function whole()
  local record = { identifiers = { isbn13 = samples.isbn } }
  for _, field in ipairs(list) do
    if field.kind ~= "isbn" then record[field.name] = sample(field) end
  end
  local ids = assert(mix.library.import({ record }, { kind = "book" })).ids
  return mix.library.get(ids[1])
end

local function read(header, cells)
  local format = assert(formats.open(header, "auto"))
  cells.row = 2
  return assert(format:read(cells)), format.name
end

describe("each field of a book", function()
  before_each(function() mix.library.reset() end)

  it("is kept, and exported", function()
    local work = whole()
    local text = {}
    for part in mix.library.export({ format = "csv" }) do text[#text + 1] = part end
    local rows = assert(mix.csv.parse(table.concat(text), { header = false }))
    local record, format = read(rows[1], rows[2])
    assert.equal("mixhost", format)
    for _, field in ipairs(list) do
      assert.are.same(sample(field), field.kind == "names" and work[field.name]
        or work_fields.value(work, field), field.name)
      assert.are.same(work_fields.value(work, field), work_fields.value(record, field), field.name)
    end
  end)

  it("is read from a table by each of its columns", function()
    for _, field in ipairs(list) do
      for _, column in ipairs(field.columns) do
        local value = sample(field)
        local header = { "Titel", "Serie", column }
        local cells = { "T", "S", type(value) == "table" and value[1] or tostring(value) }
        if field.name == "title" then header, cells = { column }, { cells[3] } end
        if field.name == "series" then header, cells = { "Titel", column }, { "T", cells[3] } end
        assert.are.same(value, work_fields.value(read(header, cells), field), column)
      end
    end
  end)

  it("can be changed, and taken away", function()
    local work = whole()
    for _, field in ipairs(list) do
      local value = sample(field)
      assert.is_table(editing.changes({ [field.input] = value }), field.name)
      if not field.required then
        local fields, clear = editing.changes({ clear = { field.name } })
        assert(editing.save(work, fields, clear))
        assert.is_nil(work_fields.value(mix.library.get(work.id), field), field.name)
      end
    end
  end)

  it("is in the form, and among the facts", function()
    local page, typed, facts = library_pages.detail(whole()), {}, {}
    for _, field in ipairs(page[4].fields) do typed[field.name] = field end
    for _, fact in ipairs(page.facts) do facts[fact.label] = fact.value end
    for _, field in ipairs(list) do
      assert.is_not_nil(typed[field.input].value, field.name)
      if field.name ~= "title" then assert.is_not_nil(facts[field.label], field.name) end
    end
  end)

  it("is compared where its line says so", function()
    local query = enrichment.query(whole())
    for _, field in ipairs(list) do
      assert.equal(field.compared or false, query[field.input] ~= nil, field.name)
    end
  end)

  it("is a column of the programs that its line names, there and back", function()
    local work = whole()
    for _, program in ipairs({ "calibre", "goodreads", "storygraph" }) do
      local columns = require("programs.books.lib.exports." .. program).columns
      local header, cells = {}, {}
      for place, column in ipairs(columns) do
        header[place], cells[place] = column[1], tostring(column[2](work) or "")
      end
      local record, format = read(header, cells)
      assert.equal(program, format)
      for _, field in ipairs(list) do
        if field[program] and field.name ~= "title" then
          assert.are.same(work[field.name], record[field.name], field.name)
        end
      end
    end
  end)

  it("is an element of Calibre's OPF, there and back", function()
    local path = mix.fs.data("spec/fields.opf")
    assert(mix.fs.write(path, opf.text(whole())))
    local record = assert(opf_books.open(path):next())
    assert.equal("The title: The subtitle", record.title)
    assert.are.same({ "The publisher", "de", "The description", "The album" },
      { record.publisher, record.language, record.description, record.album })
  end)
end)
