-- Files in encodings of one byte and of several bytes a character: read by name, by declaration,
-- and by a guess.

local file_text = require("lib.file_text")
local multi_byte = require("lib.multi_byte")
local single_byte = require("lib.single_byte")
local table_reader = require("lib.table_reader")
local written = require("spec.written")

local function read(bytes, encoding)
  local path = written("encoded.csv", bytes)
  local reader = assert(table_reader.open(path, { encoding = encoding }))
  return reader:next(10), reader:info().encoding
end

describe("an encoding", function()
  it("has the names that programs give it", function()
    for name, wanted in pairs({ cp1250 = "windows-1250", ["Windows_1251"] = "windows-1251",
      latin2 = "iso-8859-2", ["ISO8859-15"] = "iso-8859-15", ["KOI8-R"] = "koi8-r",
      ["UTF8"] = "utf-8", UTF_16 = "utf-16", ["Shift-JIS"] = "shift_jis", GBK = "gb18030",
      EUC_KR = "euc-kr", ["mac-roman"] = "macintosh", cp866 = "ibm866", latin5 = "windows-1254",
      ["ISO-8859-7"] = "windows-1253", ["windows-949"] = "euc-kr" }) do
      assert.equal(wanted, table_reader.encoding(name), name)
    end
    local found, reason = table_reader.encoding("iso-2022-jp")
    assert.is_nil(found)
    assert.matches("\"iso%-2022%-jp\" cannot be read.*iconv %-f iso%-2022%-jp", reason)
    assert.matches('"utf9" cannot be read (did you mean utf-8?)',
      select(2, table_reader.encoding("utf9")), 1, true)
  end)

  it("is read by its table", function()
    assert.equal("Čaroděj", single_byte.decode("\xC8arod\xECj", "windows-1250"))
    assert.equal("Łódź", single_byte.decode("\xA3\xF3d\xBC", "iso-8859-2"))
    assert.equal("Живаго", single_byte.decode("\xF6\xC9\xD7\xC1\xC7\xCF", "koi8-r"))
    assert.equal("windows-1252", single_byte.name("ISO-8859-1"))
    assert.equal("“5 €”\u{A0}\u{81}", single_byte.decode("\x935 \x80\x94\xA0\x81", "windows-1252"))
  end)

  it("is guessed by some thousand words, however long a text is", function()
    local heap = {}
    for place = 1, 60000 do
      heap[place] = utf8.char(0x80 + place * 7919 % 128, 0x80 + place * 104729 % 127, 0xE9,
        0x80 + place // 128 % 128)
    end
    local short, long = table.concat(heap, " ", 1, 3000), table.concat(heap, " ")
    local function seconds(text)
      local start = os.clock()
      single_byte.guess({ text })
      return os.clock() - start
    end
    seconds(short)
    assert.is_true(seconds(long) < 5 * seconds(short) + 0.5)
  end)

  it("is taken back where a program read UTF-8 in it", function()
    for broken, text in pairs({ ["CafÃ© â€œÃ–lâ€\u{9d}"] = "Café “Öl”", ["Â°C"] = "°C",
      ["c\u{9C}ur"] = "cœur", ["\u{88}The\u{89} Tides"] = "The Tides", ["Ёж\u{97}"] = "Ёж—",
      ["\u{98}L'\u{9C}été"] = "L'été", ["â\u{80}\u{98}Ã\u{96}lâ\u{80}\u{9C}"] = "‘Öl“",
      ["夜 Ã©"] = "夜 é", ["Café"] = "Café", ["Ã"] = "Ã", ["夜"] = "夜", ["a"] = "a" }) do
      assert.equal(text, single_byte.mended(broken))
    end
  end)
end)

-- An author, and a table of it in the encoding of older programs.
local legacy = {
  { "windows-1253", "Νίκος Καζαντζάκης",
    "\xD4\xDF\xF4\xEB\xEF\xF2;\xD3\xF5\xE3\xE3\xF1\xE1\xF6\xDD\xE1\xF2\n\xC2\xDF\xEF\xF2 "
      .. "\xEA\xE1\xE9 \xF0\xEF\xEB\xE9\xF4\xE5\xDF\xE1;\xCD\xDF\xEA\xEF\xF2 \xCA\xE1\xE6\xE1"
      .. "\xED\xF4\xE6\xDC\xEA\xE7\xF2" },
  { "windows-1254", "Yaşar Kemal",
    "Ad;Yazar\n\xDDnce Memed;Ya\xFEar Kemal\nG\xFCne\xFEi Uyand\xFDral\xFDm;\xDCmit \xD6"
      .. "\xF0\xFCt" },
  { "windows-1255", "עמוס עוז",
    "\xF9\xED;\xF1\xE5\xF4\xF8\n\xF1\xE9\xF4\xE5\xF8 \xF2\xEC \xE0\xE4\xE1\xE4 \xE5\xE7"
      .. "\xE5\xF9\xEA;\xF2\xEE\xE5\xF1 \xF2\xE5\xE6" },
  { "windows-1256", "نجيب محفوظ",
    "\xC7\xE1\xDA\xE4\xE6\xC7\xE4;\xC7\xE1\xE3\xC4\xE1\xDD\n\xC3\xE6\xE1\xC7\xCF \xCD\xC7"
      .. "\xD1\xCA\xE4\xC7;\xE4\xCC\xED\xC8 \xE3\xCD\xDD\xE6\xD9" },
  { "windows-1257", "Žemaitė", "Vardas;Autorius\nAltori\xF8 \xF0e\xF0\xEBly;\xDEemait\xEB" },
  { "koi8-r", "Борис Пастернак",
    "\xEE\xC1\xDA\xD7\xC1\xCE\xC9\xC5;\xE1\xD7\xD4\xCF\xD2\n\xE4\xCF\xCB\xD4\xCF\xD2 \xF6"
      .. "\xC9\xD7\xC1\xC7\xCF;\xE2\xCF\xD2\xC9\xD3 \xF0\xC1\xD3\xD4\xC5\xD2\xCE\xC1\xCB" },
  { "ibm866", "Борис Пастернак",
    "\x8D\xA0\xA7\xA2\xA0\xAD\xA8\xA5;\x80\xA2\xE2\xAE\xE0\n\x84\xAE\xAA\xE2\xAE\xE0 \x86"
      .. "\xA8\xA2\xA0\xA3\xAE;\x81\xAE\xE0\xA8\xE1 \x8F\xA0\xE1\xE2\xA5\xE0\xAD\xA0\xAA" },
  { "macintosh", "Noël Forêt",
    "Titre;Auteur\nL'\x83tranger;No\x91l For\x90t\nP\x90cheur \x88 la ligne;V\x8Era Sabl"
      .. "\x8E" },
  { "ibm850", "Noël Forêt",
    "Titre;Auteur\nL'\x90tranger;No\x89l For\x88t\nP\x88cheur \x85 la ligne;V\x82ra Sabl"
      .. "\x82" },
  { "iso-8859-2", "Łucja Źródło",
    "Tytu\xB3;Autor\n\xA6nie\xBFny w\xB1w\xF3z;\xA3ucja \xACr\xF3d\xB3o" },
  { "ibm852", "Łucja Źródło",
    "Tytu\x88;Autor\n\x97nie\xBEny w\xA5w\xA2z;\x9Ducja \x8Dr\xA2d\x88o" },
}

describe("a table that is not UTF-8", function()
  for _, sample in ipairs(legacy) do
    it("is taken for " .. sample[1], function()
      local rows, encoding = read(sample[3])
      assert.equal(sample[1], encoding)
      assert.equal(sample[2], rows[2][2])
      assert.matches("is taken for .*%-%-encoding", table_reader.remark(encoding))
    end)
  end
  it("has no remark in UTF-8", function() assert.is_nil(table_reader.remark("utf-8")) end)


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

-- Titles and authors, as programs of each language write them.
local eastern = {
  shift_jis = { text = "吾輩は猫である,夏目漱石", bytes = "\x8C\xE1\x94y\x82\xCD\x94L\x82\xC5\x82\xA0"
    .. "\x82\xE9,\x89\xC4\x96\xDA\x9F\xF9\x90\xCE" },
  ["euc-jp"] = { text = "吾輩は猫である,夏目漱石", bytes = "\xB8\xE3\xC7\xDA\xA4\xCF\xC7\xAD\xA4\xC7\xA4"
    .. "\xA2\xA4\xEB,\xB2\xC6\xCC\xDC\xDE\xFB\xC0\xD0" },
  gb18030 = { text = "三体,刘慈欣", bytes = "\xC8\xFD\xCC\xE5,\xC1\xF5\xB4\xC8\xD0\xC0" },
  big5 = { text = "紅樓夢,曹雪芹", bytes = "\xAC\xF5\xBC\xD3\xB9\xDA,\xB1\xE4\xB3\xB7\xAA\xE0" },
  ["euc-kr"] = { text = "채식주의자,한강", bytes = "\xC3\xA4\xBD\xC4\xC1\xD6\xC0\xC7\xC0\xDA,"
    .. "\xC7\xD1\xB0\xAD" },
}

describe("a table of East Asia", function()
  for name, sample in pairs(eastern) do
    it("is read by name and by a guess: " .. name, function()
      local title, author = sample.text:match("(.*),(.*)")
      for _, encoding in ipairs({ name, "auto" }) do
        local rows, found = read("title,author\n" .. sample.bytes .. "\n", encoding)
        assert.equal(name, found)
        assert.are.same({ title, author }, { rows[2][1], rows[2][2] })
      end
      assert.equal("<" .. sample.text, file_text.decode("<" .. sample.bytes))
    end)
  end

  it("is not seen in words with accents or apostrophes", function()
    for _, bytes in ipairs({
      "Don\x92t,Can\x92t,Won\x92t,Isn\x92t", "Moli\xE8re,K\xF6nig,M\xFCller,\xC9mile",
      "\xCF\xF0\xE5\xF1\xF2\xF3\xEF\xEB\xE5\xED\xE8\xE5 \xE8 \xED\xE0\xEA\xE0\xE7\xE0\xED\xE8\xE5",
      "P\xF8\xEDli\x9A hlu\xE8n\xE1 samota",
    }) do
      assert.is_nil(multi_byte.guess({ bytes }), bytes)
    end
  end)

  it("shows bytes that are not a text", function()
    assert.equal("三\u{FFFD}a", multi_byte.decode("\xC8\xFD\xFFa", "gb18030"))
  end)
end)

it("XML is read in the encoding that it declares", function()
  local root = file_text.xml('<?xml version="1.0" encoding="windows-1250"?><a>\xC8\xEC</a>')
  assert.equal("Čě", root.text)
  root = file_text.xml('<?xml version="1.0" encoding="GB2312"?><a>\xC8\xFD</a>')
  assert.equal("三", root.text)
  assert.equal("Čě", file_text.xml('<?xml version="1.0" encoding="utf-8"?><a>Čě</a>').text)
end)
