-- Tables that programs write otherwise than as CSV: read as the same rows in their usual form.

local table_reader = require("lib.table_reader")
local written = require("spec.written")

local function read(text)
  local reader = assert(table_reader.open(written("odd.csv", text), {}))
  local all = {}
  repeat
    local rows = reader:next(2)
    for _, cells in ipairs(rows or {}) do
      cells.row = nil
      all[#all + 1] = cells
    end
  until not rows
  return all
end

local wanted = { { "title", "author" }, { "Salt", "Lune, Ada" }, { "Ebb", "Bo" } }

describe("an odd table", function()
  it("has rare signs between its fields", function()
    for _, sign in ipairs({ "^", "~", "\1", "\31", "¦", "§" }) do
      local text = ("title|author\nSalt|Lune, Ada\nEbb|Bo\n"):gsub("|", sign)
      assert.are.same(wanted, read(text), sign)
    end
    assert.are.same({ { "title", "author" }, { "Salt Roads", "Ada Lune" }, { "Ebb", "Bo" } },
      read("title        author\nSalt Roads   Ada Lune\nEbb          Bo\n"))
  end)

  it("has whole lines in quotes", function()
    assert.are.same(wanted, read('"title,author"\n"Salt,""Lune, Ada"""\n"Ebb,Bo"\n'))
    assert.are.same(wanted, read('title,author\n"Salt,""Lune, Ada"""\n"Ebb,Bo"\n'))
  end)

  it("has some lines in quotes, where its header has three columns", function()
    local quoted = '"Ebb","Bo","1,2"\n"Salt,""Lune, Ada"",1999"\n'
    assert.are.same({ "Salt", "Lune, Ada", "1999" }, read("title,author,year\n" .. quoted)[3])
    assert.are.same({ "I, Boat" }, read('title,author\nEbb,Bo\n"I, Boat"\n')[3])
  end)

  it("has other quotes", function()
    assert.are.same(wanted, read("'title','author'\n'Salt','Lune, Ada'\n'Ebb','Bo'\n"))
    assert.are.same(wanted, read("“title”,“author”\n“Salt”,“Lune, Ada”\n“Ebb”,“Bo”\n"))
    assert.are.same({ { "title", "author" }, { "It's \"Salt\"", "Ada" } },
      read("'title','author'\n'It''s \"Salt\"','Ada'\n"))
  end)

  it("counts its rows in a column that the header does not name", function()
    assert.are.same({ { "", "title", "author" }, { "1", "Salt", "Ada" }, { "2", "Ebb", "Bo" } },
      read("title,author\n1,Salt,Ada\n2,Ebb,Bo\n"))
    local unquoted = { { "title", "author" }, { "Salt", "Lune", " Ada" }, { "Ebb", "Rook", " Bo" } }
    assert.are.same(unquoted, read("title,author\nSalt,Lune, Ada\nEbb,Rook, Bo\n"))
  end)

  it("has a row of groups above its header", function()
    local rows = { { "#", "title", "author", "Start", "Rating" },
      { "1", "Salt", "Ada", "May", "5" } }
    local below = "#,title,author,Start,Rating\n1,Salt,Ada,May,5\n"
    for _, groups in ipairs({ ",Book,,Reading,", "Book,,,Reading", "Info,Book,Book,Reading,Reading",
      "My books,,,," }) do
      assert.are.same(rows, read(groups .. "\n" .. below), groups)
    end
    assert.are.same({ "My books" }, read("My books\n,Book,,Reading,\n" .. below)[1])
    assert.are.same(rows, { select(2, table.unpack(read("My books\n,Book,,Reading,\n" .. below))) })
    assert.are.same({ { "title", "author", "Start", "End" }, { "Salt", "Ada", "May", "June" } },
      read("title,author,Reading,\n,,Start,End\nSalt,Ada,May,June\n"))
    -- These are rows.
    for _, text in ipairs({ "title,author,\nSalt,Ada,x\n", "title,author,\nTitle,Author,x\n",
      "title,,author\n1,2,3\n", "title,author,\n,,5\n", "title,author,year\n,,x\n" }) do
      assert.equal(2, #read(text), text)
    end
  end)

  it("is a list of one column, whose titles have commas", function()
    for _, first in ipairs({ "title", "Boats (1984)" }) do
      assert.are.same({ { first }, { "I, Boat (2017)" }, { "Lamps" } },
        read(first .. "\nI, Boat (2017)\nLamps\n"))
    end
    assert.are.same({ { "Songs" }, { "Title", "Artist" }, { "Ebb", "Ada" } },
      read("Songs\nTitle,Artist\nEbb,Ada\n"))
    assert.are.same({ { "words" }, { "I", " Boat" }, { "Lamps" } }, read("words\nI, Boat\nLamps\n"))
  end)

  it("ends where DOS says so", function()
    assert.are.same(wanted, read('title,author\nSalt,"Lune, Ada"\nEbb,Bo\n\26'))
  end)

  it("differs from others by its header and all its rows", function()
    for _, text in ipairs({ "title\nSalt ^ Ebb\n", '"Salt, Ebb"\n"Lune, Ada"\n', "title\n'Salt'\n",
      "title  author\nSalt\nEbb  Bo  x\n" }) do
      assert.are.equal(1, #read(text)[1], text)
    end
  end)

  it("may have quotes that are not doubled", function()
    assert.are.same({ { "title", "author" }, { 'Say "Salt"', "Ada" }, { '"Ebb" Tides', "Bo" },
      { "Flow, a", 'The "Cy"' }, { "Last", "Di" } },
      read('title,author\n"Say \\"Salt\\"",Ada\n"Ebb" Tides,Bo\n"Flow, a",The "Cy"\nLast,Di\n'))
    local many = ("Ebb,Bo\n"):rep(120)
    local rows = read("title,author\n" .. many .. '"Salt" Roads,Ada\n' .. many .. '"Flow" On,Cy\n')
    assert.are.same({ '"Salt" Roads', "Ada" }, rows[122])
    assert.are.same({ '"Flow" On', "Cy" }, rows[243])
    assert.equal(243, #rows)
    local path = written("quotes.csv", 'title,author\n"Salt\nRoads" x,Ada\n"Ebb" a, b,Bo\n')
    local _, rejected = assert(table_reader.open(path, {})):next(10)
    assert.equal(2, #rejected)
  end)

  it("has its header once, however often files that were put together have it", function()
    local many = ("Flow,Cy\n"):rep(60)
    local rows = read("title,author\nSalt,Ada\n\u{feff}Title,Author\n" .. many
      .. "title,author\nEbb,Bo\n")
    assert.are.same({ 63, "Salt", "Flow", "Ebb" }, { #rows, rows[2][1], rows[3][1], rows[63][1] })
    -- A row that is there twice, and is not a header.
    assert.are.equal(3, #read("Salt,Ada\nSalt,Ada\nEbb,Bo\n"))
  end)

  it("keeps the numbers of its rows", function()
    local path = written("numbers.csv", "title^author\nSalt^Ada\n\0\nEbb^Bo\n")
    local reader = assert(table_reader.open(path, {}))
    local rows, rejected = reader:next(10)
    assert.are.same({ 1, 2, 4 }, { rows[1].row, rows[2].row, rows[3].row })
    assert.are.equal(3, rejected[1].row)
  end)
end)
