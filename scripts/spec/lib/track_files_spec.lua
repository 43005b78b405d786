-- Tracks out to files of other programs, and in from them.

local failure = require("lib.failure")
local track_files = require("lib.track_files")

local list = {
  name = "A <mix> & \"more\"", description = "", url = "https://open.spotify.com/playlist/p",
  tracks = {
    { uri = "spotify:track:1", url = "https://open.spotify.com/track/1", title = "=1+1, \"x\"",
      artists = { "A", "B" }, album = "Ä <b>", duration = 200.4, isrc = "QZ01" },
    { uri = "spotify:local:a:b:c:1", title = "File", artists = {} },
  },
}

describe("a file of tracks", function()
  for _, format in ipairs(track_files.formats) do
    it("comes back out of " .. format:upper() .. " as it went in", function()
      local text = track_files.write(list, format)
      local read = track_files.read(text, "x." .. format)
      assert.equal(2, #read.tracks)
      local track = read.tracks[1]
      assert.are.same({ "=1+1, \"x\"", "A, B", "Ä <b>" },
        { track.title, track.artist, track.album })
      assert.near(200, track.duration, 0.5)
      assert.matches("track[:/]1$", track.uri)
      if format ~= "m3u" then assert.equal("QZ01", track.isrc) end
      if format ~= "csv" then assert.equal(list.name, read.name) end
      -- Without its ending the content says what it is.
      assert.equal("File", track_files.read(text, "-").tracks[2].title)
    end)
  end

  it("keeps a track without artist and address whose title begins with #", function()
    local text = track_files.write({ name = "N", tracks = {
      { title = "#1 Crush", artists = {} }, { title = "Ebb", artists = { "#tags" } } } }, "m3u")
    for line in text:gmatch("[^\n]+") do
      assert(not line:find("^#") or line:find("^#EXT") or line:find("^#PLAYLIST"), line)
    end
    local tracks = track_files.read(text, "x.m3u").tracks
    assert.are.same({ "#1 Crush", "Ebb", "#tags" },
      { tracks[1].title, tracks[2].title, tracks[2].artist })
  end)

  it("is read by its content, whatever it is named", function()
    local of_json = '[{"title":"Ebb","artist":"Ada Lune"}]'
    for text, path in pairs({ [of_json] = "x.csv", [" " .. of_json] = "x.m3u",
      [of_json .. "\n"] = "x.txt", ["#EXTM3U\nAda Lune - Ebb"] = "x.csv",
      ["[1] Ada Lune - Ebb\n"] = "x.txt", ["Artist,Title\nAda Lune,Ebb\n"] = "x.csv",
      ['{"title":"Ebb","artist":"Ada Lune"}\n{"title":"Flow","artist":"Bo"}\n'] = "x.csv",
      ["<playlist><trackList><track><creator>Ada Lune</creator><title>Ebb</title></track>"
        .. "</trackList></playlist>"] = "x.csv" }) do
      local track = track_files.read(text, path).tracks[1]
      assert.are.same({ "Ebb", "Ada Lune" }, { track.title, track.artist }, text)
    end
    local _, err = pcall(track_files.read, '{"title":"Ebb", "ar', "x.csv")
    assert.matches("x.csv cannot be read as JSPF: invalid JSON", err.message, 1, true)
  end)

  it("is refused when it is not text, or larger than any list", function()
    local function problem(bytes)
      local ok, err = pcall(track_files.read, bytes, "x.m3u")
      return not ok and err.message
    end
    assert.equal("x.m3u cannot be read: it is not text: character 4 is NUL", problem("a\nb\0c"))
    assert.equal("x.m3u cannot be read: it has 65 MB, a list has at most 64",
      problem(("x"):rep(65 * 1024 * 1024)))
    assert.equal("b", track_files.read("\xFF\xFEb\0\n\0", "x.m3u").tracks[1].uri)
  end)

  it("is read with the columns of other programs", function()
    local read = track_files.read(table.concat({
      "Track URI,Track Name,Artist Name(s),Album Name,Track Duration (ms),ISRC",
      "spotify:track:9,One,\"A;B\",Alb,61000,X1",
    }, "\n"), "exportify.csv")
    assert.are.same({ uri = "spotify:track:9", title = "One", artist = "A;B", album = "Alb",
      duration = 61, isrc = "X1" }, read.tracks[1])
    read = track_files.read("Artist;Title;Length\nA;B;3:05\n", "x.csv")
    assert.are.same({ title = "B", artist = "A", duration = 185 }, read.tracks[1])
  end)

  it("is read by the names of columns in other languages, however short", function()
    for text, of in pairs({
      ["Titel;K\u{FC}nstler\nEbb;Ada\n"] = false,
      ["Name der Playlist;Titel;K\u{FC}nstler\nRoad;Ebb;Ada\n"] = "Road",
      ["Nom de la playlist,Titre,Artiste\nRoute,Ebb,Ada\n"] = "Route",
      ["T\u{ED}tulo,Artista,Duraci\u{F3}n\nEbb,Ada,3:20\n"] = false,
      ["Song,Singer\nEbb,Ada\n"] = false,
    }) do
      local track = track_files.read(text, "x.csv").tracks[1]
      assert.are.same({ "Ebb", "Ada", of or nil }, { track.title, track.artist, track.list }, text)
    end
  end)

  it("is read with a header in any language, by what its columns hold", function()
    local one = { title = "Ebbe", artist = "Ada", album = "Meer", isrc = "DEA123456789" }
    local function first(...)
      return track_files.read(table.concat({ ... }, "\n"), "x.csv").tracks[1]
    end
    assert.are.same(one, first("Titelname,Künstlername,Album,Playlistname,Typ,ISRC",
      "Ebbe,Ada,Meer,,,DEA123456789", "Flut,Ada,Meer,,,DEA123456780"))
    assert.are.same(one, first("曲名;アーティスト;アルバム;コード", "Ebbe;Ada;Meer;DEA123456789",
      "Flut;Ada;Meer;DEA123456780"))
    local row = first("Morceau;Interprète;Disque;Durée", "Ebbe;Ada;Meer;3:05", "Flut;Ada;Meer;4:00")
    assert.are.same({ title = "Ebbe", artist = "Ada", album = "Meer", duration = 185 }, row)
    assert.are.same(one, first("Lied,,,Kennung", "Titel,Interpret,Album,ISRC",
      "Ebbe,Ada,Meer,DEA123456789", "Flut,Ada,Meer,DEA123456780"))
    -- The artist first, and the address of the artist beside that of the track.
    row = first("Mi lista", "", "Artista;URI;Pista;URI de artista;Duración (ms);Año",
      "Ada;spotify:track:a1;Ebbe;spotify:artist:b;185000;1999",
      "Ada;spotify:track:a2;Flut;spotify:artist:b;240000;1999")
    assert.are.same({ title = "Ebbe", artist = "Ada", uri = "spotify:track:a1", duration = 185 },
      row)
    -- One known name is enough; the contents say the rest.
    row = first("Nombre,Artista,Compositor,Álbum,ISRC", "Ebbe,Ada,Bo,Meer,DEA123456789")
    assert.are.same(one, row)
    -- A day and a rate of samples are neither the name of a list nor a length.
    row = first("Titel\tInterpret\tAlbum\tGröße\tHinzugefügt\tBitrate\tAbtastrate\tArt\tCode",
      "Ebbe\tAda\tMeer\t9\t1.2.20, 1:00 PM\t256\t44100\tAAC\tDEA123456789",
      "Flut\tAda\tMeer\t9\t1.2.20, 1:00 PM\t256\t44100\tAAC\tDEA123456780")
    assert.are.same(one, row)
    -- Rows of albums and artists lack a title.
    assert.are.same(one, first("Titel,Interpret,Album,Typ,ISRC",
      "Ebbe,Ada,Meer,Song,DE-A12-34-56789", "Flut,Ada,Meer,Song,", ",Ada,Meer,Album,",
      ",Ada,,Interpret,"))
    assert.are.same({ title = "1979", artist = "Ada" }, first("title,artist", '"=""1979""",Ada'))
  end)

  it("may have no header: the first row is a track, too", function()
    for text, first in pairs({
      ["spotify:track:a1,Ebb,Ada,Tides\nspotify:track:a2,Flow,Bo,Waves\n"]
        = "Ebb by Ada, spotify:track:a1",
      ["Ebb,Ada,Tides,3:20\nFlow,Bo,Waves,4:20\n"] = "Ebb by Ada, 200",
      ["My list\nEbb,Ada,Tides,3:20\nFlow,Bo,Waves,4:20\n"] = "Ebb by Ada, 200",
      ["Ebb,Ada,USUM71900001\nFlow,Bo,USUM71900002\n"] = "Ebb by Ada, USUM71900001",
      -- Listens out of Last.fm.
      ["Ada,Tides,Ebb,26/02/2019 08:34:33\nBo,Waves,Flow,25/02/2019 08:30:00\n"]
        = "Ebb by Ada, Tides",
      ['Ada,"Tides, and more",Ebb,26 Feb 2019 08:34\nBo,,Flow,25 Feb 2019 08:30\n']
        = "Ebb by Ada, Tides, and more",
    }) do
      local read = track_files.read(text, "x.csv")
      local track = read.tracks[1]
      assert.equal(2, #read.tracks, text)
      assert.are.same({}, track_files.remarks(read), text)
      assert.equal(first, ("%s by %s, %s"):format(track.title, track.artist,
        track.uri or track.isrc or track.duration or track.album):gsub("%.0$", ""))
    end
  end)

  it("has a list for each stretch that a column in any language names", function()
    local rows = { "Titel,Künstler,Album,Liste,Art,ISRC" }
    for place = 1, 6 do
      rows[#rows + 1] = ("T%d,A%d,Meer,%s,Playlist,DEA12345678%d"):format(place, place % 2,
        place < 4 and "Früh" or "Spät", place)
    end
    local read = track_files.read(table.concat(rows, "\n"), "x.csv")
    assert.are.same({ "Früh", "Spät" }, { read.lists[1].name, read.lists[2].name })
    assert.are.same({ 3, 3 }, { #read.lists[1].tracks, #read.lists[2].tracks })
    read = track_files.read(table.concat(rows, "\n", 1, 4), "x.csv")
    assert.equal("Früh", read.name)
  end)

  it("may have artist and title in one column", function()
    for _, text in ipairs({
      "Song\nAda - Ebb\nBo – Flow\n", "#;Track\n1;Ada - Ebb\n2;Bo - Flow\n",
      "Ada - Ebb\nBo - Flow\n",
      "Artist - Title\nAda - Ebb\nBo - Flow\n", "Title / Artist\nEbb - Ada\nFlow - Bo\n",
      "Titel\nEbb by Ada\nFlow by Bo\n", "My list\nSong\n1. Ada - Ebb\n2. Bo - Flow\n",
    }) do
      local tracks = track_files.read(text, "x.csv").tracks
      assert.are.same({ { artist = "Ada", title = "Ebb" }, { artist = "Bo", title = "Flow" } },
        tracks, text)
    end
    -- Most rows say both.
    assert.is_false((pcall(track_files.read, "Song\nAda - Ebb\nFlow\nSalt\n", "x.csv")))
  end)

  it("is refused where nothing tells that its rows are tracks", function()
    for _, text in ipairs({ "Titel;Verfasser\nEbbe;Ada\nFlut;Bo\n",
      "Titel;Jahr;Seiten\nEbbe;1999;320\nFlut;2001;99\n" }) do
      local ok, problem = pcall(track_files.read, text, "x.csv")
      assert.is_false(ok)
      assert.matches("it needs the columns", problem.message)
    end
  end)

  it("is named where it has the numbers of videos alone, in any language", function()
    local ok, err = pcall(track_files.read, "Video-ID,Zeitstempel der Erstellung\n"
      .. "abcdEFGH_-1,2020-01-01T00:00:00+00:00\n", "x.csv")
    assert.is_false(ok)
    assert.matches("names its videos by number alone", err.message, 1, true)
  end)

  it("may have lines above its header, and tabs or semicolons below them", function()
    for _, text in ipairs({ "Shazam Library\nIndex,Title,Artist\n9,A,B\n",
      "sep=;\r\nTitle;Artist\r\nA;B\r\n", "My songs, 2024\n\nTitle\tArtist\nA\tB\n" }) do
      local read = track_files.read(text, "x.csv")
      assert.are.same({ { title = "A", artist = "B" } }, read.tracks)
    end
    local _, err = failure.caught(track_files.read, "Was,Wer\nA,B\n", "x.csv")
    assert.matches("the first line has: Was, Wer", err.message, 1, true)
  end)

  it("is read with the columns of other programs that say something else", function()
    local read = track_files.read("Song URL,Song Title,Album Title,Artist Names\nu,One,Alb,A\n",
      "x.csv")
    assert.are.same({ { title = "One", artist = "A", album = "Alb" } }, read.tracks)
    read = track_files.read("A,Alb,One,17 May 2026 12:54\n", "x.csv")
    assert.are.same({ { title = "One", artist = "A", album = "Alb" } }, read.tracks)
    read = track_files.read("Name\tArtist\tComposer\tAlbum\tTime\tBit Rate\nOne\tA\t\tAlb\t61\t\n",
      "Music.txt")
    assert.are.same({ { title = "One", artist = "A", album = "Alb", duration = 61 } }, read.tracks)
    for text, problem in pairs({
      ["Date,Name,Year,Letterboxd URI\n,A,,\n"] = "of films out of letterboxd, not of tracks",
      ["Video ID,Time Added\nx,y\n"] = "names its videos by number alone",
      ["PK\3\4"] = "it is a workbook or an archive",
    }) do
      local _, err = failure.caught(track_files.read, text, "x.csv")
      assert.matches(problem, err.message, 1, true)
    end
  end)

  it("has the first of several ISRCs", function()
    for _, code in ipairs({ "DEA123456789;DEA123456780", "DE-A12-34-56789 / DE-A12-34-56780" }) do
      local read = track_files.read(('Titel,Interpret,Kode\nEbbe,Ada,"%s"\n'):format(code), "x.csv")
      assert.equal("DEA123456789", read.tracks[1].isrc, code)
    end
  end)

  it("has lines of a cell as one", function()
    local read = track_files.read('title,artist\n"Ebb\r\n and Flow","Ada\nLune"\n', "x.csv")
    local track = read.tracks[1]
    assert.are.same({ "Ebb and Flow", "Ada Lune" }, { track.title, track.artist })
  end)

  it("may have whole lines in quotes", function()
    local text = 'title,artist,album\nEbb,Ada,Tides\n"Flow,""Bo, Cy"",Tides"\n'
    local read = track_files.read(text, "x.csv")
    assert.are.same({ "Flow", "Bo, Cy" }, { read.tracks[2].title, read.tracks[2].artist })
  end)

  it("counts rows with more fields than the header", function()
    local read = track_files.read("Title,Artist\nA,B\nC,D,,\nE,F,G\n", "x.csv")
    assert.are.same({ count = 1, first = 4 }, read.longer)
  end)

  it("may have several lists, and rows that are not tracks", function()
    local read = track_files.read(table.concat({
      "Track name,Artist name,Playlist name,Type", "One,A,Morning,Playlist", "Two,B,Night,Playlist",
      "Three,C,Morning,Favorite", "Four,D,,Album",
    }, "\n"), "x.csv")
    assert.equal("Morning, Night", track_files.names(read))
    assert.are.same({ 2, 1 }, { #read.lists[1].tracks, #read.lists[2].tracks })
    assert.are.same({ { title = "Four", artist = "D" } }, read.others)
    assert.equal("Alone", track_files.read("Title,Artist,Playlist\nA,B,Alone\n", "x.csv").name)
  end)

  it("has albums, artists and playlists by their addresses, which are not tracks", function()
    local text = table.concat({ "title,artist,url",
      "A,B,https://open.spotify.com/album/4yP0hdKOZPNshxUOjY0cZj?si=1", "A,B,spotify:artist:4yP",
      "A,B,https://music.apple.com/us/album/after-hours/1499378108",
      "A,B,https://open.spotify.com/playlist/4yP0hdKOZPNshxUOjY0cZj", "A,B,https://x.test/album/7/",
      "Other,,sub/other.m3u8",
      "S,B,https://music.apple.com/us/album/blinding-lights/1499378108?i=1499378615",
      "S,B,https://www.deezer.com/track/3", "S,B,https://x.test/artist/album/song.mp3" }, "\n")
    local read = track_files.read(text, "x.csv")
    assert.are.same({ 6, 3 }, { #read.others, #read.tracks })
    assert.are.same({ "6 rows are no track but an album, an artist or a playlist, and left out; "
      .. "the first: B – A" }, track_files.remarks(read))
    assert.are.same({ "A – Album", "A", "Z", "a row without a title" },
      { track_files.shown({ album = "Album", artist = "A" }), track_files.shown({ artist = "A" }),
        track_files.shown({ title = "Z" }), track_files.shown({}) })
    local _, err = failure.caught(track_files.read, "spotify:album:4\n", "x.m3u")
    assert.matches("its rows are albums, artists or playlists", err.message, 1, true)
  end)

  it("has lengths in hours, minutes and seconds", function()
    local read = track_files.read("Title,Artist,Time\nA,B,1:03:05\nC,D,0:59\nE,F,soon\n"
      .. "G,H,61500\n", "x.csv")
    assert.equal(61.5, read.tracks[4].duration)
    assert.are.same({ 3785, 59 }, { read.tracks[1].duration, read.tracks[2].duration })
    assert.is_nil(read.tracks[3].duration)
  end)

  it("keeps a row for each item that Spotify no longer has", function()
    local gone = { name = "G", tracks = {
      { title = "A", artists = { "B" }, uri = "spotify:track:1" },
      { title = "", artists = {}, uri = "", added = "2024-01-01" } } }
    assert.matches("# removed, added 2024-01-01\n", track_files.write(gone, "m3u"), 1, true)
    for _, format in ipairs({ "csv", "jspf", "xspf" }) do
      assert.equal(2, #track_files.read(track_files.write(gone, format), "x." .. format).tracks)
    end
  end)

  it("says when a track was added, and by whom", function()
    local made = { name = "G", description = "", tracks = { { title = "A", artists = { "B" },
      uri = "spotify:track:1", added = "2024-01-01T00:00:00Z", added_by = "ada" } } }
    assert.matches(",2024-01-01T00:00:00Z,ada", track_files.write(made, "csv"), 1, true)
    local track = mix.json.decode(track_files.write(made, "jspf")).playlist.track[1]
    assert.equal("ada", track.extension["https://musicbrainz.org/doc/jspf#track"].added_by)
  end)

  it("is a list in words", function()
    local read = track_files.read("1. The A - One\nB - 2.5 - Two\nC:/x/D - Three.mp3\n"
      .. "2) E – Four\n- F — Five – Six\n• G - 7 (3:45)\n", "x.txt")
    local found = {}
    for place, track in ipairs(read.tracks) do found[place] = track.artist .. "|" .. track.title end
    assert.are.same({ "The A|One", "B|2.5 - Two", "D|Three", "E|Four", "F|Five – Six", "G|7" },
      found)
  end)

  it("is a list in words with times, numbers and quotes", function()
    local read = track_files.read("00:00 The A - One\n[1:02:03] B – Two\n01. 04:05 C - Three\n"
      .. '03 D - Four\n"Five" - E\nF - "Six"\n07:00 | G - Seven\n10:10 - H\nI - 4:44\n', "x.txt")
    local found = {}
    for place, track in ipairs(read.tracks) do
      found[place] = ("%s|%s"):format(track.artist, track.title)
    end
    assert.are.same({ "The A|One", "B|Two", "C|Three", "D|Four", "E|Five", "F|Six", "G|Seven",
      "10:10|H", "I|4:44" }, found)
  end)

  it("is a list whose lines are counted in any way", function()
    local names = { "Ada Lune - Ebb", "Nena - 99 Luftballons", "50 Cent - 21 Questions",
      "3 Doors Down - 7 Days" }
    local shown = { "Ada Lune|Ebb", "Nena|99 Luftballons", "50 Cent|21 Questions",
      "3 Doors Down|7 Days" }
    for _, form in ipairs({ "%d. %s", "%d) %s", "(%d) %s", "[%d] %s", "%d: %s", "%02d %s", "%d %s",
      "%d - %s", "#%d %s", "%03d | %s", "%d.\t%s", "%.0s%s" }) do
      for _, path in ipairs({ "x.txt", "x.csv", "x" }) do
        local lines, found = {}, {}
        for place, name in ipairs(names) do lines[place] = form:format(place, name) end
        local text = table.concat(lines, "\n")
        if form:find("|", 1, true) then text = text:gsub(" %- ", " | ") end
        if form:find("\t", 1, true) then text = text:gsub(" %- ", "\t") end
        for place, track in ipairs(track_files.read(text, path).tracks) do
          found[place] = ("%s|%s"):format(track.artist, track.title)
        end
        assert.are.same(shown, found, form .. " in " .. path)
      end
    end
    -- Numbers that do not count the lines are names.
    assert.equal("2 Chainz", track_files.read("2 Chainz - Ebb\n5 Seconds - Flow\n", "x.txt")
      .tracks[1].artist)
  end)

  it("is a list in words with another sign between the names", function()
    local function first(text, path)
      local track = track_files.read(text, path or "x.txt").tracks[1]
      return track.artist or false, track.title
    end
    for _, sign in ipairs({ " \u{2022} ", " \u{2192} ", " ~ ", " / ", " -", "- ", ": ", ", ",
      "-" }) do
      local text = ("Ada Lune%sEbb\nBo%sFlow\nThe Tin%sSalt\n"):gsub("%%s", sign)
      assert.are.same({ "Ada Lune", "Ebb" }, { first(text) }, sign)
    end
    -- A sign in a few titles is theirs.
    assert.are.same({ false, "Ebb, Flow" }, { first("Ebb, Flow\nSalt\nRain\n") })
    assert.equal("Ebb", track_files.read("Set:\n1. Ebb\n2. Flow\n", "x.txt").tracks[2].title)
    for text, path in pairs({ ["- **Ebb** by Ada\n- *Flow* by Bo\n"] = "x.md",
      ["- [ ] Ada - [Ebb](https://x.test/1)\n- [x] Bo - Flow\n"] = "x.md",
      ["| # | Title | Artist |\n|---|:---|---|\n| 1 | Ebb | Ada |\n"] = "x.md",
      ["00:00 - 1. Ada - Ebb\n03:20 - 2. Bo - Flow\n"] = "x.txt",
      ["11:55 PM | Ada - Ebb\n11:59 PM | Bo - Flow\n"] = "x.txt",
      ["\u{2018}Ebb\u{2019} by Ada\n'Flow' by Bo\n"] = "x.txt",
      ["A1 Ada - Ebb\nA2 Bo - Flow\nB1 Cy - Storm\n"] = "x.txt",
      ["Track 1: Ada - Ebb\nTrack 2: Bo - Flow\n"] = "x.txt",
      ["\u{1F3B5} Ada - Ebb\n\u{2460} Bo - Flow\n"] = "x.txt",
      ["1\u{FE0F}\u{20E3} Ada - Ebb\n2\u{FE0F}\u{20E3} Bo - Flow\n"] = "x.txt",
      ["01\u{FF0E}Ada \u{FF0D} Ebb\n02\u{FF0E}Bo \u{FF0D} Flow\n"] = "x.txt",
      ["1. Ada\u{300C}Ebb\u{300D}\n2. Bo \u{300E}Flow\u{300F}\n"] = "x.txt",
      ["&#65;da - Ebb\n"] = "x.txt", ['["Ada - Ebb","Bo - Flow"]'] = "x.json",
      ['{"playlist":[{"song":"Ebb","artist":"Ada"}]}'] = "x.json",
      ["sep=;\nK\u{FC}nstler;Titel;L\u{E4}nge\nAda;Ebb;3:20\n"] = "x.csv",
      ["#AUDIOSCROBBLER/1.1\n#TZ/UTC\nAda\tTides\tEbb\t9\t200\tL\t1\n"] = "x.log",
      ["title,artist\n Ebb , Ada \n"] = "x.csv", ["title,artist\n&#69;bb,Ada\n"] = "x.csv",
    }) do
      assert.are.same({ "Ada", "Ebb" }, { first(text, path) }, text)
    end
    assert.are.same({ false, "Ebb" }, { first("00:00 - 1. Ebb\n03:20 - 2. Flow\n") })
  end)

  it("is the list of a mix, with the label behind each record", function()
    local read = track_files.read("00:00 Ada - Ebb [Tin Records]\n"
      .. "[03:33] 02. Bo - Flow (Cy Remix) [White]\nw/ Cy - Storm [TIN]\n1:02:10 Di - Rain "
      .. "[Live]\n", "x.txt")
    local found = {}
    for place, track in ipairs(read.tracks) do found[place] = track_files.shown(track) end
    assert.are.same({ "Ada – Ebb", "Bo – Flow (Cy Remix)", "Cy – Storm", "Di – Rain [Live]" },
      found)
    -- One remark among many lines is the title's.
    read = track_files.read("Ada - Ebb [Reprise]\nBo - Flow\nCy - Storm\n", "x.txt")
    assert.equal("Ebb [Reprise]", read.tracks[1].title)
  end)

  it("is read when it is plain addresses or files' names", function()
    local read = track_files.read("https://open.spotify.com/track/7?si=1\n/m/A - B c.mp3\n", "-")
    assert.are.same({ "https://open.spotify.com/track/7?si=1", "A", "B c" },
      { read.tracks[1].uri, read.tracks[2].artist, read.tracks[2].title })
  end)

  it("has names of files that begin as their folder, or have the blanks of a shell", function()
    local read = track_files.read("/m/Ada Lune/Tides/Ada Lune-Ebb.mp3\n/m/Jay/Jay-Z - Flow.mp3\n"
      .. "../Ada\\ Lune/Tides/03\\ Far\\ Shore.mp3\n", "x.m3u")
    local names = {}
    for place, track in ipairs(read.tracks) do names[place] = track.artist .. "|" .. track.title end
    assert.are.same({ "Ada Lune|Ebb", "Jay-Z|Flow", "Ada Lune|Far Shore" }, names)
  end)

  it("is refused with its name and what is wrong", function()
    for text, part in pairs({
      ["a,b\n1,2\n"] = "x cannot be read as CSV: it needs the columns title and artist",
      ["{\"playlist\": 1}"] = "JSPF: it has no playlist.track", ["<a>"] = "XSPF",
      ["#EXTM3U\n"] = "there is no track in it (read as M3U); a line or an entry for each is "
        .. "expected", ["title,artist\n"] = "(read as CSV); it has no rows below its header",
      ["\n \n"] = "x: the file is empty: a header and a row for each entry, or an entry on each "
        .. "line, are expected",
    }) do
      local _, err = failure.caught(track_files.read, text, "x")
      assert.matches(part, err.message, 1, true)
    end
  end)
end)
