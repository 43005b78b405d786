-- Artists as users type them.

local artist_lines = require("programs.playlist.lib.artist_lines")

describe("artist lines", function()
  it("are parted by commas, semicolons and line ends when they are typed", function()
    assert.are.same({ "A-ha", "B", "C", "D E" }, artist_lines.split("A-ha, B;C\r\n\n ,D E;"))
    assert.are.same({}, artist_lines.split(" ,;\n"))
  end)

  it("may stand in quotes, where a name holds a comma, and may hold quotes", function()
    local names = { "Earth, Wind & Fire", '"Weird Al" Yankovic', "AC;DC", "B" }
    assert.are.same(names,
      artist_lines.split('"Earth, Wind & Fire", "Weird Al" Yankovic;"AC;DC" ,B'))
    assert.are.same(names, artist_lines.split(artist_lines.join(names)))
    assert.are.same({ '"A', "B" }, artist_lines.split('"A, B'))
  end)

  it("are read from files with their numbers, without comments and blank lines", function()
    assert.are.same({ { text = "A", line = 2 }, { text = "B, C", line = 4 } },
      artist_lines.parse("\u{feff}# mine\r\n A \r\n\r\nB, C"))
    local many = {}
    for number = 1, 10000 do many[number] = "Artist " .. number end
    assert.equal(10000, #artist_lines.parse(table.concat(many, "\n")))
  end)

  it("are those of a text", function()
    local path = mix.fs.data("spec/artists.txt")
    for text, part in pairs({ ["\1\0x\n"] = "it is not text: character 2 is NUL",
      [" \n# none\n"] = "there is no artist in it; a name or an address on each line is expected" })
    do
      assert(mix.fs.write(path, text))
      local _, err = pcall(artist_lines.of_file, path)
      assert.equal(path .. ": " .. part, err.message)
    end
  end)

  it("are names, identifiers, or neither", function()
    local function read(line) return artist_lines.read(line) end
    assert.are.same({ name = "🎸 Band" }, read("🎸 Band"))
    assert.are.same({ id = "27ab" }, read("spotify:artist:27ab"))
    for _, address in ipairs({
      "https://open.spotify.com/artist/27ab", "open.spotify.com/artist/27ab?si=x",
      "https://open.spotify.com/intl-de/artist/27ab/", "http://open.spotify.com/artist/27ab#top",
    }) do
      assert.are.same({ id = "27ab" }, read(address))
    end
    for line, part in pairs({
      ["spotify:track:1"] = "of kind track", ["https://open.spotify.com/playlist/1"] = "playlist",
      ["https://youtube.com/x"] = "not of an artist", ["spotify:artist:../x"] = "not an identifier",
      ["\xff"] = "not UTF-8", [("x"):rep(301)] = "301 characters", ["  "] = "empty",
    }) do
      assert.matches(part, read(line).problem, 1, true)
    end
  end)
end)
