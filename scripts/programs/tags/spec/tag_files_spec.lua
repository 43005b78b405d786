-- mix.tags: tags of audio files.

local audio = require("programs.tags.spec.audio")

local kinds = { flac = { audio.flac }, mp3 = { audio.mp3 }, m4a = { audio.m4a } }
local variants = {
  { "flac", {} }, { "flac", { padding = 0 } }, { "flac", { picture = ("PNG"):rep(20000) } },
  { "mp3", {} }, { "mp3", { padding = 0 } }, { "mp3", { old = true } }, { "mp3", { bare = true } },
  { "mp3", { picture = ("\x89PNG\xFF\0"):rep(5000), old = true } },
  { "m4a", {} }, { "m4a", { first = true } },
}

local function path(name) return mix.fs.data("spec/" .. name) end

local function put(name, bytes)
  assert(mix.fs.write(path(name), bytes))
  return path(name)
end

describe("mix.tags", function()
  it("reads tags and audio, whatever the file is called", function()
    for format in pairs(kinds) do
      local file = put("any.bin", audio.make(format, { TITLE = "Ebb", ARTIST = "Ada Łune" }))
      local read = assert(mix.tags.read(file))
      assert.equal(format, read.format)
      assert.are.same({ "Ebb" }, read.tags.TITLE)
      assert.are.same({ "Ada Łune" }, read.tags.ARTIST)
      assert.equal(44100, read.sample_rate)
      assert.equal(2, read.channels)
      assert.is_true(read.seconds > 1 and read.seconds < 10, format)
    end
  end)

  it("changes tags and nothing else, and puts the file back to the byte", function()
    for number, variant in ipairs(variants) do
      local format, options = variant[1], variant[2]
      options.seed = number
      local old = audio.make(format, { TITLE = "ebb", ALBUM = "Tides", GENRE = "Folk" }, options)
      local file = put("change." .. format, old)
      local before = assert(mix.tags.read(file))
      local sound = assert(mix.tags.audio(file))
      local draft = assert(mix.tags.prepare(file, {
        TITLE = "Ebb — " .. ("long "):rep(2000), ARTIST = { "Ada", "Bo" }, album = false,
      }))
      assert.equal(old, mix.fs.read(file))
      local undo = draft:undo()
      assert(draft:finish())
      local after = assert(mix.tags.read(file))
      assert.matches("^Ebb — long", after.tags.TITLE[1])
      assert.are.same(draft:file(), after)
      assert.is_nil(after.tags.ALBUM)
      assert.are.same(before.tags.GENRE, after.tags.GENRE)
      assert.equal(before.pictures, after.pictures)
      assert.equal(sound, mix.tags.audio(file))
      assert.equal(sound, draft:audio())
      assert.is_true(#undo < 2000, ("%s %d: %d"):format(format, number, #undo))
      assert(mix.tags.restore(file, undo))
      assert.equal(old, mix.fs.read(file))
      local again, err = mix.tags.restore(file, undo)
      assert.is_nil(again)
      assert.equal("changed", err.kind)
    end
  end)

  it("keeps several values where the format has them", function()
    local file = put("many.flac", audio.flac({ ARTIST = { "Ada", "Bo" }, COMMENT = "x=y" }))
    assert.are.same({ "Ada", "Bo" }, assert(mix.tags.read(file)).tags.ARTIST)
    assert(assert(mix.tags.prepare(file, { COMMENT = { "a=b", "-c" } })):finish())
    local tags = assert(mix.tags.read(file)).tags
    assert.are.same({ "a=b", "-c" }, tags.COMMENT)
    assert.are.same({ "Ada", "Bo" }, tags.ARTIST)
  end)

  it("keeps the file's time of change when it is asked to", function()
    local file = put("time.mp3", audio.mp3({ TITLE = "a" }))
    local then_ = assert(mix.fs.info(file)).modified
    local draft = assert(mix.tags.prepare(file, { TITLE = "b" }))
    assert(draft:finish({ keep_time = true }))
    assert.equal(then_, mix.fs.info(file).modified)
    assert.are.same({ "b" }, mix.tags.read(file).tags.TITLE)
  end)

  it("writes in folders with letters of several bytes", function()
    local file = put("Ünïcödé/Søren d'Ångström/017 夜.mp3", audio.mp3({ TITLE = "a" }))
    local before = mix.fs.read(file)
    local draft = assert(mix.tags.prepare(file, { TITLE = "Łódź" }))
    local undo = draft:undo()
    assert(draft:finish())
    assert.are.same({ "Łódź" }, mix.tags.read(file).tags.TITLE)
    assert(mix.tags.restore(file, undo))
    assert.equal(before, mix.fs.read(file))
  end)

  it("leaves a file alone that changed while it was prepared", function()
    local file = put("race.mp3", audio.mp3({ TITLE = "a" }))
    local draft = assert(mix.tags.prepare(file, { TITLE = "b" }))
    local other = audio.mp3({ TITLE = "other" }, { seed = 9, frames = 80 })
    put("race.mp3", other)
    local done, err = draft:finish()
    assert.is_nil(done)
    assert.matches("another program has changed it", err.message)
    assert.equal(other, mix.fs.read(file))
    assert.has_error(function() draft:finish() end)
  end)

  it("leaves nothing beside a file whose draft was dropped", function()
    local file = put("alone/only.mp3", audio.mp3({ TITLE = "a" }))
    do
      local draft = assert(mix.tags.prepare(file, { TITLE = "b" }))
      assert.equal("b", draft:file().tags.TITLE[1])
    end
    collectgarbage()
    assert.are.same({ "only.mp3" }, mix.fs.list(path("alone")))
  end)

  it("names what is wrong with a file", function()
    local function kind_of(name, bytes)
      local file, err = mix.tags.read(put(name, bytes))
      assert.is_nil(file, name)
      assert.matches(name, err.message)
      local draft, other = mix.tags.prepare(path(name), { TITLE = "x" })
      assert.is_nil(draft)
      assert.equal(err.kind, other.kind)
      assert.equal(bytes, mix.fs.read(path(name)))
      return err.kind
    end
    assert.equal("damaged", kind_of("empty.mp3", ""))
    assert.equal("damaged", kind_of("text.flac", ("no audio\n"):rep(100)))
    assert.equal("damaged", kind_of("cut.flac", audio.flac({ TITLE = "x" }):sub(1, 60)))
    assert.equal("damaged", kind_of("tag only.mp3", audio.mp3({ TITLE = "x" }, { frames = 0 })))
    assert.equal("damaged", kind_of("huge tag.mp3", "ID3\4\0\0\x7F\x7F\x7F\x7F" .. ("x"):rep(99)))
    assert.equal("damaged", kind_of("boxes.m4a", "\0\0\0\x10ftypM4A \0\0\0\0"
      .. "\x7F\xFF\xFF\xFFmoov"))
    local none, err = mix.tags.read(path("missing.flac"))
    assert.is_nil(none)
    assert.equal("io", err.kind)
    none, err = mix.tags.read(mix.fs.data("spec"))
    assert.is_nil(none)
    assert.equal("io", err.kind)
  end)

  it("refuses keys and values that tags cannot hold", function()
    local file = put("keys.flac", audio.flac({ TITLE = "x" }))
    for _, changes in ipairs({
      { ["TI=TLE"] = "x" }, { [""] = "x" }, { ["-TITLE"] = "x" }, { ["TÍTLE"] = "x" },
      { TITLE = "a\0b" }, { TITLE = 5 }, { TITLE = { {} } }, { TITLE = ("x"):rep(200000) },
      { TITLE = "\xFF" }, "TITLE",
    }) do
      assert.has_error(function() mix.tags.prepare(file, changes) end)
    end
    local none, err = mix.tags.prepare(put("keys.m4a", audio.m4a({ TITLE = "x" })),
      { ["NO SUCH:KEY"] = "x" })
    assert.is_true(none ~= nil or err.kind == "unsupported")
  end)

  it("refuses undo texts that are damaged or of another file", function()
    local file = put("undo.flac", audio.flac({ TITLE = "a" }))
    for _, text in ipairs({ "", "x", ("A"):rep(300), "\xFF" }) do
      local ok, done, err = pcall(mix.tags.restore, file, text)
      assert.is_true(not ok or done == nil and err.kind == "damaged")
    end
  end)
end)
