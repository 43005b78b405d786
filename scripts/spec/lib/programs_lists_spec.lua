-- Lists of tracks as other programs write them.

local failure = require("lib.failure")
local track_files = require("lib.track_files")

describe("an M3U of another program", function()
  local function read(text) return track_files.read(text, "x.m3u").tracks end

  it("may be Latin-1, Windows-1252 or UTF-16, with any line ends and a mark", function()
    for name, text in pairs({
      latin = "#EXTM3U\r\n#EXTINF:61,Bj\xF6rk - J\xF3ga\r\nmusic\\joga.mp3\r\n",
      mark = "\u{FEFF}#EXTM3U\r#EXTINF:61,Björk - Jóga\rmusic\\joga.mp3\r",
      wide = "\xFF\xFE" .. ("#EXTINF:61,Bj\xF6rk - J\xF3ga\nmusic\\joga.mp3"):gsub(".", "%0\0"),
    }) do
      assert.are.same({
        { uri = "music\\joga.mp3", artist = "Björk", title = "Jóga", duration = 61 },
      }, read(text), name)
    end
    assert.equal("“Ebb” – €", read("#EXTINF:-1,\x93Ebb\x94 \x96 \x80\na.mp3\n")[1].title)
  end)

  it("has the artist of a path whose file is called as the track", function()
    local tracks = read("#EXTINF:61,Ebb\n/m/Ada/Tides/01 ebb.mp3\n#EXTINF:61,Flow\n"
      .. "/m/Ada/Tides/02 Storm.mp3\n")
    assert.are.same({ "Ada", "Tides" }, { tracks[1].artist, tracks[1].album })
    assert.is_nil(tracks[2].artist)
    -- Music writes the title before the artist.
    tracks = read("#EXTINF:61,Ebb - Ada\n/m/Ada/Tides/01 Ebb.m4a\n")
    assert.are.same({ "Ada", "Ebb" }, { tracks[1].artist, tracks[1].title })
  end)

  it("keeps relative paths, and takes titles from names of files", function()
    local tracks = read("../a/01 - Ada - Ebb.flac\nC:\\Music\\02_Tide_Song.mp3\n"
      .. "file:///m/Bj%C3%B6rk%20-%20J%C3%B3ga.ogg\n./99 Luftballons.mp3\n./7.mp3\n")
    assert.are.same({ uri = "../a/01 - Ada - Ebb.flac", artist = "Ada", title = "Ebb" }, tracks[1])
    assert.equal("Tide Song", tracks[2].title)
    assert.are.same({ "Björk", "Jóga" }, { tracks[3].artist, tracks[3].title })
    assert.equal("7", tracks[5].title)
    tracks = read("../Music/Ada/Tides/01 Ebb.mp3\nD:\\Ada\\Tides\\02. Bo - Flow.mp3\n"
      .. "/home/joe/Rain.mp3\nTides/03 Salt.mp3\n"
      .. "file:///m/Cy%3F/99%25/7%20-%20Who%3F%20%231.mp3?a\n"
      .. "A/B/04 Track #1.mp3\nA/B/12 Reed.mp3\n(1990) Ada - Tides/5. Surf.flac\n"
      .. "Ada%20-%20Tides%20%5BFLAC%5D%2F10.%20Bay.flac\n"
      .. "E:\\Ada\\Tides\\CD2 The Mixes\\02. Ebb.mp3\n/m/Ada/Tides/Disc 1/03 Rain.mp3\n"
      .. "/home/joe/Music/Tides/04 Salt.mp3\n/home/joe/Music/Ada - Tides/05 Tin.mp3\n"
      .. "/m/Compilations/Hits/1-06 Ebb.m4a\nfile:///m/Ada%2520Lune/Tides/07%2520Bay.mp3\n")
    local told = {}
    for place, track in ipairs(tracks) do
      told[place] = ("%s|%s|%s"):format(track.artist, track.title, track.album)
    end
    assert.are.same({ "Ada|Ebb|Tides", "Bo|Flow|Tides", "nil|Rain|nil", "nil|Salt|nil",
      "Cy?|Who? #1|99%", "A|Track #1|B", "A|Reed|B", "Ada|Surf|Tides", "Ada|Bay|Tides [FLAC]",
      "Ada|Ebb|Tides", "Ada|Rain|Tides", "nil|Salt|nil", "Ada|Tin|Tides", "nil|Ebb|Hits",
      "Ada Lune|Bay|Tides" }, told)
  end)

  it("has attributes, remarks and empty lines", function()
    local tracks = read("#EXTM3U\n#EXTENC: UTF-8\n\n# mine\n"
      .. "#EXTINF:12.5 tvg-name=\"a, b\" group=\"x\",Ada - Ebb\n\n  a.mp3  \n"
      .. "#EXTINF:0,\nb - c.mp3\n"
      .. "#EXTINF:\nd.mp3\n#EXTINF:,Ada - No length\ne.mp3\n"
      .. "#EXTINF:9,Ada - Name alone\n#EXTINF:9,Ada - Last\n")
    assert.equal("No length", tracks[4].title)
    assert.are.same({ title = "Name alone", artist = "Ada", duration = 9 }, tracks[5])
    assert.equal("Last", tracks[6].title)
    assert.are.same({ uri = "a.mp3", artist = "Ada", title = "Ebb", duration = 12.5 }, tracks[1])
    assert.are.same({ uri = "b - c.mp3", artist = "b", title = "c" }, tracks[2])
    assert.are.same({ uri = "d.mp3", title = "d" }, tracks[3])
  end)

  it("may lack an artist, a title, a comma or capitals, and have minutes", function()
    local told = {}
    for place, track in ipairs(read("#extm3u\n#EXTINF:183, - Ebb\na.mp3\n"
      .. "#EXTINF:183,? - Ebb\nb.mp3\n#EXTINF:183,Ada - \nAda/Tides/01 Flow.mp3\n"
      .. "#EXTINF:183 tvg-id=\"1\" Ada - Ebb\nc.mp3\n #extinf:3:03,Ada - Ebb\nd.mp3\n"
      .. "#EXTINF:183000,Ada - Ebb\ne.mp3\n")) do
      told[place] = ("%s|%s|%.0f"):format(track.artist, track.title, track.duration)
    end
    assert.are.same({ "nil|Ebb|183", "nil|Ebb|183", "Ada|Flow|183", "Ada|Ebb|183", "Ada|Ebb|183",
      "Ada|Ebb|183" }, told)
  end)

  it("is not a list of tracks when it is the parts of a stream", function()
    local _, err = failure.caught(track_files.read,
      "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n", "x.m3u8")
    assert.matches("it lists the parts of one stream", err.message, 1, true)
  end)

  it("comes back with dashes in names, and tracks that have no address", function()
    local tracks = {
      { title = "Ebb - Live", artists = { "Ada - Bo" }, album = "A\nB" },
      { title = "One - Two", artists = {}, url = "" },
      -- A track that the service no longer has.
      { title = "", artists = {}, uri = "" },
      { title = "Three", artists = { "Ada" }, uri = "", url = "https://x.test/3" },
    }
    local again = read(track_files.write({ name = "L", tracks = tracks }, "m3u"))
    assert.are.same({ title = "Ebb - Live", artist = "Ada - Bo", album = "A B",
      uri = "Ada - Bo - Ebb - Live" }, again[1])
    assert.are.same({ title = "One - Two", uri = "One - Two" }, again[2])
    assert.equal("https://x.test/3", again[3].uri)
  end)
end)

describe("an XSPF of another program", function()
  local function read(text) return track_files.read(text, "x.xspf") end
  local head = '<playlist version="1" xmlns="http://xspf.org/ns/0/"><title>A</title><trackList>'

  it("may have prefixes, entities, spaces and another encoding", function()
    local found = read('<?xml version="1.0" encoding="ISO-8859-1"?>\n<x:playlist xmlns:x="y">'
      .. "<x:title> J\xF3ga </x:title><x:trackList><x:track><x:title>&#74;&amp;&lt;</x:title>"
      .. "<x:creator>Bj\xF6rk</x:creator><x:location>a%20b.mp3</x:location><x:duration>61000"
      .. "</x:duration></x:track></x:trackList></x:playlist>")
    assert.equal("Jóga", found.name)
    assert.are.same({ title = "J&<", artist = "Björk", uri = "a%20b.mp3", duration = 61 },
      found.tracks[1])
  end)

  it("has the names of files where players write no others", function()
    local found = read(head .. "<track><location>file:///m/Ada/Tides/01%20-%20Ebb%20%26%20Co.mp3"
      .. "</location></track><track><location>file:///m/Bo%20-%20Rain.mp3</location><title>Bo - "
      .. "Rain.mp3</title></track><track><location>file:///m/Cy%20-%20Sun.mp3</location>"
      .. "<title>Cy - Sun</title></track></trackList></playlist>")
    local told = {}
    for place, track in ipairs(found.tracks) do
      told[place] = ("%s|%s|%s"):format(track.artist, track.title, track.album)
    end
    assert.are.same({ "Ada|Ebb & Co|Tides", "Bo|Rain|nil", "Cy|Sun|nil" }, told)
  end)

  it("is put right where an & stands alone, and refused where it is broken", function()
    local found = read(head .. "<track><title>Salt & Sand &nbsp; &amp; A&B;</title><location>"
      .. "http://x.test/?a=1&b=2</location></track></trackList></playlist>")
    assert.equal("Salt & Sand &nbsp; & A&B;", found.tracks[1].title)
    assert.equal("http://x.test/?a=1&b=2", found.tracks[1].uri)
    for _, text in ipairs({ head .. "<track>", head .. "</playlist>", "<opml/>", "<a" }) do
      local _, err = failure.caught(read, text)
      assert.matches("x.xspf cannot be read as XSPF: ", err.message, 1, true)
    end
  end)

  it("may name characters by the halves of UTF-16, or such that there are not", function()
    local track = read(head .. "<track><title>&#55357;&#56832;&#xD83D;&#xDE00;</title><creator>"
      .. "A&#56553;&#x110000;&#X42;</creator></track></trackList></playlist>").tracks[1]
    assert.are.same({ "\u{1F600}\u{1F600}", "A\u{FFFD}\u{FFFD}B" }, { track.title, track.artist })
  end)

  it("may have no tracks, or tracks without anything", function()
    local _, err = failure.caught(read, head .. "</trackList></playlist>")
    assert.matches("there is no track in it", err.message, 1, true)
    assert.are.same({ {} }, read(head .. "<track/></trackList></playlist>").tracks)
  end)
end)

it("a JSPF of another program has lists or texts, a mark, and numbers as texts", function()
  local document = { playlist = { title = "", track = {
    { title = "Ebb", creator = "Ada", duration = "61500", identifier = "urn:isrc:QZ01",
      location = { "file:///a.mp3" } }, "text", { title = 5 },
    { title = "Flow", creator = { "Ada", "Bo" } },
  } } }
  local found = track_files.read("\u{FEFF}" .. mix.json.encode(document), "x.jspf")
  assert.are.same({ { title = "Ebb", artist = "Ada", duration = 61.5, isrc = "QZ01",
    uri = "file:///a.mp3" }, {}, { title = "Flow", artist = "Ada, Bo" } }, found.tracks)
  assert.is_nil(found.name)
end)

describe("a Library.xml of Music", function()
  local function dict(members)
    local parts = {}
    for place = 1, #members, 2 do
      parts[#parts + 1] = ("<key>%s</key>%s"):format(members[place], members[place + 1])
    end
    return "<dict>" .. table.concat(parts) .. "</dict>"
  end
  local function playlist(name, numbers, fields)
    local items = {}
    for place, number in ipairs(numbers) do
      items[place] = dict({ "Track ID", ("<integer>%d</integer>"):format(number) })
    end
    return dict(table.move({ "Playlist Items", "<array>" .. table.concat(items) .. "</array>",
      "Name", ("<string>%s</string>"):format(name) }, 1, 4, #fields + 1, fields))
  end
  local function library(playlists)
    return '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD '
      .. 'PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">'
      .. dict({ "Major Version", "<integer>1</integer>", "Tracks", dict({
        "7", dict({ "Track ID", "<integer>7</integer>", "Name", "<string>Salt &#38; Sand</string>",
          "Artist", "<string>Ada</string>", "Album", "<string>Quay</string>", "Total Time",
          "<integer>61500</integer>", "Apple Music", "<true/>" }),
        "9", dict({ "Name", "<string>Ebb</string>" }) }),
      "Playlists", "<array>" .. table.concat(playlists) .. "</array>" }) .. "</plist>"
  end
  local all = playlist("Library", { 7, 9 }, { "Master", "<true/>" })

  it("has a list for each playlist, without those that the program makes", function()
    local read = track_files.read(library({ all,
      playlist("Music", { 7 }, { "Distinguished Kind", "<integer>4</integer>" }),
      playlist("Folder", { 9 }, { "Folder", "<true/>" }), playlist("Night", { 9, 7, 8 }, {}),
      playlist("Day", { 7 }, {}) }), "Library.xml")
    assert.equal("Night, Day", track_files.names(read))
    assert.are.same({ { title = "Ebb", list = "Night" }, { title = "Salt & Sand", artist = "Ada",
      album = "Quay", duration = 61.5, list = "Night" } }, read.lists[1].tracks)
  end)

  it("may have controls in titles, and songs without a title", function()
    local text = library({ all }):gsub("<string>Ebb</string>", "<string>E&#4;bb \5x</string>")
      :gsub("<key>Name</key><string>Salt &#38; Sand</string>",
        "<key>Location</key><string>file:///m/Ada/Quay/03%%20In%%20+%%20Out.m4a</string>")
    local read = track_files.read(text, "Library.xml")
    assert.are.same({ "In + Out", "E bb  x" }, { read.tracks[1].title, read.tracks[2].title })
    -- The repair of other XML takes such numbers out as well.
    read = track_files.read("<playlist><trackList><track><title>E&#x4;bb &#38; Fl&#10;ow</title>"
      .. "</track></trackList></playlist>", "x.xspf")
    assert.equal("Ebb & Fl\now", read.tracks[1].title)
  end)

  it("is refused where it is cut", function()
    local text = library({ all })
    local _, err = failure.caught(track_files.read, text:sub(1, -40), "Library.xml")
    assert.matches("the property list ends there, or is damaged", err.message, 1, true)
  end)

  it("is one list where it has no playlists, and refused without tracks", function()
    assert.equal("Library", track_files.read(library({ all }), "Library.xml").name)
    local _, err = failure.caught(track_files.read, "<plist><dict/></plist>", "x.xml")
    assert.matches("it is a <plist> without tracks", err.message, 1, true)
  end)
end)

describe("JSON of another program", function()
  local function lists_of(document)
    local found = {}
    for _, one in ipairs(track_files.read(mix.json.encode(document), "x.json").lists) do
      for _, track in ipairs(one.tracks) do
        found[#found + 1] = ("%s: %s by %s, %s %s"):format(one.name, track.title, track.artist,
          track.uri or track.isrc, track.duration)
      end
    end
    return found
  end

  it("is what Spotify gives people of their data", function()
    assert.are.same({ "Day: One by A, spotify:track:1 nil",
      "Day: Talk by nil, spotify:episode:2 nil", "Day: c by a, spotify:local:a:b:c:1 1",
      "Night: Two by B, nil nil" }, lists_of({
      playlists = {
        { name = "Day", description = "", items = {
          { track = { trackName = "One", artistName = "A", albumName = "Q",
            trackUri = "spotify:track:1" }, episode = mix.json.null, addedDate = "2024-01-01" },
          { track = mix.json.null, episode = { episodeName = "Talk", showName = "Show",
            episodeUri = "spotify:episode:2" } },
          { localTrack = { uri = "spotify:local:a:b:c:1" } },
        } },
        { name = "Night", items = { { track = { trackName = "Two", artistName = "B" } } } },
      } }))
  end)

  it("is what YouTube gives people of what they heard, in any language", function()
    local function entry(title, channel, header)
      return { header = header or "YouTube Music", title = title, products = { "YouTube" },
        titleUrl = "https://music.youtube.com/watch?v=a",
        subtitles = channel and { { name = channel } } or nil }
    end
    for _, form in ipairs({ "Watched %s", "%s angesehen", "Je hebt %s bekeken" }) do
      local read = track_files.read(mix.json.encode({
        entry(form:format("Ebb"), "Ada - Topic"), entry(form:format("Flow"), "Bo \u{2013} Thema"),
        entry(form:format("Cooking"), "Cook", "YouTube"), entry(form:format("https://x")),
      }), "watch-history.json")
      assert.are.same({ { "Ebb", "Ada" }, { "Flow", "Bo" }, {} }, { { read.tracks[1].title,
        read.tracks[1].artist }, { read.tracks[2].title, read.tracks[2].artist },
        { read.tracks[3].title } })
      assert.equal("Cook \u{2013} Cooking", track_files.shown(read.others[1]))
    end
  end)

  it("is an answer of Last.fm, and scrobbles of Maloja", function()
    assert.are.same({ "nil: One by A, nil nil" }, lists_of({ { name = "One",
      artist = { ["#text"] = "A", mbid = "" }, album = { ["#text"] = "Q" } } }))
    assert.are.same({ "nil: One by A, B, nil 200" }, lists_of({ scrobbles = { { time = 1,
      track = { title = "One", artists = { "A", "B" }, album = { albumtitle = "Q" },
        length = 200 } } } }))
  end)

  it("is an answer of Plex", function()
    assert.are.same({ "nil: One by A, nil 200.5" }, lists_of({ MediaContainer = { size = 1,
      Metadata = { { type = "track", title = "One", grandparentTitle = "A", parentTitle = "Q",
        duration = 200500 } } } }))
  end)

  it("may be a library, whose albums and artists are named", function()
    local read = track_files.read(mix.json.encode({
      tracks = { { artist = "A", album = "Q", track = "One", uri = "spotify:track:1" } },
      albums = { { artist = "A", album = "Q", uri = "spotify:album:2" } },
      artists = { { name = "A" } }, shows = mix.json.array({}),
    }), "YourLibrary.json")
    assert.are.same({ { title = "One", artist = "A", album = "Q", uri = "spotify:track:1" } },
      read.tracks)
    assert.are.same({ 2, "Q" }, { #read.others, read.others[1].album })
  end)

  it("is what Apple gives of a library, an answer of Spotify, and a backup", function()
    assert.are.same({ "nil: One by A, nil 200.04" }, lists_of({
      { Title = "One", Artist = "A", ["Track Duration"] = 200040 } }))
    local track = { name = "One", type = "track", artists = { { name = "A" }, { name = "B" } },
      album = { name = "Q" }, duration_ms = 61500, external_ids = { isrc = "QZ01" } }
    assert.are.same({ "nil: One by A, B, QZ01 61.5" }, lists_of({ items = { { track = track } } }))
    local song = { { title = "One", artist = { name = "A" }, duration = 61.5 } }
    for _, document in ipairs({ { tracks = { data = song } }, { entries = { { title = "One",
      uploader = "A", duration = 61.5 } } }, { data = { { attributes = { name = "One",
      artistName = "A", durationInMillis = 61500 } } } }, { payload = { listens = { {
      track_metadata = { track_name = "One", artist_name = "A", duration = 61.5 } } } } } }) do
      assert.are.same({ "nil: One by A, nil 61.5" }, lists_of(document))
    end
    assert.are.same({ "Mix: One by A, spotify:track:1 nil" }, lists_of({
      format = "mixhost playlists", playlists = { { name = "Mix", items = {
        { uri = "spotify:track:1", title = "One", artists = { "A" } } } } } }))
    local _, err = failure.caught(track_files.read, mix.json.encode({ { Title = "Road",
      ["Container Type"] = "Playlist", ["Playlist Item Identifiers"] = { 1, 2 } } }), "x.json")
    assert.matches("its rows are albums, artists or playlists", err.message, 1, true)
  end)

  it("is several playlists of ListenBrainz", function()
    local function named(name)
      return { playlist = { title = name, track = { { title = "One", creator = "A" } } } }
    end
    assert.are.same({ "Day: One by A, nil nil", "Night: One by A, nil nil" },
      lists_of({ playlists = { named("Day"), named("Night") } }))
  end)

  it("is refused where it has no tracks", function()
    local _, err = failure.caught(track_files.read, '{"a": [{"b": 1}]}', "x.json")
    assert.matches("it has no playlist.track, nor another list of tracks", err.message, 1, true)
  end)
end)
