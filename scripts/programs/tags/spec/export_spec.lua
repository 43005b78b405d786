-- A folder of audio files as a playlist.

local audio = require("programs.tags.spec.audio")
local folder_tracks = require("programs.tags.lib.folder_tracks")
local progress = require("lib.linking.progress")
local track_export = require("lib.track_export")
local track_files = require("lib.track_files")

describe("where a playlist says its files are", function()
  it("is the way from its own folder", function()
    for _, case in ipairs({
      { "/m", "/m/a.mp3", "a.mp3" }, { "/m", "/m/b/a.mp3", "b/a.mp3" },
      { "/m/lists", "/m/b/a.mp3", "../b/a.mp3" }, { "/x/y", "/m/a.mp3", "../../m/a.mp3" },
      { "/", "/a.mp3", "a.mp3" }, { "/m/a", "/m/a", "../a" }, { "/m/./x/..", "/m/a.mp3", "a.mp3" },
    }) do
      assert.equal(case[3], folder_tracks.relative(case[1], case[2]))
    end
  end)

  it("is an address where the format wants one, and no remark", function()
    local function named(options)
      options.playlist = "/none/list"
      return folder_tracks.addresses(options)("/none/#1 Ä: 50%.mp3")
    end
    assert.equal("./#1 Ä: 50%.mp3", named({}))
    assert.equal("/none/#1 Ä: 50%.mp3", named({ is_absolute = true }))
    assert.equal("%231%20%C3%84%3A%2050%25.mp3", named({ is_uri = true }))
    assert.equal("file:///none/%231%20%C3%84%3A%2050%25.mp3",
      named({ is_uri = true, is_absolute = true }))
    assert.is_nil(folder_tracks.addresses({ playlist = "/none/list" })("/none/a\nb.mp3"))
  end)
end)

it("a file whose name has a line break is named on one line", function()
  local root = mix.fs.data("spec/break")
  assert(mix.fs.write(root .. "/a\nb.flac", audio.make("flac", { TITLE = "Ebb" })))
  local _, problems = folder_tracks.read(root, folder_tracks.addresses({
    playlist = root .. "/list" }))
  assert.are.same({ root .. "/a b.flac: its name has a line break; left out" }, problems)
end)

describe("a folder of files", function()
  local root = mix.fs.data("spec/list")

  it("becomes a playlist of every format and comes back", function()
    assert(mix.fs.write(root .. "/a #1/01 é.flac", audio.make("flac",
      { TITLE = "Ebb", ARTIST = { "Ada", "Bo" }, ALBUM = "Tides", ISRC = "QZ01" })))
    assert(mix.fs.write(root .. "/b/Cleo - Flow.mp3", audio.make("mp3", {})))
    assert(mix.fs.write(root .. "/b/broken.flac", "none"))
    assert(mix.fs.write(root .. "/b/cover.jpg", "none"))
    for _, format in ipairs(track_files.formats) do
      local is_uri = format == "xspf" or format == "jspf"
      local tracks, problems = folder_tracks.read(root, folder_tracks.addresses({
        playlist = root .. "/list", is_uri = is_uri,
      }))
      assert.equal(1, #problems)
      assert.matches("broken.flac", problems[1], 1, true)
      local list = track_files.read(track_files.write(
        { name = "list", description = "", tracks = tracks }, format), "x", format)
      assert.are.same({ "Ebb", "Ada, Bo", "Tides",
        is_uri and "a%20%231/01%20%C3%A9.flac" or "a #1/01 é.flac" },
        { list.tracks[1].title, list.tracks[1].artist, list.tracks[1].album, list.tracks[1].uri })
      assert.are.same({ "Flow", "Cleo" }, { list.tracks[2].title, list.tracks[2].artist })
      assert.is_nil(list.tracks[3])
    end
  end)
end)

describe("the playlist that is exported", function()
  local list = { { id = "1", name = "road" }, { id = "2", name = "Road" }, { id = "3", name = "2" },
    { id = "4", name = "Café" }, { id = "5", name = "Again" }, { id = "6", name = "Again" } }

  it("is the one of an identifier, else spelled as the user does, else alike", function()
    for text, id in pairs({ Road = "2", road = "1", ["2"] = "2", cafe = "4", ["6"] = "6" }) do
      assert.equal(id, track_export.find(list, text, "list").id)
    end
  end)

  it("is asked for where several are called so, or none", function()
    local fail, messages = progress.fail, {}
    progress.fail = function(text) messages[#messages + 1] = text end
    for _, text in ipairs({ "again", "ROAD", "Rode" }) do track_export.find(list, text, "list") end
    progress.fail = fail
    assert.equal('2 playlists are called "again": name one by its identifier: 5, 6', messages[1])
    assert.equal('2 playlists are called "ROAD": name one by its identifier: 1, 2', messages[2])
    assert.matches('^there is no playlist "Rode"', messages[3])
  end)
end)

describe("the format of a playlist that is written", function()
  it("is the option's, else the ending's, else the default", function()
    assert.equal("xspf", track_export.format({ output = "/m/New.XSPF" }))
    assert.equal("jspf", track_export.format({ output = "new.json" }))
    assert.equal("m3u", track_export.format({ output = "lists.d/new" }, "m3u"))
    assert.equal("csv", track_export.format({}))
    assert.equal("m3u", track_export.format({ output = "new.pls", format = "m3u" }))
    assert.equal("csv", track_export.format({ output = "new.txt", json = true }))
  end)

  it("is asked for where the ending stands for none", function()
    local fail, message, code = progress.fail, nil, nil
    progress.fail = function(text, with) message, code = text, with end
    track_export.format({ output = "/m/new.pls" })
    progress.fail = fail
    assert.equal("--output /m/new.pls: no playlist is written as .pls; the endings are .csv, .m3u, "
      .. ".m3u8, .jspf, .json, .xspf, and --format (csv, m3u, jspf, xspf) writes one of them under "
      .. "any name", message)
    assert.equal(2, code)
  end)
end)
