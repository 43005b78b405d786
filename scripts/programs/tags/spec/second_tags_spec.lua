-- Files with several tags of one kind, with tags at unusual places, and with texts beside their
-- tags: all of them are read in their order, kept in step, or named as staying.

local audio = require("programs.tags.spec.audio")
local raw = require("programs.tags.spec.raw_tags")
local written = require("spec.written")

local function mp3(before, after) return before .. audio.mp3({}, { bare = true }) .. after end

local function titled(title, options, artist)
  local frames = { { "TIT2", "\3" .. title }, artist and { "TPE1", "\3" .. artist } }
  return raw.id3(4, frames, options)
end

local front, last = titled("ebb"), titled("ebb", { has_footer = true }, "Ada")
local function ape(title) return raw.ape({ { "Title", title }, { "Artist", "Ada" } }, true) end
local old = raw.id3v1("ebb", "Ada", "", "", "", 1, 17)
local fields = "IND00002" .. "10" .. "ETT00003" .. "ebb"
local lyrics = ("LYRICSBEGIN%s%06dLYRICS200"):format(fields, #fields + 11)
local first_lyrics = "LYRICSBEGIN" .. ("la "):rep(40) .. "LYRICSEND"

local function info(title)
  return { "LIST", "INFO" .. "INAM" .. string.pack("<s4", title .. "\0") .. "ISFT"
    .. string.pack("<s4", "Rec\0") }
end

local function atom(name, value)
  return audio.box(name, audio.box("data", "\0\0\0\1\0\0\0\0", value))
end

local function own_atom(name, value)
  return audio.box("----", audio.box("mean", "\0\0\0\0com.apple.iTunes"),
    audio.box("name", "\0\0\0\0", name), audio.box("data", "\0\0\0\1\0\0\0\0", value))
end

-- Of QuickTime, and of a program that has added a list of its own.
local beside = audio.box("\xA9nam", "\0\3\0\0ebb")
  .. audio.box("meta", "\0\0\0\0", audio.box("ilst", atom("\xA9nam", "ebb")))

local function comments(...)
  local list = { ... }
  for place, text in ipairs(list) do list[place] = string.pack("<s4", text) end
  return { 4, string.pack("<s4I4", "another program", #list) .. table.concat(list) }
end

-- Each file: its bytes; the tags that it has; what stays; properties besides the title; how often
-- the title is in it after a write; bytes that stay.
local files = {
  -- Its name has "TAG" where ID3v1 has it.
  ["APEv2 of 131 bytes.mp3"] = { mp3("", raw.ape({ { "Title", "ebb" }, { "Artist", "Ada" },
    { "Comment", ("x"):rep(16) } }, true)), { "APEv2" }, {}, { ARTIST = { "Ada" } }, 1 },
  ["ID3v2 at the end.mp3"] = { mp3("", last), { "ID3v2.4" }, {}, { ARTIST = { "Ada" } }, 1 },
  ["ID3v2 at both ends.mp3"] = { mp3(front, last .. old), { "ID3v2.4", "further ID3v2.4", "ID3v1" },
    {}, { ARTIST = { "Ada" } }, 3 },
  ["two APEv2.mp3"] = { mp3(front, ape("ebb") .. ape("ebb") .. old),
    { "ID3v2.4", "APEv2", "further APEv2", "ID3v1" }, {}, { ARTIST = { "Ada" } }, 4 },
  ["items twice.mp3"] = { mp3("", raw.ape({ { "ARTIST", "Bo" }, { "Title", "ebb" },
    { "Artist", "Ada" } })), { "APEv2" }, {}, { ARTIST = { "Ada", "Bo" } }, 1 },
  ["texts twice.wav"] = { audio.wav({}, { chunks = { { "LIST", "INFO" .. "IART"
    .. string.pack("<s4", "Bo\0") .. "\0" .. "IART" .. string.pack("<s4", "Ada\0") } } }),
    { "INFO" }, {}, { ARTIST = { "Ada", "Bo" } }, 1 },
  ["APEv2 behind ID3v1.mp3"] = { mp3("", old .. ape("ebb")), { "APEv2", "ID3v1" }, {},
    { GENRE = { "Rock" } }, 2 },
  ["Lyrics3 between.mp3"] = { mp3(front, ape("ebb") .. lyrics .. old),
    { "ID3v2.4", "APEv2", "ID3v1" }, { "Lyrics3" }, { ARTIST = { "Ada" } }, 3, "ETT00003ebb" },
  ["Lyrics3 of the first version.mp3"] = { mp3(front, ape("ebb") .. first_lyrics .. old),
    { "ID3v2.4", "APEv2", "ID3v1" }, { "Lyrics3" }, { ARTIST = { "Ada" } }, 3, first_lyrics },
  ["enhanced.mp3"] = { mp3("", ape("ebb") .. "TAG+" .. ("ebb"):rep(60, "\0"):sub(1, 223) .. old),
    { "APEv2", "ID3v1" }, { "enhanced ID3v1" }, { ARTIST = { "Ada" } }, 2, "TAG+ebb" },
  ["Lyrics3 alone.mp3"] = { mp3("", lyrics .. old), { "ID3v1" }, { "Lyrics3" },
    { ARTIST = { "Ada" } }, 2, "ETT00003ebb" },
  ["all around.flac"] = { front .. audio.flac({ TITLE = "ebb" }) .. ape("ebb") .. old,
    { "Vorbis comments", "ID3v2.4", "APEv2", "ID3v1" }, {}, { ARTIST = { "Ada" } }, 4 },
  ["two lists.flac"] = { audio.flac({ TITLE = "ebb" }, { blocks = {
    comments("TITLE=ebb", "ARTIST=Ada") } }), { "Vorbis comments", "further Vorbis comments" }, {},
    { ARTIST = { "Ada" } }, 2 },
  ["two of all.wav"] = { audio.wav({}, { chunks = { info("ebb"), { "id3 ", front }, info("ebb"),
    { "ID3 ", last } } }), { "ID3v2.4", "further ID3v2.4", "INFO", "further INFO" }, {},
    { ARTIST = { "Ada" } }, 4 },
  ["cart.wav"] = { audio.wav({}, { chunks = { { "cart", "0101ebb" .. ("\0"):rep(200) } } }), {},
    { "cart chunk" }, {}, 1, "0101ebb" },
  ["texts.aiff"] = { audio.aiff({}, { chunks = { { "NAME", "ebb" }, { "AUTH", "Ada" },
    { "ANNO", "one" }, { "ANNO", "two" }, { "(c) ", "1999 Ada" } } }), { "AIFF texts" }, {},
    { ARTIST = { "Ada" }, COMMENT = { "one", "two" }, COPYRIGHT = { "1999 Ada" } }, 2 },
  ["texts and tags.aiff"] = { audio.aiff({}, { chunks = { { "NAME", "ebb" }, { "ID3 ", front },
    { "ID3 ", last } } }), { "ID3v2.4", "further ID3v2.4", "AIFF texts" }, {},
    { ARTIST = { "Ada" } }, 3 },
  ["twice.m4a"] = { audio.m4a({ TITLE = "ebb" }, { atoms = atom("\xA9ART", "Ada")
    .. atom("\xA9ART", "Bo") .. own_atom("ISRC", "A") .. own_atom("ISRC", "B") }), { "MP4" }, {},
    { ARTIST = { "Ada", "Bo" }, ISRC = { "A", "B" } }, 1 },
  ["QuickTime.m4a"] = { audio.m4a({ TITLE = "ebb" }, { data = beside }), { "MP4" },
    { "a text ©nam", "a further list of atoms" }, {}, 1, "\0\3\0\0ebb" },
  ["streams.ogg"] = { audio.ogg({ TITLE = "ebb" })
    .. audio.ogg({ TITLE = "flow" }, { serial = 78 }), { "Vorbis comments" },
    { "a further stream with its comments" }, {}, 1 },
}

local function one(name, bytes) return written("second/" .. name, bytes) end

describe("A file of several tags", function()
  for name, file in pairs(files) do
    local bytes, kinds, staying, properties, count, kept = table.unpack(file, 1, 6)

    it("reads all tags, in their order: " .. name, function()
      local read = assert(mix.tags.read(one(name, bytes)))
      assert.are.same(kinds, read.kinds)
      assert.are.same(staying, read.staying)
      assert.are.same({}, read.differing)
      for key, values in pairs(properties) do assert.are.same(values, read.tags[key], key) end
    end)

    it("keeps all tags in step, and puts them back: " .. name, function()
      local path = one(name, bytes)
      local sound = assert(mix.tags.audio(path))
      local draft = assert(mix.tags.prepare(path, { TITLE = "Ebb and Flow" }))
      local undo = draft:undo()
      assert(draft:finish())
      local new, read = mix.fs.read(path), mix.tags.read(path)
      assert.are.same({ "Ebb and Flow" }, read.tags.TITLE)
      assert.are.same({}, read.differing)
      assert.are.same(staying, read.staying)
      for key, values in pairs(properties) do assert.are.same(values, read.tags[key], key) end
      assert.equal(count, select(2, new:gsub("Ebb and Flow", "")))
      assert.is_truthy(new:find(kept or "", 1, true))
      assert.equal(sound, mix.tags.audio(path))
      assert(mix.tags.restore(path, undo))
      assert.equal(bytes, mix.fs.read(path))
    end)
  end

  it("loses the texts of AIFF that are removed, and no others", function()
    local path = one("removed.aiff", files["texts.aiff"][1])
    local draft = assert(mix.tags.prepare(path, { TITLE = false, COMMENT = "three" }))
    local undo = draft:undo()
    assert(draft:finish())
    local new, tags = mix.fs.read(path), mix.tags.read(path).tags
    assert.is_nil(tags.TITLE)
    assert.are.same({ "three" }, tags.COMMENT)
    assert.are.same({ "Ada" }, tags.ARTIST)
    assert.is_nil(new:find("NAME", 1, true))
    assert.equal(1, select(2, new:gsub("ANNO", "")))
    assert(mix.tags.restore(path, undo))
    assert.equal(files["texts.aiff"][1], mix.fs.read(path))
  end)

  it("names the tag that says otherwise", function()
    local function differing(name, bytes) return mix.tags.read(one(name, bytes)).differing end
    assert.are.same({ "further ID3v2.4 TITLE" }, differing("ends.mp3",
      mp3(front, titled("flow", { has_footer = true }))))
    assert.are.same({ "AIFF texts TITLE" }, differing("texts.aiff",
      audio.aiff({}, { chunks = { { "ID3 ", front }, { "NAME", "flow" } } })))
    assert.are.same({ "further INFO TITLE" }, differing("two.wav",
      audio.wav({}, { chunks = { info("ebb"), info("flow") } })))
  end)
end)
