-- CSV in a text with damaged rows.

local csv_rows = require("lib.csv_rows")
local importing = require("programs.books.lib.importing")
local records = require("lib.records")
local track_files = require("lib.track_files")

-- The rows of a text, their cells joined, and the reasons of the others by their lines.
local function read(text)
  local rows, bad = assert(csv_rows.read(text))
  local reasons = {}
  for place, row in ipairs(rows) do rows[place] = table.concat(row, "|") end
  for _, one in ipairs(bad) do reasons[one.row] = one.reason end
  return rows, reasons
end

describe("a row that breaks the rule of quotes", function()
  it("costs itself alone, and is mended where it is clear", function()
    local rows, reasons = read('Title;Artist\r\nHalo;"Ann\nLee"\nSay "x" Boats;Bo\n"a"b;Cy\n\n'
      .. 'Blue;"Bo\nGone;Di\n')
    assert.are.same({ "Title|Artist", "Halo|Ann\nLee", 'Say "x" Boats|Bo', '"a"b|Cy', "Gone|Di" },
      rows)
    assert.are.same({ [7] = "column 6: a quote is opened and never closed" }, reasons)
  end)

  it("leaves the other records to rules", function()
    local bad = {}
    local list, columns = records.parse('title,artist\nEbb,"Ada\nFlow,Bo\n', "x.csv", bad)
    assert.are.same({ { title = "Flow", artist = "Bo" }, nil }, { list[1].record, list[2] })
    assert.are.same({ "title", "artist" }, columns)
    assert.equal(2, bad[1].row)
    assert.matches("x.csv: line 2, ", select(2, records.parse('title,artist\nEbb,"Ada\n', "x.csv")),
      1, true)
  end)

  it("is not all that there is", function()
    local rows, err = csv_rows.read('a,"b\nc\n', ",")
    assert.is_nil(rows)
    assert.matches("a quote is opened and never closed", err.message, 1, true)
  end)

  it("is named by imports of playlists and of dropped books", function()
    local list = track_files.read('My list\ntitle,artist\nEbb,"Ada\nFlow,Bo\n', "x.csv")
    assert.are.same({ "Flow" }, { list.tracks[1].title, list.tracks[2] })
    assert.are.same({ "1 row cannot be read, and left out; the first, in line 3: column 5: a quote "
      .. "is opened and never closed" }, track_files.remarks(list))
    local file = assert(importing.open({ name = "x.csv",
      text = 'title,author\nEbb,"Ada\nFlow,Bo\n' }, {}))
    local report = assert(importing.take(file, { dry_run = true }))
    assert.are.same({ 1, 1 }, { report.added, report.rejected_count })
  end)
end)

it("a damaged line of JSON costs its track alone", function()
  local list = track_files.read('{"title":"Ebb","artist":"Ada"}\n{"title":\n'
    .. '{"title":"Flow","artist":"Bo"}\n', "x.ndjson")
  assert.equal(2, #list.tracks)
  assert.matches("^1 row cannot be read, and left out; the first, in line 2: invalid JSON",
    track_files.remarks(list)[1])
end)
