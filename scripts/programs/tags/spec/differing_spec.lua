-- Files whose tags say different things, in a plan.

local audio = require("programs.tags.spec.audio")
local planning = require("programs.tags.lib.planning")
local raw = require("programs.tags.spec.raw_tags")
local view = require("programs.tags.lib.view")

local function planned(bytes)
  local root = mix.fs.data("spec/differing")
  assert(mix.fs.write(root .. "/a.mp3", bytes))
  local files = planning.run({ root = root, catalogues = { "itunes" }, country = "us",
    rules = mix.rules.load("match/tracks"), fresh = true,
    services = { itunes = { search = function() return {}, { cached = false } end } } })
  return files[1]
end

it("a plan names the properties that the tags of a file give different values", function()
  local frames = raw.id3(4, { { "TIT2", "\3Ebb" }, { "TPE1", "\3Ada" } })
  local sound = audio.mp3({}, { bare = true })
  local file = planned(frames .. sound .. raw.ape({ { "Title", "Flow" }, { "Artist", "Ada" } }))
  assert.are.same({ "APEv2 TITLE" }, view.record(file).differing)
  assert.matches("; its tags differ: APEv2 TITLE$", view.row(file).note)
  file = planned(frames .. sound .. raw.ape({ { "Title", "Ebb" } }))
  assert.is_nil(view.record(file).differing)
  assert.is_nil(view.note(file):find("differ", 1, true))
end)

it("a plan names the texts that no write changes", function()
  local lyrics = "LYRICSBEGIN" .. "IND0000210" .. "000021LYRICS200"
  local file = planned(audio.mp3({ TITLE = "Ebb" }) .. lyrics
    .. raw.id3v1("Ebb", "", "", "", "", 1, 17))
  assert.are.same({ "Lyrics3" }, view.record(file).staying)
  file.status, file.changes = "matched", { { field = "album", old = {} } }
  assert.equal("+album; it also has Lyrics3, which stays", view.note(file))
  file.staying = { "Lyrics3", "a text ©nam" }
  file.remark = "its title stays"
  assert.equal("+album; its title stays; it also has Lyrics3, a text ©nam, which stay",
    view.note(file))
end)

it("a note names some properties and counts the others", function()
  local file = { status = "same", differing = { "A", "B", "C", "D", "E", "F" } }
  assert.equal("its tags differ: A, B, C, D and 2 more", view.note(file))
  file.rights = "it is read-only"
  assert.equal("its tags differ: A, B, C, D and 2 more; it is read-only", view.note(file))
end)
