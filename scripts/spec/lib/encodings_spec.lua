-- Files in encodings of one byte a character: read by name, by declaration, and by a guess.

local file_text = require("lib.file_text")
local single_byte = require("lib.single_byte")
local table_reader = require("lib.table_reader")

local path = mix.fs.data("spec/encoded.csv")

local function read(bytes, encoding)
  assert(mix.fs.write(path, bytes))
  local reader = assert(table_reader.open(path, { encoding = encoding }))
  return reader:next(10), reader:info().encoding
end

describe("an encoding", function()
  it("has the names that programs give it", function()
    for name, wanted in pairs({ cp1250 = "windows-1250", ["Windows_1251"] = "windows-1251",
      latin2 = "iso-8859-2", ["ISO8859-15"] = "iso-8859-15", ["KOI8-R"] = "koi8-r",
      ["UTF8"] = "utf-8", UTF_16 = "utf-16" }) do
      assert.equal(wanted, table_reader.encoding(name), name)
    end
    local found, reason = table_reader.encoding("shift_jis")
    assert.is_nil(found)
    assert.matches("\"shift_jis\" cannot be read.*iconv %-f shift_jis", reason)
  end)

  it("is read by its table", function()
    assert.equal("Čaroděj", single_byte.decode("\xC8arod\xECj", "windows-1250"))
    assert.equal("Łódź", single_byte.decode("\xA3\xF3d\xBC", "iso-8859-2"))
    assert.equal("Живаго", single_byte.decode("\xF6\xC9\xD7\xC1\xC7\xCF", "koi8-r"))
    assert.equal("“5 €”\u{A0}\u{81}", single_byte.decode("\x935 \x80\x94\xA0\x81", "windows-1252"))
  end)
end)

describe("a table that is not UTF-8", function()
  it("is taken for the encoding in which most of its words are words", function()
    local czech = "Title;Author\nP\xF8\xEDli\x9A hlu\xE8n\xE1 samota;Bohumil Hrabal\n"
    local rows, encoding = read(czech)
    assert.equal("windows-1250", encoding)
    assert.equal("Příliš hlučná samota", rows[2][1])
    rows, encoding = read("Title\n\xC4\xEE\xEA\xF2\xEE\xF0 \xC6\xE8\xE2\xE0\xE3\xEE\nNa\xC3\xAFf\n")
    assert.equal("windows-1251", encoding)
    assert.equal("Доктор Живаго", rows[2][1])
    -- A field of UTF-8 among the others stays.
    assert.equal("Naïf", rows[3][1])
    rows, encoding = read("Title\nMoli\xE8re\nGarc\xEDa M\xE1rquez\nK\xF6nig\n")
    assert.equal("windows-1252", encoding)
    assert.equal("García Márquez", rows[3][1])
  end)

  it("is read as the user says", function()
    assert.equal("Łódź", read("Title\n\xA3\xF3d\xBC\n", "iso-8859-2")[2][1])
    assert.equal("Čtyři", read("Title\nČtyři\n", "utf-8")[2][1])
  end)
end)

describe("XML", function()
  it("is read in the encoding that it declares", function()
    local root = file_text.xml('<?xml version="1.0" encoding="windows-1250"?><a>\xC8\xEC</a>')
    assert.equal("Čě", root.text)
    assert.equal("Čě", file_text.xml('<?xml version="1.0" encoding="utf-8"?><a>Čě</a>').text)
  end)
end)
