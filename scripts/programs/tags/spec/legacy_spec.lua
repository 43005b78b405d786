-- Tags in the encoding of an old system, which ID3 has as ISO-8859-1.

local legacy_texts = require("programs.tags.lib.legacy_texts")
local proposing = require("programs.tags.lib.proposing")
local reading = require("programs.tags.lib.reading")

-- Bytes as they are read.
local function latin(bytes)
  return (bytes:gsub("[\x80-\xFF]", function(byte) return utf8.char(byte:byte()) end))
end

local written = {
  { "Кино", "Группа крови", "\xCA\xE8\xED\xEE", "\xC3\xF0\xF3\xEF\xEF\xE0 \xEA\xF0\xEE\xE2\xE8" },
  { "Кино", "Группа крови", "\xEB\xC9\xCE\xCF", "\xE7\xD2\xD5\xD0\xD0\xC1 \xCB\xD2\xCF\xD7\xC9" },
  { "刘德华", "爱你一万年", "\xC1\xF5\xB5\xC2\xBB\xAA", "\xB0\xAE\xC4\xE3\xD2\xBB\xCD\xF2\xC4\xEA" },
  { "아이유", "좋은 날", "\xBE\xC6\xC0\xCC\xC0\xAF", "\xC1\xC1\xC0\xBA \xB3\xAF" },
  { "ヨアソビ", "夜に駆ける", "\x83\x88\x83\x41\x83\x5C\x83\x72",
    "\x96\xE9\x82\xC9\x8B\xEC\x82\xAF\x82\xE9" },
  { "Νότης", "Άσπρα καράβια", "\xCD\xFC\xF4\xE7\xF2",
    "\xA2\xF3\xF0\xF1\xE1 \xEA\xE1\xF1\xDC\xE2\xE9\xE1" },
}

it("are read as they are meant, and written so where the catalogue has them", function()
  for _, case in ipairs(written) do
    local tags = { ARTIST = { latin(case[3]) }, TITLE = { latin(case[4]) }, DATE = { "1988" } }
    local record = reading.record({ tags = tags, seconds = 9 }, "x.mp3")
    assert.are.same({ case[1], case[2] }, { record.artist, record.title })
    local changes = proposing.changes({ tags = tags, record = record, service = "itunes",
      format = "mp3" }, { title = case[2], artist = case[1] })
    assert.equal(2, #changes)
    for _, change in ipairs(changes) do
      assert.equal("was read in another encoding", change.why)
      assert.equal(tags[change.key][1], change.old[1])
    end
  end
end)

it("of Western Europe stay, as do those of other scripts and signs", function()
  for _, text in ipairs({ "Été à côté", "Créée", "ÄÖÜß", "Æðisgenginn", "Кино", "AC/DC",
    "¡¡¡¡" }) do
    local tags = { TITLE = { text }, ARTIST = { "Ada" } }
    assert.equal(tags, legacy_texts.read(tags), text)
  end
end)

it("have quotes of Windows", function()
  local record = reading.record({ seconds = 9, tags = { ARTIST = { "Béla" },
    TITLE = { latin("Don\x92t \x93Stop\x94") } } }, "x.mp3")
  assert.are.same({ "Don’t “Stop”", "Béla" }, { record.title, record.artist })
end)
