-- Copies of playlists in files, and what undo says of a playlist that it may not delete.

local backups = require("programs.playlist.lib.backups")
local undoing = require("programs.playlist.lib.writing.undoing")

describe("a backup", function()
  it("keeps descriptions as text, and items that are gone with their dates", function()
    local copy = backups.copy({ id = "p", name = "Mix", description = "Rock & &amp; roll" },
      { { uri = "", title = "", artists = {}, added = "2024-01-01T00:00:00Z" } })
    local again = backups.read(backups.write({ copy }, { id = "u" }), "b.json")[1]
    assert.equal("Rock & &amp; roll", again.description)
    assert.are.same({ "", "2024-01-01T00:00:00Z" }, { again.items[1].uri, again.items[1].added })
  end)

  it("lacks a playlist at which the service fails twice, and is none where it fails on", function()
    local view = { progress = function() end, warn = function() end, stop = function() end }
    local list, faults = {}, {}
    local function copies()
      return backups.copy_all(list, { entries = function(_, id)
        if (faults[id] or 0) == 0 then return {} end
        faults[id] = faults[id] - 1
        return nil, { kind = "server", message = "no", status = 502 }
      end }, view)
    end
    for place = 1, 6 do list[place] = { id = place, name = "Mix" } end
    faults = { [2] = 9, [4] = 1 }
    local found, _, refused = copies()
    assert.are.same({ 5, 1, 4 }, { #found, #refused, found[3].id })
    faults = { [2] = 9, [3] = 9, [4] = 9 }
    assert.has_error(copies)
  end)

  it("of version 1 has descriptions as Spotify escapes them", function()
    local text = mix.json.encode({ format = "mixhost playlists", version = 1, playlists = {
      { name = "Mix", description = "Rock &#x27;n&#x27; roll", items = mix.json.array({}) },
    } })
    assert.equal("Rock 'n' roll", backups.read(text, "b.json")[1].description)
  end)
end)

it("undo names the permission that the log-in lacks to delete a playlist", function()
  for kind, words in pairs({ scope = "mixhost auth login spotify", forbidden = "lets only you" }) do
    local replaced
    local said = undoing.run({ action = "create", playlist = "p", name = "Mix", before = {},
      steps = {}, done = 0 }, {
      items = function() return {} end,
      forget = function() return nil, { kind = kind, message = "no" } end,
      replace = function() replaced = true return true end,
    }, { save = function() end, progress = function() end })
    assert.is_true(replaced)
    assert.matches(words, said, 1, true)
  end
end)
