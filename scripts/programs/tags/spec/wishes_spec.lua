-- The wishes of users for fields, and the reasons that a plan gives for its changes.

local choices = require("programs.tags.lib.choices")
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

  -- Rules as a file of the user's would give them.
  local function rules(own)
    return { wishes = function() return own.wishes or {} end,
      wants = function(_, change) return own.wants == nil or own.wants(change) end }
  end

  it("is meant by the rules in their words", function()
    local set = choices.set(nil, rules({ wishes = { title = "keep", date = "keep",
      artist = "prefer", isrc = "never", label = "never" } }))
    set.rules = nil
    assert.are.same({ title = "keep", artist = "prefer", date = "keep", album = true,
      albumartist = true, musicbrainz = true }, set)
    local all = choices.set("label,barcode", mix.rules.load("tags/standard"))
    assert.is_true(all.rules:wants({ field = "label", old = {}, new = { "x" }, why = "was missing",
      service = "itunes" }))
    all.rules = nil
    assert.are.same({ label = true, barcode = true }, all)
  end)

  it("stays where the rules do not want its change", function()
    local asked
    local only = choices.set("title,artist", rules({ wants = function(change)
      asked = asked or change
      return change.field ~= "title"
    end }))
    assert.are.same({ artist = { "Ada Lune", "other capitals" } }, changes({ TITLE = { "deja vu" },
      ARTIST = { "ada lune" } }, found, only))
    assert.are.same({ field = "title", old = { "deja vu" }, new = { "Deja Vu" }, format = "mp3",
      why = "other capitals", service = "itunes" }, asked)
  end)
end)

it("the reason of a change says in what the values differ", function()
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
