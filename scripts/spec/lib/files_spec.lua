-- The parts of scripts/lib that read and name: records out of files, errors in a line.

local failure = require("lib.failure")
local match_words = require("lib.match_words")
local record_rows = require("lib.record_rows")
local records = require("lib.records")

local function found(text)
  local list = assert(records.parse(text, "shown"))
  local result = {}
  for index, item in ipairs(list) do result[index] = item.record end
  return result
end

it("values are texts of cells, also those that hold objects", function()
  for text, value in pairs({ ["a; 7"] = { "a", 7 }, ['["a",{"b":1}]'] = { "a", { b = 1 } },
    ['{"a":1}'] = { a = 1 }, ["true"] = true, [""] = {} }) do
    assert.equal(text, record_rows.text(value, "; "))
  end
  assert.equal("", record_rows.text(nil, "; "))
  assert.equal('title ["Dune",{"a":1}]', match_words.record({ title = { "Dune", { a = 1 } } }, {}))
end)

describe("records", function()
  local expected = { { title = "A" }, { title = "B" } }

  it("come from a JSON array", function()
    assert.are.same(expected, found('[{"title":"A"},{"title":"B"}]'))
  end)

  it("come from NDJSON, blank lines skipped", function()
    assert.are.same(expected, found('{"title":"A"}\r\n\n{"title":"B"}\n'))
  end)

  it("come from objects over several lines, one behind the other", function()
    assert.are.same({ { title = "A {x}" }, { title = "B" } },
      found('{\n "title": "A {x}"\n}\n{\n "title": "B"\n}\n'))
    assert.are.same(expected, found('{"title":"A"}{"title":"B"}'))
    local _, reason = records.parse('{\n "title": "A"\n}\n{\n "ti', "x")
    assert.matches("^x:1: invalid JSON", reason)
  end)

  it("come from UTF-16 with its mark", function()
    local text = '[{"title":"Ä"}]'
    local bytes = "\xFF\xFE" .. text:gsub("Ä", "\xC4"):gsub(".", "%0\0")
    assert(mix.fs.write(mix.fs.data("spec/wide.json"), bytes))
    assert.are.same({ { record = { title = "Ä" }, line = 1 } },
      (records.read(mix.fs.data("spec/wide.json"))))
  end)

  it("come from CSV with any delimiter", function()
    assert.are.same(expected, found("title\nA\nB\n"))
    assert.are.same({ { title = "A", year = "1" } }, found("title;year\nA;1\n"))
  end)

  it("come from no workbook and no packed file", function()
    local words = { ["PK\3\4"] = "save the sheet as CSV", ["\x1f\x8b"] = "unpack it" }
    for start, word in pairs(words) do
      local list, reason = records.parse(start .. "\0\0", "list.xlsx")
      assert.is_nil(list)
      assert.matches("list.xlsx: it is", reason, 1, true)
      assert.matches(word, reason, 1, true)
    end
  end)

  it("name the file and line of what is wrong", function()
    local list, reason = records.parse('{"title":"A"}\n{"title":\n', "songs.ndjson")
    assert.is_nil(list)
    assert.matches("^songs%.ndjson:2: ", reason)
    for _, blank in ipairs({ "", " \n", "\r\n\t", "\u{feff},,\n" }) do
      assert.equal("empty.csv: the file is empty: a header and a row for each entry, or an entry "
        .. "on each line, are expected", select(2, records.parse(blank, "empty.csv")))
    end
  end)
end)

describe("an error in a line", function()
  it("is the first line of its message", function()
    assert.equal("one", failure.line("one\ntwo"))
    assert.equal("one", failure.line({ message = "one\r\ntwo" }))
    assert.equal("nil", failure.line(nil))
  end)

  it("is short without its address", function()
    assert.equal("no answer", failure.short("no answer (https://example.com/a?b=c)"))
    -- An address of the user's own has no name that anybody knows but that of its setting.
    assert.equal("no connection to the address in upstream.music_server", failure.short(
      "no connection to music-server.mixhost.invalid (https://music-server.mixhost.invalid/x)"))
  end)

  it("of one item costs that item, and a mistake is raised on", function()
    local denied, err = failure.caught(mix.fs.read, "/etc/hostname")
    assert.is_nil(denied)
    assert.equal("denied", err.kind)
    assert.are.same({ 1, nil, 3, n = 3 },
      table.pack(failure.caught(function() return 1, nil, 3 end)))
    assert.is_false((pcall(failure.caught, function() return nil + 1 end)))
    assert.equal("/m/a.mp3: no", failure.of_file("no\nmore", "/m/a.mp3"))
    assert.equal("cannot read /m/a.mp3", failure.of_file("cannot read /m/a.mp3", "/m/a.mp3"))
  end)

  it("tells when nobody answered", function()
    mix.test.mock_http({
      ["GET https://example.com/gone"] = { status = 404 },
      ["GET https://example.com/down"] = { error = "dns" },
    })
    assert.is_false(failure.is_network(select(2, mix.http.get("https://example.com/gone"))))
    mix.test.clock()
    assert.is_true(failure.is_network(select(2, mix.http.get("https://example.com/down"))))
    assert.is_false(failure.is_network("text"))
  end)
end)
