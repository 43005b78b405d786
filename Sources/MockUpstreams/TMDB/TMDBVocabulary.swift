/// The words of invented films and series, besides those of books.
enum TMDBVocabulary {
  /// US certifications; a title holds a place in the list of its kind.
  static func certifications(_ kind: TMDBKind) -> [String] {
    kind == .movie
      ? ["G", "PG", "PG-13", "R", "NC-17"]
      : ["TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA"]
  }

  /// Original languages, the frequent ones more than once.
  static let languages = ["en", "en", "en", "en", "en", "ja", "ko", "fr", "es", "de", "hi"]

  static let overviews = [
    "A keeper of records finds a letter that should not exist, and follows it.",
    "Two strangers share a night train and a secret neither of them chose.",
    "When the river turns back, a small town has to decide what it remembers.",
    "An engineer returns to the island she left and to the machine she built there.",
    "Years after the war, a translator hears a voice that he buried.",
    "A family inherits a cinema and everything that was ever shown in it.",
  ]

  static let characters = [
    "The Keeper", "Ida", "Dr. Moreau", "Captain Hale", "The Stranger", "Mina", "Old Tom", "Agent 6",
  ]

  /// The names of videos by their type; more than one way to say the same.
  static let videos: [(type: String, names: [String])] = [
    ("Trailer", ["Official Trailer", "Trailer #2", "Final Trailer", "Official US Trailer [4K]"]),
    (
      "Trailer", ["Official Trailer 2", "Main Trailer", "Redband Trailer", "International Trailer"]
    ),
    ("Teaser", ["Official Teaser", "Teaser Trailer", "Announcement", "Dream TV Spot"]),
    ("Clip", ["\"Try One\" Clip", "Exclusive Clip", "Opening Scene", "The Bridge"]),
    ("Featurette", ["World Premiere", "A Look Inside", "Becoming the Stranger", "The Score"]),
    ("Behind the Scenes", ["Behind the Scenes", "Making Of", "On Location", "The Stunts"]),
    ("Bloopers", ["Bloopers", "Gag Reel", "Outtakes", "Cut for Time"]),
  ]
}
