-- The words and numbers of invented films and series, besides their names. Plain data, no code.

return {
  -- Original languages, the frequent ones more than once.
  languages = { "en", "en", "en", "en", "en", "ja", "ko", "fr", "es", "de", "hi" },
  -- Their names, in English and in themselves.
  language_names = {
    en = { "English", "English" }, ja = { "Japanese", "日本語" }, ko = { "Korean", "한국어/조선말" },
    fr = { "French", "Français" }, es = { "Spanish", "Español" }, de = { "German", "Deutsch" },
    hi = { "Hindi", "हिन्दी" },
  },
  companies = { "Quayside Pictures", "Lantern Row", "Two Herons Film", "Northlight Studios" },
  networks = { "Harbour One", "Channel Nine Bells", "Lumen+", "Kanal Nord" },
  overviews = {
    "A keeper of records finds a letter that should not exist, and follows it.",
    "Two strangers share a night train and a secret neither of them chose.",
    "When the river turns back, a small town has to decide what it remembers.",
    "An engineer returns to the island she left and to the machine she built there.",
    "Years after the war, a translator hears a voice that he buried.",
    "A family inherits a cinema and everything that was ever shown in it.",
  },
  characters = {
    "The Keeper", "Ida", "Dr. Moreau", "Captain Hale", "The Stranger", "Mina", "Old Tom", "Agent 6",
  },
  -- The names of videos by their type; more than one way to say the same.
  videos = {
    { "Trailer", {
      "Official Trailer", "Trailer #2", "Final Trailer", "Official US Trailer [4K]",
    } },
    { "Trailer", {
      "Official Trailer 2", "Main Trailer", "Redband Trailer", "International Trailer",
    } },
    { "Teaser", { "Official Teaser", "Teaser Trailer", "Announcement", "Dream TV Spot" } },
    { "Clip", { '"Try One" Clip', "Exclusive Clip", "Opening Scene", "The Bridge" } },
    { "Featurette", { "World Premiere", "A Look Inside", "Becoming the Stranger", "The Score" } },
    { "Behind the Scenes", { "Behind the Scenes", "Making Of", "On Location", "The Stunts" } },
    { "Bloopers", { "Bloopers", "Gag Reel", "Outtakes", "Cut for Time" } },
  },
  video_sizes = { 2160, 1080, 1080, 1080, 720, 480 },
  certifications = {
    movie = { "G", "PG", "PG-13", "R", "NC-17" },
    tv = { "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA" },
  },
  genres = {
    movie = {
      { 28, "Action" }, { 12, "Adventure" }, { 16, "Animation" }, { 35, "Comedy" }, { 80, "Crime" },
      { 99, "Documentary" }, { 18, "Drama" }, { 10751, "Family" }, { 14, "Fantasy" },
      { 36, "History" }, { 27, "Horror" }, { 10402, "Music" }, { 9648, "Mystery" },
      { 10749, "Romance" }, { 878, "Science Fiction" }, { 10770, "TV Movie" }, { 53, "Thriller" },
      { 10752, "War" }, { 37, "Western" },
    },
    tv = {
      { 10759, "Action & Adventure" }, { 16, "Animation" }, { 35, "Comedy" }, { 80, "Crime" },
      { 99, "Documentary" }, { 18, "Drama" }, { 10751, "Family" }, { 10762, "Kids" },
      { 9648, "Mystery" }, { 10763, "News" }, { 10764, "Reality" }, { 10765, "Sci-Fi & Fantasy" },
      { 10766, "Soap" }, { 10767, "Talk" }, { 10768, "War & Politics" }, { 37, "Western" },
    },
  },
  -- Those without a name in languages other than English and German.
  untranslated_genres = { ["TV Movie"] = true, Soap = true },
  german_genres = {
    Adventure = "Abenteuer", Comedy = "Komödie", Crime = "Krimi", Documentary = "Dokumentarfilm",
    Family = "Familie", History = "Historie", Music = "Musik", Romance = "Liebesfilm",
    ["TV Movie"] = "TV-Film", War = "Kriegsfilm",
  },
}
