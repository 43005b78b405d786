-- The wishes of users for fields, and the reasons that a plan gives for its changes.

local choices = require("programs.tags.lib.choices")
local manifest = require("programs.tags.program")
local proposing = require("programs.tags.lib.proposing")
local reading = require("programs.tags.lib.reading")

local found = { id = "u", title = "Deja Vu", artist = "Ada Lune", album = "Tides",
  release_date = "1999-05-04" }

-- The changes of a file with tags: {new, why} by field.
local function changes(tags, candidate, only)
  local record = reading.record({ seconds = 1, tags = tags }, "x.flac")
  local list = {}
  for _, change in ipairs(proposing.changes({ tags = tags, record = record, format = "mp3",
    service = "itunes" }, candidate, only)) do
    list[change.field] = { change.new[1], change.why }
  end
  return list
end

describe("a field", function()
  local tags = { TITLE = { "Déjà Vu" }, ARTIST = { "ada lune" }, DATE = { "1999" } }

  it("is kept, filled, taken from the catalogue or never changed, as the user says", function()
    assert.are.same({ artist = { "Ada Lune", "other capitals" }, album = { "Tides", "was missing" },
      albumartist = { "Ada Lune", "was missing" }, date = { "1999-05-04", "more exactly" } },
      changes(tags, found))
    assert.are.same({ title = { "Deja Vu", "other signs, accents or gaps" },
      album = { "Tides", "was missing" } }, changes(tags, found, { title = "prefer",
        artist = "keep", album = "keep", date = "keep" }))
    local live = { id = "u", title = "Deja Vu (Live)", artist = "Ada" }
    assert.are.same({}, changes(tags, live, { title = "prefer", artist = "prefer" }))
  end)

  it("is meant by the settings in their words", function()
    assert(mix.env.set("tags.keep", "title,date"))
    assert(mix.env.set("tags.prefer", "artist,title"))
    assert(mix.env.set("tags.never", "isrc,label"))
    local set = choices.set(nil)
    assert.are.same({ title = "keep", artist = "prefer", date = "keep", album = true,
      albumartist = true, musicbrainz = true }, set)
    assert.are.same({ barcode = true }, choices.set("label,barcode"))
  end)

  it("has a name in the settings", function()
    local names, listed = {}, {}
    for place, field in ipairs(proposing.fields) do names[place] = field[1] end
    for _, setting in ipairs(manifest.settings) do listed[setting[1]] = setting.choices end
    assert.are.same({ names, names }, { listed["tags.keep"], listed["tags.never"] })
  end)
end)

describe("the reason of a change", function()
  it("says in what the values differ", function()
    for old, why in pairs({ ["CafÃ© Noir"] = "was read in another encoding",
      ["Caf Noir"] = "a misprint", ["Cafe Nor"] = "a slip of the pen", Cafe = "says more",
      ["Track 3"] = "a placeholder" }) do
      local list = changes({ TITLE = { old }, ARTIST = { "Ada" } }, { id = "u",
        title = "Café Noir", artist = "Ada" })
      assert.are.same({ "Café Noir", why }, list.title, old)
    end
    assert.are.same({ "3/12", "with the total" }, changes({ TRACKNUMBER = { "3" } }, { id = "u",
      title = "x", artist = "Ada", track_number = 3, track_count = 12, release = {} },
      { tracknumber = true }).tracknumber)
  end)
end)
