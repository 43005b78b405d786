-- Plans that bring back playlists of a backup.

local account = require("programs.playlist.spec.account")
local backups = require("programs.playlist.lib.backups")
local restoring = require("programs.playlist.lib.restoring")

local user = { id = "u" }

-- A playlist with all that Spotify sends, as its file brings it back.
local function copy_of(fields)
  local playlist = { id = "p", name = "Mix", description = "mine", public = false,
    collaborative = true, owner = "u", snapshot = "AAAAAQ" }
  for name, value in pairs(fields or {}) do playlist[name] = value end
  local copy = backups.copy(playlist, {
    { uri = "spotify:track:a1", title = "One", artists = { "A" }, album = "Q", duration = 61.5,
      isrc = "QZ01", added = "2024-01-01T00:00:00Z", added_by = "ada", playable = false },
    { uri = "spotify:episode:e1", title = "Talk", artists = {}, album = "Show" },
    { uri = "spotify:local:A:B:Tape:9", title = "Tape", artists = { "A" } },
    { uri = "", title = "", artists = {}, added = "2023-01-01T00:00:00Z" },
  })
  return backups.read(backups.write({ copy }, user), "b.json")[1]
end

it("a backup keeps what Spotify says of a playlist and of its items", function()
  local copy = copy_of()
  assert.are.same({ true, "u", "AAAAAQ", 4 },
    { copy.collaborative, copy.owner, copy.snapshot, #copy.items })
  assert.are.same({ uri = "spotify:track:a1", title = "One", artists = { "A" }, album = "Q",
    duration = 61.5, isrc = "QZ01", added = "2024-01-01T00:00:00Z", added_by = "ada",
    playable = false }, copy.items[1])
end)

it("a playlist that is gone is made anew, and what Spotify cannot bring back is named", function()
  local made = restoring.creation(copy_of(), user)
  assert.are.same({ true, false, "mine" }, { made.collaborative, made.public, made.description })
  assert.are.same({ "spotify:track:a1", "spotify:episode:e1" }, made.writes[2].uris)
  assert.matches('2 items cannot be written .*: "Tape", "item 4"', made.notes[1])
  assert.matches("dates all items today", made.notes[2])
end)

it("a playlist that is there gets its items, and what else differs is named", function()
  local service = account.new()
  service:put("p", "Mix", "u", "mine", { "spotify:track:a1", "spotify:episode:e1",
    "spotify:local:A:B:Tape:9", "" })
  local there = { id = "p", name = "Mix", description = "mine", public = false,
    collaborative = true, owner = "u" }
  local copy = copy_of()
  local made = restoring.correction(copy, there, user, service)
  assert.are.same({ "none", "it is as in the backup" }, { made.action, made.why })
  assert.are.same({}, made.notes)
  there.description, there.public = "other", true
  made = restoring.correction(copy, there, user, service)
  assert.matches("left as it is .*: description, public$", made.notes[1])
  service:put("p", "Mix", "u", "mine", { "spotify:track:b1" })
  made = restoring.correction(copy, there, user, service)
  assert.are.same({ "replace", 2 }, { made.action, made.comes })
  assert.matches('"Tape", "item 4"', made.notes[1])
  assert.matches("description, public$", made.notes[2])
  -- A copy of an earlier version says nothing of it.
  copy.collaborative, copy.description, copy.public = nil, nil, nil
  assert.are.same({ 1 }, { #restoring.correction(copy, there, user, service).notes })
end)
