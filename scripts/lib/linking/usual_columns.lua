-- The names that exports and people give to columns, by field: letters and digits alone, without
-- case and accents. Those of books are in lib.work_fields, those of programs in lib.export_presets.

local usual_columns = {}

usual_columns.fields = {
  title = { "track", "trackname", "song", "songname", "songtitle", "tracktitle", "film",
    "filmtitle", "movie", "movietitle", "primarytitle", "titelname", "nom", "nombre", "nome",
    "pelicula", "chanson", "lied", "musica", "morceau", "cancion", "brano", "faixa",
    "nummer", "tytul", "utwor", "nazev", "skladba",
    "назва", "название", "песня", "трек", "фильм", "kappale", "nimi", "sarki", "baslik", "cim",
    "τιτλος", "τραγουδι", "ταινια", "pavadinimas", "daina", "nosaukums", "dziesma", "tenbaihat",
    "כותרת", "שםהשיר", "שיר", "العنوان", "عنوان", "الاغنية", "اسمالاغنية", "ชื่อเพลง",
    "lattitel", "latnamn", "tittel", "sang", "titlu", "judul", "judullagu", "заглавие",
    "песен", "naslov", "pjesma",
    "nomebrano", "nomedafaixa", "nombredelacancion", "nomdutitre", "titredutitre", "songtitel",
    "filmname", "moviename", "filmtitel", "filmnavn", "titlename", "titleenglish", "titul",
    "映画", "作品名", "영화", "tvshowname", "showname", "showtitle", "fulltitle",
    "タイトル", "曲名", "トラック名", "题目", "标题", "標題",
    "歌名", "歌曲", "片名", "书名", "書名", "제목", "곡명" },
  artist = { "artist", "artistname", "artistnames", "artists", "artistnamess", "performer", "band",
    "singer", "kunstler", "interpret", "kunstlername", "kunstlernamen", "interpreten", "artiste",
    "artista", "artistes", "artistas", "interprete", "trackartist", "artiest", "uitvoerder",
    "wykonawca", "umelec", "исполнитель", "артист", "виконавець", "esittaja", "artisti",
    "sanatci", "eloado", "καλλιτεχνης", "ερμηνευτης", "atlikejas", "izpilditajs", "casi",
    "אמן", "זמר", "الفنان", "المغني", "المطرب", "ศิลปิน",
    "kunstner", "artis", "изпълнител", "izvođac", "izvodac", "nomeartista", "nombresdelartista",
    "nombredelartista", "nomsdelartiste", "nomdelartiste", "nomesdoartista", "nomedoartista",
    "kunstlername1", "nomdelartiste1", "artistname1",
    "アーティスト", "アーティスト名", "歌手", "艺人", "艺术家", "演唱者", "藝人", "아티스트", "가수" },
  album = { "album", "albumname", "albumtitle", "collection", "release", "albumtitel", "alben",
    "nomealbum", "nombredelalbum", "nomdelalbum", "nomedoalbum", "titredelalbum",
    "альбом", "アルバム", "アルバム名", "专辑", "專輯", "앨범" },
  duration = { "duration", "length", "time", "durationms", "trackdurationms", "seconds",
    "runtime", "dauer", "dauerms", "lange", "spieldauer", "duree", "dureems", "duracion",
    "duracionms", "durata", "duracao", "duur", "czas", "delka",
    "длительность", "kesto", "sure" },
  release_date = { "releasedate", "released", "date", "albumreleasedate" },
  year = { "year", "jahr", "annee", "ano", "anno", "jaar", "rok", "год", "рік", "ar", "vuosi",
    "yil", "年", "年份", "연도", "yearpublished", "publicationyear", "releaseyear",
    "originalpublicationyear", "productionyear", "firstpublishyear" },
  author = { "authornames", "contributions" },
  genre = { "genre", "genres" },
  track_number = { "titelnummer", "numerodepiste", "numerodepista", "numerotraccia",
    "numerodafaixa", "numerutworu", "номертрека", "トラック番号", "piste", "pista", "traccia",
    "дорожка" },
  disc_number = { "cdnummer", "numerodedisque", "numerodedisco", "numerodisco", "numerodisku",
    "номердиска", "ディスク番号", "cd", "disque", "disco", "диск" },
  name = { "name", "fullname", "person", "nom", "nombre", "nome", "naam", "namn", "navn", "имя",
    "фио", "名前", "氏名", "姓名", "이름", "artistname", "artists", "band", "performer", "composer",
    "kunstler", "artiste", "artista", "actor", "actress", "director", "author",
    "writer", "singer", "musician", "schauspieler", "acteur", "autor", "auteur", "исполнитель",
    "актер" },
  born = { "dateofbirth", "birthdate", "birthday", "birth", "dob", "geboren", "geburtsdatum",
    "geburtstag", "naissance", "datedenaissance", "nacimiento", "fechadenacimiento",
    "datadinascita", "датарождения", "生年月日" },
  original_title = { "titulooriginal", "originaltitel", "titreoriginal", "titolooriginale",
    "оригинальноеназвание", "原題", "原名" },
  director = { "director", "directors", "directedby", "regie", "realisateur", "realisatrice",
    "regista", "regia", "diretor", "realizador", "regisseur", "rezyser", "rezie", "reziser",
    "режиссер", "режиссеры", "ohjaaja", "yonetmen", "監督", "导演",
    "導演", "감독" },
  cast = { "cast", "actors", "stars", "starring" },
  season = { "seasonnumber" }, episode = { "episodenumber" },
  imdb_id = { "imdbid", "imdb", "tconst" },
}
-- Titles by names that say what they are of.
usual_columns.titles = {
  tracks = { "song", "songs", "songname", "songtitle", "track", "tracks", "trackname",
    "tracktitle", "chanson", "morceau", "cancion", "lied", "brano", "faixa", "musica", "utwor",
    "skladba", "песня", "трек", "sarki", "kappale", "曲名", "トラック名", "歌名", "歌曲", "곡명" },
  films = { "film", "films", "filmname", "moviename", "filmtitel", "show", "shows", "tvshow",
    "映画", "영화", "filmtitle", "movie", "movies", "movietitle", "pelicula", "фильм",
    "片名" },
  books = { "book", "books", "booktitle", "buch", "buchtitel", "livre", "libro", "livro", "boek",
    "книга", "书名", "書名" },
}
-- Names of files and folders, which are titles where a table has no other.
usual_columns.files = { "file", "filename", "path", "filepath", "folder", "foldername", "directory",
  "datei", "dateiname", "pfad", "ordner", "fichier", "nomdufichier", "chemin", "archivo", "ruta" }

-- Given names and family names in columns of their own.
usual_columns.given = { "firstname", "givenname", "forename", "vorname", "prenom", "имя", "nome",
  "nombre", "voornaam", "fornamn", "名" }
usual_columns.family = { "lastname", "surname", "familyname", "nachname", "familienname",
  "nomdefamille", "nom", "apellido", "apellidos", "cognome", "sobrenome", "фамилия", "achternaam",
  "efternamn", "姓" }

return usual_columns
