-- Which column is which field, of tables as people have them.

local columns = require("lib.linking.columns")

local fields = { "title", "artist", "album", "duration" }

local function places(header, map)
  local found = assert(columns.of(header, fields, { title = { "Song_Name" } }, map))
  return found.places, found
end

describe("the columns of a table", function()
  it("are known by the names that rules and exports give them", function()
    assert.are.same({ title = 2, artist = 1, duration = 3 }, (places({ "Interpret", "Song_Name",
      "Time" })))
    assert.are.same({ title = 1, artist = 2, album = 3 },
      (places({ "Track Name", "Artist Name(s)", "Album Title" })))
  end)

  it("are texts, not names, where they are long", function()
    local start, blanks = os.clock(), (" "):rep(20000)
    assert.is_nil(columns.kind_of_title(blanks .. "x"))
    local _, err = columns.of({ blanks, "b" }, { ("."):rep(500) }, {}, {})
    assert.is_true(os.clock() - start < 2)
    assert.is_true(#err < 300, err)
  end)

  it("of histories of watching have the names of series", function()
    for _, name in ipairs({ "tv_show_name", "Show Name", "Show Title", "full_title" }) do
      assert.are.same({ title = 2 }, (places({ "created_at", name, "episode_number" })), name)
    end
  end)

  it("are known in the languages of those who write them", function()
    local headers = {
      { "Nom", "Artiste", "Album", "Durée" }, { "Nombre", "Artista", "Álbum", "Duración" },
      { "Titelname", "Künstlername(n)", "Albumtitel", "Dauer (ms)" },
      { "Название", "Исполнитель", "Альбом", "Длительность" },
      { "Τίτλος", "Καλλιτέχνης", "Album", "Time" }, { "כותרת", "אמן", "Album", "Time" },
      { "العنوان", "الفنان", "Album", "Time" }, { "Pavadinimas", "Atlikėjas", "Album", "Time" },
      { "Tytuł", "Wykonawca", "Album", "Czas" }, { "Şarkı", "Sanatçı", "Albüm", "Süre" },
    }
    for _, header in ipairs(headers) do
      local found = places(header)
      assert.are.same({ 1, 2 }, { found.title, found.artist }, table.concat(header, ", "))
      assert.is_not_nil(found.duration)
    end
    assert.are.same({ title = 1, artist = 2, album = 3 }, (places({ "曲名", "アーティスト", "アルバム" })))
  end)

  it("are known with an emoji beside the name", function()
    assert.are.same({ title = 1, artist = 2 }, (places({ "🎵 Title", "Artist 🎙️" })))
  end)

  it("may be names of files, where there is no other title", function()
    assert.are.same({ title = 2 }, (places({ "Size", "Path" })))
    assert.are.same({ title = 1 }, (places({ "Title", "Path" })))
  end)

  it("are what the user says", function()
    assert.are.same({ artist = 1, title = 2 }, (places({ "Wer", "Was" }, { Wer = "artist",
      was = "title" })))
    local _, reason = columns.of({ "Was" }, fields, {}, { Wer = "artist" })
    assert.matches("there is no such column; the columns are Was", reason, 1, true)
    _, reason = columns.of({ "Interpret" }, fields, {}, { Interprett = "artist" })
    assert.matches('no such column (did you mean "Interpret"?); the columns', reason, 1, true)
    _, reason = columns.of({ "Was" }, fields, {}, { Was = "artits" })
    assert.matches("the rules read no such field (did you mean artist?); they read", reason, 1,
      true)
    assert.matches("COLUMN=FIELD expected", select(2, columns.read_map({ "artist" })), 1, true)
  end)

  it("have the names of people in one column or two", function()
    local function name_of(header)
      return assert(columns.of(header, { "name", "born" }, {})).places.name
    end
    for _, name in ipairs({ "Künstler", "Director", "Имя", "Naam", "Full Name" }) do
      assert.equal(1, name_of({ name, "Born" }), name)
    end
    assert.are.same({ 2, 1, joint = " " }, name_of({ "Nachname", "Vorname", "Geboren" }))
    assert.are.same({ 1, 2, joint = " " }, name_of({ "First Name", "Last Name" }))
  end)

  it("have titles alone where no other column has a maker", function()
    assert.are.same({ title = 2 }, (places({ "#", "Songs" })))
    assert.are.same({ title = 1 }, (places({ "Artist - Title" })))
    local books = assert(columns.of({ "Livre", "Auteur" }, { "title", "author" }, {})).places
    assert.are.same({ title = 1, author = 2 }, books)
    assert.are.same({ artist = 1, album = 2 }, (places({ "Artist", "Album", "Tracks" })))
  end)

  it("have numbers where one of titles stands beside a track", function()
    local function of(header)
      return assert(columns.of(header, { "title", "artist", "track_number", "disc_number" },
        {})).places
    end
    assert.are.same({ title = 2, artist = 3, track_number = 1 }, of({ "Track", "Title", "Artist" }))
    assert.are.same({ title = 1, artist = 2, track_number = 3 }, of({ "Song", "Artist", "Track" }))
    assert.are.same({ title = 2, artist = 1 }, of({ "Artist", "Track" }))
    assert.are.same({ title = 1, disc_number = 2, track_number = 3 },
      of({ "Titre", "CD", "Piste" }))
  end)

  it("count once: the first of two of one field", function()
    local found, all = places({ "title", "Track", "artist" })
    assert.are.same({ title = 1, artist = 3 }, found)
    assert.are.same({ "Track" }, all.repeated)
  end)

  it("with the name of the field itself come before those that may stand for it", function()
    local found, all = places({ "Song", "Title", "Artist" })
    assert.are.same({ title = 2, artist = 3 }, found)
    assert.are.same({ "Song" }, all.repeated)
  end)

  it("of numbers of an edition fill each other's gaps", function()
    local found = assert(columns.of({ "title", "ISBN", "ISBN13", "Volume", "Issue" }, { "title",
      "isbn", "position" }, {}, {}))
    assert.are.same({ title = 1, isbn = { 2, 3 }, position = { 4, 5 } }, found.places)
    assert.are.same({}, found.repeated)
  end)

  it("give a record the fields that they stand for, beside its own", function()
    local record = { Song_Name = "Paper Boats", artist = "Ada Lune", Interpret = "Bo" }
    assert.are.same({ Song_Name = "Paper Boats", title = "Paper Boats", artist = "Ada Lune",
      Interpret = "Bo" }, columns.renamed(record, fields, { title = { "Song_Name" } }))
    local own = { title = "Paper Boats" }
    assert.equal(own, columns.renamed(own, fields, {}))
  end)

  it("may be ten thousand", function()
    local header = {}
    for index = 1, 9999 do header[index] = "c" .. index end
    header[10000] = "title"
    assert.are.same({ title = 10000 }, (places(header)))
  end)

  it("are an error that names them where none is known", function()
    local header = {}
    for index = 1, 30 do header[index] = "c" .. index end
    local found, reason = columns.of(header, fields, {}, {})
    assert.is_nil(found)
    assert.matches("c10 and 20 more", reason, 1, true)
    assert.matches("--map COLUMN=FIELD", reason, 1, true)
  end)
end)
