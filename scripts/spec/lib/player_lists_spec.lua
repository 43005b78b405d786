-- Lists of tracks as Winamp, Windows Media Player, Zune and the programs of DJs write them, and
-- what Spotify says was played.

local track_files = require("lib.track_files")

local function read(text, path) return track_files.read(text, path) end

local function shown(list)
  local lines = {}
  for place, track in ipairs(list.tracks) do lines[place] = track_files.shown(track) end
  return lines
end

it("a PLS has numbered entries in any order, by titles or by names of files", function()
  local text = "[Playlist]\r\nNumberOfEntries=3\r\nFile2=b.mp3\r\nTitle2=Bo - Flow\r\n"
    .. "Length2=-1\r\nFile1=C:\\Ada\\Tides\\01 Ebb.mp3\r\nlength1=61\r\nTitle10=Cy - Storm\r\n"
  for _, path in ipairs({ "x.pls", "x" }) do
    local list = read(text, path)
    assert.are.same({ "Ada – Ebb", "Bo – Flow", "Cy – Storm" }, shown(list))
    assert.are.same({ 61, "Tides" }, { list.tracks[1].duration, list.tracks[1].album })
    assert.is_nil(list.tracks[2].duration)
  end
end)

it("a PLS has no entries without an address and a title", function()
  local list = read("[playlist]\nFile1=\nTitle1=\nFile2=b.mp3\nTitle2=\n", "x.pls")
  assert.are.same({ "b" }, shown(list))
end)

it("a list of Windows Media Player or Zune has paths, or names of its own", function()
  local list = read('<?wpl version="1.0"?><smil><head><title>Mix</title></head><body><seq>'
    .. '<media src="..\\Ada &amp; Bo\\Tides\\01 Ebb.wma"/></seq></body></smil>', "x.wpl")
  assert.equal("Mix", list.name)
  assert.are.same({ "Ada & Bo – Ebb" }, shown(list))
  list = read('<?zpl version="2.0"?><smil><body><seq><media src="C:\\x.mp3" albumTitle="Tides" '
    .. 'albumArtist="Various" trackTitle="Ebb" trackArtist="Ada"/></seq></body></smil>', "x.zpl")
  assert.are.same({ "Ada – Ebb" }, shown(list))
  assert.equal("Tides", list.tracks[1].album)
end)

it("lists of Media Player Classic, PotPlayer and AIMP have lines of their own", function()
  for path, text in pairs({
    ["x.mpcpl"] = "MPCPLAYLIST\r\n2,type,0\r\n2,filename,..\\Bo\\Salt\\02 Flow.flac\r\n1,type,0\r\n"
      .. "1,label,Ada - Ebb\r\n1,filename,D:\\1.mp3\r\n",
    ["x.dpl"] = "DAUMPLAYLIST\nplayname=x\ntopindex=0\n1*file*D:\\1.mp3\n1*title*Ada - Ebb\n"
      .. "1*duration2*61000\n2*file*D:\\Bo\\Salt\\02 Flow.flac\n",
    ["x.aimppl4"] = "#-----SUMMARY-----#\nName=Mix\n#-----SETTINGS-----#\nFlags=1\n"
      .. "#-----CONTENT-----#\n-D:\\\nD:\\1.mp3|Ebb|Ada|Tides||||||||||| 61000|9\n"
      .. "D:\\Bo\\Salt\\02 Flow.flac||||||||||||||0|9\n",
  }) do
    for _, name in ipairs({ path, "x" }) do
      local list = read(text, name)
      assert.are.same({ "Ada – Ebb", "Bo – Flow" }, shown(list), name)
      if path ~= "x.mpcpl" then assert.equal(61, list.tracks[1].duration, name) end
    end
  end
end)

it("lists of Rhythmbox and SMIL of other programs have places alone", function()
  local list = read('<rhythmdb-playlists><playlist name="Mix" type="static"><location>file:///m/'
    .. 'Ada/Tides/01%20Ebb.mp3</location></playlist><playlist name="Q" type="queue"/>'
    .. "</rhythmdb-playlists>", "playlists.xml")
  assert.are.same({ "Ada – Ebb", "Mix" }, { shown(list)[1], list.name })
  list = read('<smil><body><seq><audio src="Ada/Tides/01 Ebb.mp3"/></seq></body></smil>', "x.smil")
  assert.are.same({ "Ada – Ebb" }, shown(list))
end)

describe("an ASX", function()
  it("has titles and authors, in names of any case", function()
    local list = read('<ASX version = "3.0">\n<Title>Mix</Title>\n<PARAM name="x" value="y"/>'
      .. '<Entry><Title>Ebb</Title><Author>Ada & Bo</Author>'
      .. '<Ref HREF="http://a.example/1?x=1&y=2"/>'
      .. '<ref href="http://b.example/1"/><Duration value="00:03:05.5"/></Entry><repeat count="2">'
      .. '<ENTRY><TITLE>Cy - Storm</TITLE><REF href="2.mp3"/></ENTRY></repeat>'
      .. '<entry><ref href="Ada\\Tides\\02 Flow.wma"/></entry></ASX>', "x.asx")
    assert.equal("Mix", list.name)
    assert.are.same({ "Ada & Bo – Ebb", "Cy – Storm", "Ada – Flow" }, shown(list))
    assert.are.same({ 185.5, "http://a.example/1?x=1&y=2" },
      { list.tracks[1].duration, list.tracks[1].uri })
  end)

  it("may be plain text", function()
    assert.are.same({ "Ada – Ebb" }, shown(read("[Reference]\r\nRef1=Ada/Tides/01 Ebb.mp3\r\n",
      "x.asx")))
  end)
end)

it("a B4S of Winamp has names and lengths in milliseconds", function()
  local list = read([[<?xml version="1.0" encoding='UTF-8' standalone="yes"?><WinampXML>
    <!-- Winamp3 --><playlist num_entries="2" label="Mix"><entry Playstring="file:C:\M\1.mp3">
    <Name>Ada - Ebb</Name><Length>185000</Length></entry>
    <entry Playstring="file:C:\M\Ada\Tides\02 Flow.mp3"><Name>02 Flow</Name></entry></playlist>
    </WinampXML>]], "x.b4s")
  assert.equal("Mix", list.name)
  assert.are.same({ "Ada – Ebb", "Ada – Flow" }, shown(list))
  assert.equal(185, list.tracks[1].duration)
end)

it("a user's own files at Spotify have their names in the address", function()
  local uri = "spotify:local:Ed+Sheeran:%C3%B7:Shape+of%20You:234"
  for text, path in pairs({
    [uri .. "\nspotify:local:::Tape:\n"] = "x.txt",
    ["uri,title\n" .. uri .. ",\nspotify:local:::Tape:,\n"] = "x.csv",
    ['{"items": [{"track": {"uri": "' .. uri .. '"}}, {"uri": "spotify:local:::Tape:"}]}']
      = "x.json",
  }) do
    local list = read(text, path)
    assert.are.same({ "Ed Sheeran – Shape of You", "Tape" }, shown(list), path)
    assert.are.same({ "÷", 234 }, { list.tracks[1].album, list.tracks[1].duration })
  end
  local list = read("uri,title,artist\n" .. uri .. ",Mine,Me\n" .. uri .. ",Mine,\n", "x.csv")
  assert.are.same({ "Me – Mine", "Ed Sheeran – Mine" }, shown(list))
end)

describe("a list of a DJ's program", function()
  it("has VirtualDJ's line before each path", function()
    local list = read("#EXTVDJ:<time>20:15</time><artist>Bo &amp; Cy</artist><title>Ebb</title>"
      .. "<remix>Extended Mix</remix><songlength>213.5</songlength>\nD:\\x.mp3\n"
      .. "#EXTVDJ:<time>20:18</time><title>Flow</title>\nnetsearch://dz1\n", "x.m3u")
    assert.are.same({ "Bo & Cy – Ebb (Extended Mix)", "Flow" }, shown(list))
    assert.equal(213.5, list.tracks[1].duration)
  end)

  it("is Traktor's or rekordbox's collection with playlists", function()
    for _, text in ipairs({
      '<NML VERSION="19"><COLLECTION><ENTRY TITLE="Ebb" ARTIST="Ada"><LOCATION DIR="/:M/:" '
        .. 'FILE="a.mp3" VOLUME="D:"/><ALBUM TITLE="Tides"/><INFO PLAYTIME="61"/></ENTRY>'
        .. '<ENTRY TITLE="Flow" ARTIST="Bo"><LOCATION DIR="/:M/:" FILE="b.mp3" VOLUME="D:"/>'
        .. '</ENTRY></COLLECTION><PLAYLISTS><NODE TYPE="FOLDER" NAME="$ROOT"><SUBNODES><NODE '
        .. 'TYPE="PLAYLIST" NAME="Friday"><PLAYLIST><ENTRY><PRIMARYKEY KEY="D:/:M/:b.mp3"/></ENTRY>'
        .. '<ENTRY><PRIMARYKEY KEY="D:/:M/:a.mp3"/></ENTRY></PLAYLIST></NODE></SUBNODES></NODE>'
        .. "</PLAYLISTS></NML>",
      '<DJ_PLAYLISTS><COLLECTION><TRACK TrackID="1" Name="Ebb" Artist="Ada" Album="Tides" '
        .. 'TotalTime="61"/><TRACK TrackID="2" Name="Flow" Artist="Bo"/></COLLECTION><PLAYLISTS>'
        .. '<NODE Name="ROOT"><NODE Name="Friday"><TRACK Key="2"/><TRACK Key="1"/></NODE></NODE>'
        .. "</PLAYLISTS></DJ_PLAYLISTS>",
    }) do
      local list = read(text, "x.nml")
      assert.are.same({ "Bo – Flow", "Ada – Ebb" }, shown(list))
      assert.are.same({ "Friday", "Tides", 61 }, { list.name, list.tracks[2].album,
        list.tracks[2].duration })
      -- Without playlists it is the collection.
      list = read(text:gsub("<PLAYLISTS>.*</PLAYLISTS>", ""), "x.nml")
      assert.are.same({ "Ada – Ebb", "Bo – Flow" }, shown(list))
    end
  end)

  it("has Serato's sessions beside the tracks", function()
    local list = read("name,artist,start time\n01/02/2021,,20:00:00\nEbb,Ada,20:00:00\n", "x.csv")
    assert.are.same({ "Ada – Ebb" }, shown(list))
    assert.equal(1, #list.others)
  end)
end)

describe("a cue sheet", function()
  it("has the tracks of an album in one file, with their performers and lengths", function()
    local sheet = 'REM GENRE Pop\r\nREM COMMENT "ExactAudioCopy v1.3"\r\nPERFORMER "Ada"\r\n'
      .. 'TITLE "Tides"\r\nFILE "Ada - Tides.wav" WAVE\r\n  TRACK 01 AUDIO\r\n    TITLE "Ebb"\r\n'
      .. '    PERFORMER "Ada feat. Bo"\r\n    ISRC QZABC1234567\r\n    INDEX 01 00:00:00\r\n'
      .. '  TRACK 02 AUDIO\r\n    TITLE "Caf\xE9"\r\n    REM REPLAYGAIN_TRACK_GAIN -7.0 dB\r\n'
      .. "    INDEX 00 03:31:00\r\n    INDEX 01 03:33:15\r\n"
    for _, path in ipairs({ "x.cue", "x.txt", "x" }) do
      local list = read(sheet, path)
      assert.equal("Tides", list.name)
      assert.are.same({ { title = "Ebb", artist = "Ada feat. Bo", album = "Tides",
        isrc = "QZABC1234567", duration = 213.2 },
        { title = "Café", artist = "Ada", album = "Tides" } }, list.tracks)
    end
  end)

  it("has tracks by the names of their files", function()
    local list = read('FILE "01 - Ada - Ebb.wav" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n'
      .. 'FILE "02 - Bo - Flow.wav" WAVE\n  TRACK 02 AUDIO\n    INDEX 01 00:00:00\n', "x.cue")
    assert.are.same({ "Ada – Ebb", "Bo – Flow" }, shown(list))
  end)

  it("may have a track's gap in the file before its own", function()
    local list = read('FILE "01 - Ada - Ebb.wav" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n'
      .. '  TRACK 02 AUDIO\n    INDEX 00 03:00:00\nFILE "02 - Bo - Flow.wav" WAVE\n'
      .. "    INDEX 01 00:00:00\n", "x.cue")
    assert.are.same({ "Ada – Ebb", "Bo – Flow" }, shown(list))
  end)

  it("is written in small letters, too, and has no empty names", function()
    local list = read('title "Tides"\nperformer "Ada"\nfile "a.wav" wave\n  track 01 audio\n'
      .. '    title "Ebb"\n    performer ""\n    index 01 00:00:00\n  track 02 audio\n'
      .. '    title ""\n    index 01 03:00:00\n', "x.cue")
    assert.are.same({ "Ada – Ebb", "a row without a title" }, shown(list))
    assert.equal(180, list.tracks[1].duration)
  end)

  it("has no song where a disc has data", function()
    local sheet = 'PERFORMER "Ada"\nFILE "a.bin" BINARY\n  TRACK 01 MODE1/2352\n    TITLE "Data"\n'
      .. '    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    TITLE "Ebb"\n    INDEX 01 10:00:00\n'
      .. '  TRACK 03 CDI/2352\n    INDEX 01 12:00:00\n'
    local list = read(sheet, "x.cue")
    assert.are.same({ "Ada – Ebb" }, shown(list))
    assert.equal(120, list.tracks[1].duration)
  end)
end)

it("a table of Apple's Music is in any language, in UTF-16 with a mark or without", function()
  local text = "Titel\tInterpret\tKomponist\tAlbum\tGenre\tDauer\tJahr\r"
    .. "Ebb\tAda\tAda\tTides\tPop\t61\t2014\rFlow\tBo\t\tTides\tPop\t233\t2014\r"
  local wide = text:gsub(".", "%0\0")
  for _, bytes in ipairs({ text, wide, "\xFF\xFE" .. wide, (text:gsub(".", "\0%0")) }) do
    local list = read(bytes, "Music.txt")
    assert.are.same({ "Ada – Ebb", "Bo – Flow" }, shown(list))
    assert.equal(61, list.tracks[1].duration)
  end
end)

it("all that Spotify says was played has tracks by name and address", function()
  local list = read(mix.json.encode({
    { ts = "2026-11-28T10:00:00Z", ms_played = 1000, master_metadata_track_name = "Ebb",
      master_metadata_album_artist_name = "Ada", master_metadata_album_album_name = "Tides",
      spotify_track_uri = "spotify:track:1", episode_name = mix.json.null },
  }), "Streaming_History_Audio_2026_1.json")
  assert.are.same({ "Ada – Ebb" }, shown(list))
  assert.are.same({ "Tides", "spotify:track:1" }, { list.tracks[1].album, list.tracks[1].uri })
  assert.is_nil(list.tracks[1].duration)
end)
